/// Text for markup: `&`, `<`, `>` and `"` as references.
func escaped(_ text: String) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

/// A part of a list.
struct DemoSlice {
  /// The page, from 1.
  let page: Int
  /// The number of pages.
  let pages: Int
  /// The items of the page; none past the end.
  let posts: [DemoPost]

  init(_ posts: [DemoPost], page: Int, size: Int) {
    self.page = page
    pages = (posts.count + size - 1) / size
    let start = page > pages ? posts.count : (page - 1) * size
    self.posts = Array(posts[start..<min(start + size, posts.count)])
  }
}
