import Charsets
public import MarkupDocument
import URIs
import WeftModel

/// The next page of a web page, for tools that look at a page by itself.
public struct NextPage: Sendable {
  /// The address that the page's standard signals name (`link`, `a` and `area` with `rel=next`), absolute.
  public let standard: String?
  /// Links that look like the way to the next page, the likeliest first. They are guesses: something to propose to a
  /// person, never to be followed silently.
  public let guesses: [NextPageGuess]

  /// Looks at an HTML page.
  ///
  /// - Parameters:
  ///   - url: its address, absolute.
  ///   - charset: what the HTTP header says, where it does.
  public init(html body: [UInt8], url: String, charset: String? = nil) {
    let text = decodeText(body, form: .html, httpCharset: charset)
    guard let tree = try? MarkupTree.html(text.utf8) else {
      standard = nil
      guesses = []
      return
    }
    let information = PageInformation(tree, url: url, relation: "next")
    let addresses = PageAddresses(base: information.base, charset: text.detected.charset)
    standard = information.links.first.map { addresses.encoded($0.url) }
    guesses = NextPageGuess.all(in: tree, url: url, base: information.base)
  }
}
