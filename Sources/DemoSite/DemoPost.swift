/// One item of the demo site, whatever source serves it.
public struct DemoPost: Sendable {
  /// The source that serves it.
  public var source: Source
  /// Its place in the source, newest first, from 0.
  public var index: Int
  /// The number it is known by; the oldest item has the lowest.
  public var number: Int
  /// A part of its address.
  public var slug: String
  /// The title as HTML, with references and now and then an element.
  public var titleHTML: String
  /// Seconds since 1970 in UTC.
  public var published: Int
  /// The listing shows no date for it.
  public var isUndated: Bool
  /// The API lists it first though it is older.
  public var isPinned: Bool
  /// The body, as paragraphs of HTML.
  public var paragraphs: [String]
  /// A sentence.
  public var lead: String
  /// The name of the desk that wrote it.
  public var desk: String
  /// Two or three tags.
  public var tags: [String]

  /// The three sources.
  public enum Source: Int, Sendable, CaseIterable {
    /// The JSON page API, `/api/posts`.
    case posts
    /// The RSS feed, `/feed`.
    case letters
    /// The HTML listing, `/news/`.
    case news

    /// How many items it has.
    public var count: Int {
      switch self {
      case .posts: 103
      case .letters: 100
      case .news: 97
      }
    }

    /// The folder of its items' pages.
    var folder: String { "\(self)" }

    var desk: [String] {
      switch self {
      case .posts: ["Harbour desk", "Night shift", "Tide office"]
      case .letters: ["Garden desk", "Readers’ table"]
      case .news: ["Newsroom", "Map room"]
      }
    }
  }

  /// The path of the item's own page.
  public var path: String { "/\(source.folder)/\(slug)" }

  /// The body as HTML.
  public var contentHTML: String { paragraphs.map { "<p>\($0)</p>" }.joined(separator: "\n") }

  /// The path of its picture.
  public var image: String { "/images/\(number % 12).svg" }

  /// All items of a source, newest first.
  public static func all(_ source: Source) -> [DemoPost] { everything[source.rawValue] }

  private static let everything = Source.allCases.map { source in (0..<source.count).map { make(source, $0) } }

  private static func make(_ source: Source, _ index: Int) -> DemoPost {
    var generator = DemoGenerator(seed: UInt64(source.rawValue * 1_000 + index + 1))
    let subject = generator.pick(DemoWords.subjects)
    let verb = generator.pick(DemoWords.verbs)
    var title = subject.prefix(1).uppercased() + subject.dropFirst() + " " + verb
    for (turn, rare) in DemoWords.rareTitles.enumerated() where rare.at == index && turn % 3 == source.rawValue {
      title = rare.html
    }
    let first = generator.number(below: DemoWords.tags.count)
    let number = source.count - index
    return DemoPost(
      source: source, index: index, number: number, slug: "\(number)-" + slug(subject + " " + verb),
      titleHTML: title, published: time(source, index, &generator), isUndated: source == .news && index == 11,
      isPinned: source == .posts && index == 37, paragraphs: paragraphs(index, &generator),
      lead: fill(generator.pick(DemoWords.sentences), &generator), desk: generator.pick(source.desk),
      tags: [DemoWords.tags[first], DemoWords.tags[(first + 5) % DemoWords.tags.count]])
  }

  /// A week and seven hours apart on average over two years; the sources interleave, and at every twentieth item
  /// all three have the same instant.
  private static func time(_ source: Source, _ index: Int, _ generator: inout DemoGenerator) -> Int {
    let step = 630_720
    let slot = DemoClock.epoch - index * step
    if index % 20 == 10 { return slot }
    // Less than a step, so that a source is in order whatever the generator says.
    return slot - source.rawValue * (step / 4) - generator.number(below: step / 5) - 60
  }

  /// Three to six paragraphs of three to five sentences, now and then with a relative link or a picture.
  private static func paragraphs(_ index: Int, _ generator: inout DemoGenerator) -> [String] {
    var sentences: [String] = []
    return (0..<(3 + generator.number(below: 4))).map { number in
      var parts = (0..<(3 + generator.number(below: 3))).map { _ in
        // Each sentence once before one comes again.
        if sentences.isEmpty { sentences = DemoWords.sentences }
        return fill(sentences.remove(at: generator.number(below: sentences.count)), &generator)
      }
      if number == 0 && index % 4 == 1 { parts.append("See <a href=\"../about?from=body#top\">the notes</a> on it.") }
      if number == 1 && index % 6 == 2 { parts.append("<img src=\"/images/\(index % 12).svg\" alt=\"A sketch\">") }
      return parts.joined(separator: " ")
    }
  }

  private static func fill(_ sentence: String, _ generator: inout DemoGenerator) -> String {
    var result = ""
    for part in sentence.split(separator: "{", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2 else {
        result += part
        continue
      }
      result += generator.pick(pieces[0] == "subject" ? DemoWords.subjects : DemoWords.places) + pieces[1]
    }
    return result
  }

  private static func slug(_ text: String) -> String {
    text.split(separator: " ").dropFirst().joined(separator: "-")
  }
}
