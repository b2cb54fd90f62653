import WeftModel

/// A decoded page as text, one field a line, for comparison with a file.
func text(of page: DecodedPage) -> String {
  var lines: [String] = []
  func line(_ name: String, _ value: String?) {
    guard let value else { return }
    lines.append("\(name): \(value.replacing("\n", with: "\\n"))")
  }
  line("feed.title", page.feed.title)
  line("feed.home_page_url", page.feed.homePageURL)
  line("feed.feed_url", page.feed.feedURL)
  line("feed.description", page.feed.description)
  line("feed.icon", page.feed.icon)
  line("feed.favicon", page.feed.favicon)
  line("feed.language", page.feed.language)
  for author in page.feed.authors { line("feed.author", text(of: author)) }
  if page.feed.history != .unstated { line("feed.history", "\(page.feed.history)") }
  for link in page.links { line("link", "\(link.relation) \(link.url)") }
  for warning in page.warnings { line("warning", "\(warning.code): \(warning.text)") }
  for item in page.items {
    lines.append("")
    line("id", item.id + (item.hasOwnID ? "" : " (made)"))
    line("url", item.url)
    line("external_url", item.externalURL)
    line("title", item.title)
    line("content_html", item.contentHTML)
    line("content_text", item.contentText)
    if item.summary != item.contentHTML, item.summary != item.contentText { line("summary", item.summary) }
    line("image", item.image)
    line("date_published", item.datePublished?.rfc3339)
    line("date_modified", item.dateModified?.rfc3339)
    for author in item.authors { line("author", text(of: author)) }
    if !item.tags.isEmpty { line("tags", item.tags.joined(separator: " | ")) }
    line("language", item.language)
    for file in item.attachments {
      let parts = [
        file.url, file.mimeType, file.title, file.sizeInBytes.map { "\($0) bytes" },
        file.durationInSeconds.map { "\($0) s" },
      ]
      line("attachment", parts.compactMap { $0 }.joined(separator: " | "))
    }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func text(of author: Author) -> String {
  [author.name, author.url, author.avatar].compactMap { $0 }.joined(separator: " | ")
}
