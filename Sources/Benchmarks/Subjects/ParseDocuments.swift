import WeftModel

/// The documents of the subject `parse`: made from numbers, the same in every run.
enum ParseDocuments {
  /// What surrounds an item's body, or what there is instead of one.
  enum Body: String, CaseIterable {
    case section = "long CDATA bodies"
    case escaped = "long escaped bodies"
    case japanese = "long Japanese bodies"
    case short = "short items"
  }

  /// An RSS document of some 2.5 MB, short items of 1.9 MB.
  static func feed(_ body: Body) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Notes</title><link>https://notes.example.org/</link>

      """
    for number in 0..<(body == .short ? 6_000 : 300) {
      let day = number % 28 + 1
      text += """
        <item><title>Story number \(number) &amp; what came of it</title>
        <link>https://notes.example.org/2025/\(number)/a-story</link>
        <guid isPermaLink="false">https://notes.example.org/?p=\(number)</guid>
        <pubDate>Mon, \(day < 10 ? "0" : "")\(day) Jun 2025 08:00:00 +0000</pubDate><dc:creator>Ada L.</dc:creator>

        """
      switch body {
      case .section: text += "<content:encoded><![CDATA[" + paragraphs(english, number) + "]]></content:encoded>"
      case .japanese: text += "<content:encoded><![CDATA[" + paragraphs(japanese, number) + "]]></content:encoded>"
      case .escaped:
        let markup = paragraphs(english, number)
        text +=
          "<description>"
          + markup.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
          + "</description>"
      case .short: text += "<description>In short: story \(number).</description>"
      }
      text += "</item>\n"
    }
    return Array((text + "</channel></rss>\n").utf8)
  }

  private static let english = "Some words of a story that goes on for a while, with a turn here and another there. "
  private static let japanese = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"

  private static func paragraphs(_ sentence: String, _ number: Int) -> String {
    var text = ""
    for paragraph in 0..<16 {
      text += "<p>" + String(repeating: sentence, count: sentence == english ? 5 : 4)
      text += "<a href=\"https://notes.example.org/\(number)/\(paragraph)?a=1&amp;b=2\">more</a></p>\n"
    }
    return text
  }

  /// A page of a JSON API of some 100 kB: as APIs do, it says much more than is asked for.
  static let jsonPage: [UInt8] = {
    let items = (0..<100).map { number in
      let day = number % 28 + 1
      return """
        {"id":\(84_000_000 + number),"node_id":"MDU6SXNzdWU\(number)","url":"https://api.example.org/items/\(number)",\
        "html_url":"https://example.org/items/\(number)","state":"open","locked":false,"comments":\(number % 9),\
        "title":"Story number \(number) \\u0026 what came of it","score":\(number).25,"closed_at":null,\
        "user":{"login":"ada","id":\(number),"avatar_url":"https://img.example.org/u/ada.png","type":"User"},\
        "labels":[{"id":1,"name":"swift","color":"d73a4a"},{"id":2,"name":"web","color":"a2eeef"}],\
        "created_at":"2025-06-\(day < 10 ? "0" : "")\(day)T08:00:00Z","updated_at":"2025-07-01T09:30:00Z",\
        "reactions":{"+1":3,"-1":0,"laugh":1,"heart":12,"url":"https://api.example.org/items/\(number)/reactions"},\
        "body":"Some words that say what the story is about, with a \\"quotation\\" and a line end.\\r\\nThen more of \
        it, so that there is a text to be carried, as there mostly is."}
        """
    }
    return Array(
      "{\"total_count\":12345,\"incomplete_results\":false,\"items\":[\(items.joined(separator: ",\n"))]}".utf8)
  }()

  /// Eight fields of an item of `jsonPage`.
  static var jsonSettings: SourceSettings {
    var settings = SourceSettings(name: "api", url: "https://api.example.org/items?page={page}", kind: "json")
    settings.items = "items"
    settings.fields.values = [
      .init(name: .id, value: .selector("id")), .init(name: .url, value: .selector("html_url")),
      .init(name: .title, value: .selector("title")), .init(name: .contentText, value: .selector("body")),
      .init(name: .image, value: .selector("user.avatar_url")),
      .init(name: .datePublished, value: .selector("created_at")),
      .init(name: .dateModified, value: .selector("updated_at")),
      .init(name: .tags, value: .selector("$.labels[*].name")),
    ]
    return settings
  }
}
