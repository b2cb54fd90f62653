import HTTPServer

/// The JSON page API: `/api/posts?page=1&per_page=20`, with the total in the body and Link headers (RFC 8288).
enum DemoAPI {
  static let largestPage = 100

  static func response(to request: ServerRequest, origin: String) -> ServerResponse {
    guard let page = number(request, "page", default: 1), let size = number(request, "per_page", default: 20),
      size <= largestPage
    else {
      return ServerResponse(
        status: 400, "application/json",
        #"{"code":"invalid_parameter","message":"page and per_page are numbers from 1; per_page at most 100"}"#)
    }
    // The pinned post comes first, and once.
    let all = DemoPost.all(.posts)
    let listed = all.filter(\.isPinned) + all.filter { !$0.isPinned }
    let slice = DemoSlice(listed, page: page, size: size)
    let body =
      "{\"page\":\(page),\"per_page\":\(size),\"total\":\(listed.count),\"total_pages\":\(slice.pages),\"posts\":["
      + slice.posts.map(json).joined(separator: ",") + "]}\n"
    return ServerResponse(
      "application/json; charset=utf-8", body, headers: links(page, slice.pages, size, origin))
  }

  private static func number(_ request: ServerRequest, _ name: String, default value: Int) -> Int? {
    guard let text = request.parameter(name) else { return value }
    guard let number = Int(text), (1...1_000_000).contains(number) else { return nil }
    return number
  }

  private static func links(_ page: Int, _ pages: Int, _ size: Int, _ origin: String) -> [ServerRequest.Field] {
    func link(_ page: Int, _ relation: String) -> String {
      "<\(origin)/api/posts?page=\(page)&per_page=\(size)>; rel=\"\(relation)\""
    }
    var links: [String] = []
    if page > 1 { links.append(link(page - 1, "prev")) }
    if page < pages { links.append(link(page + 1, "next")) }
    links += [link(1, "first"), link(pages, "last")]
    return [
      ServerRequest.Field("Link", links.joined(separator: ", ")), ServerRequest.Field("X-Total-Pages", "\(pages)"),
    ]
  }

  private static func json(_ post: DemoPost) -> String {
    let members = [
      "\"id\":\(post.number)", "\"link\":\(quoted(post.path))", "\"title\":{\"rendered\":\(quoted(post.titleHTML))}",
      "\"published_at\":\"\(DemoClock(seconds: post.published).rfc3339)\"", "\"sticky\":\(post.isPinned)",
      "\"lead\":\(quoted(post.lead))", "\"content\":{\"rendered\":\(quoted(post.contentHTML))}",
      "\"author\":{\"name\":\(quoted(post.desk))}", "\"image\":\(quoted(post.image))",
      "\"tags\":[" + post.tags.map { "{\"name\":\(quoted($0))}" }.joined(separator: ",") + "]",
    ]
    return "\n{" + members.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
