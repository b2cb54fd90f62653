import WeftKit

extension Subject {
  /// The time from the text of a configuration to checked settings.
  static let config = Subject(
    name: "config", summary: "a configuration of 1,000 sources, read and checked (bar: 20 ms)"
  ) { report in
    let reader = Engine().reader()
    for (what, text) in [("1,000 addresses", addresses), ("1,000 mapped JSON sources", mapped)] {
      let bytes = Array(text.utf8)
      var count = 0
      let seconds = try Measurement.median(of: 21) {
        count = try reader.read(bytes, file: "x").configuration.sources.count
      }
      guard count == 1_000 else {
        report.note("\(what): read only \(count) sources")
        continue
      }
      report.line(
        "\(what), \(bytes.count / 1_000) kB", seconds * 1_000, "ms",
        ratio: .init(value: seconds / 0.020, yardstick: "20 ms", bar: 1, isUpperBound: true))
    }
  }

  /// The common case: one address is a whole source.
  private static var addresses: String {
    var text = "sources:\n"
    for number in 0..<1_000 {
      text += "  blog-\(number):\n    url: https://host\(number).example.org/feed/?paged={page}\n"
    }
    return text
  }

  /// The long case: every source maps its fields.
  private static var mapped: String {
    var text = "sources:\n"
    for number in 0..<1_000 {
      text += """
          source-\(number):
            url: https://host\(number).example.org/api/v1/posts?per_page=20&page={page}
            kind: json
            items: $.hits
            fields:
              id: objectID
              url: [url, {template: "https://news.example.org/item?id={objectID}"}]
              title: title.rendered
              content_html: content.rendered
              authors: author
              date_published: created_at
            paging: {start: 0, stop: {total_pages: nbPages}}

        """
    }
    return text
  }
}
