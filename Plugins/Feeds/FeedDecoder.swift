import Dates
import JSONDocument
import MarkupDocument
public import WeftModel
import WeftSources

/// Reads feeds: RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1.
public struct FeedDecoder: Decoder {
  /// A charset label that overrides what the response and the document say.
  let charset: String?
  /// The zone of dates without one; `nil`: UTC, with a warning.
  private let zone: ZoneTable?
  private let zoneName: String?
  private let fields: FeedFields?

  /// A decoder.
  ///
  /// - Parameter charset: overrides what the response and the document say.
  public init(charset: String? = nil) {
    self.charset = charset
    zone = nil
    zoneName = nil
    fields = nil
  }

  /// A decoder with the charset and the zone of a source's settings.
  ///
  /// - Throws: a problem at `zone` where no zone has that name, or at a field that does not compile.
  init(_ settings: SourceSettings) throws(SettingProblem) {
    charset = settings.request.charset
    zone = settings.zone.flatMap(ZoneTable.init(named:))
    zoneName = settings.zone
    fields = try FeedFields(settings)
    if let name = settings.zone, zone == nil {
      throw SettingProblem("the zone \"\(name)\" is not known; UTC, Europe/Berlin or +02:00 was expected", path: "zone")
    }
  }

  /// Reads a whole feed, mending what can be mended.
  ///
  /// - Throws: a failure of kind `document` that says what the body looks like instead, or of kind `tooLarge` where it
  ///   holds more items, levels or expanded entities than a feed may.
  public func decode(_ response: Response) throws(SourceFailure) -> DecodedPage {
    let bytes = FeedEncoding.utf8(response, charset: charset)
    let start = FeedStart(bytes)
    switch start.format {
    case .json: return try json(bytes, response)
    case .rss, .rdf, .atom: return try markup(bytes, start, response)
    case nil: throw failure(.document, NotAFeed.description(start, bytes: bytes, body: response.body), response)
    }
  }

  private func markup(
    _ bytes: [UInt8], _ start: FeedStart, _ response: Response
  ) throws(SourceFailure) -> DecodedPage {
    let handler = FeedHandler(
      FeedReader(page: response.url, isAtom: start.format == .atom, zone: zone, size: bytes.count))
    let limits = SAXLimits()
    let repairs: SAXRepairs
    do throws(SAXError) {
      repairs = try SAXParser.parse(bytes, from: start.offset, limits: limits, handler: handler)
    } catch {
      throw failure(error, response)
    }
    if handler.reader.hasTooManyItems {
      throw failure(.tooLarge, "a feed of more than \(FeedReader.mostItems) items", response)
    }
    var page = handler.reader.decodedPage(base: response.url)
    page.warnings = FeedWarnings.all(
      page.items, zonelessDates: handler.reader.zonelessDates,
      repairs: start.hasJunk ? repairs.union(.surroundings) : repairs)
    if let fields {
      page.warnings += fields.replace(
        in: &page.items, of: Array(bytes.dropFirst(start.offset)), response, zone: zoneName)
    }
    return page
  }

  private func json(_ bytes: [UInt8], _ response: Response) throws(SourceFailure) -> DecodedPage {
    let document: JSONDocument
    do throws(JSONDocumentError) {
      document = try JSONDocument(bytes)
    } catch {
      throw failure(.document, "neither XML nor JSON: \(error.description)", response)
    }
    let root = document.root
    guard JSONFeedReader.isFeed(root) else {
      let what = root.kind == .object ? "a JSON object that is no JSON Feed" : "a JSON list, not a feed"
      let members = root.members.prefix(5).map(\.name).joined(separator: ", ")
      throw failure(.document, members.isEmpty ? what : what + " (its members: \(members))", response)
    }
    var reader = JSONFeedReader(page: response.url, zone: zone)
    let items = reader.items(root)
    guard items.count <= FeedReader.mostItems else {
      throw failure(.tooLarge, "a feed of more than \(FeedReader.mostItems) items", response)
    }
    return DecodedPage(
      items: items, feed: reader.information(root), links: reader.links(root), base: response.url,
      warnings: FeedWarnings.all(items, zonelessDates: reader.zonelessDates, repairs: [])
        + FeedWarnings.degraded(reader.degraded(root)) + (fields == nil ? [] : [FeedFields.noXML]))
  }

  private func failure(_ error: SAXError, _ response: Response) -> SourceFailure {
    switch error {
    case .tooDeep(let limit): failure(.tooLarge, "elements nested deeper than \(limit)", response)
    case .entityExpansion(let limit):
      failure(.tooLarge, "entities that expand to more than \(limit >> 20) MiB", response)
    case .noElement: failure(.document, "markup without an element, not a feed", response)
    }
  }

  private func failure(_ kind: SourceFailure.Kind, _ message: String, _ response: Response) -> SourceFailure {
    SourceFailure(kind, message, url: response.url, status: response.status)
  }
}

extension FeedReader {
  /// What was read. Authors of an Atom feed are those of its entries that name none (RFC 4287 section 4.2.1).
  mutating func decodedPage(base: String) -> DecodedPage {
    let information = feed.information
    var items: [Item] = []
    swap(&items, &self.items)
    if isAtom, !information.authors.isEmpty {
      for index in items.indices where items[index].authors.isEmpty { items[index].authors = information.authors }
    }
    return DecodedPage(items: items, feed: information, links: feed.links, base: base)
  }
}
