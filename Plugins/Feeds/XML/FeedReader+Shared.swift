import MarkupDocument
import URIs
import WeftModel
import WeftSources

/// Statements that items and feeds make alike: categories, images, people.
extension FeedReader {
  /// A category: Atom's `term`, the podcast vocabulary's `text`, or the text of the element.
  mutating func category(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes, scope: FeedScope
  ) -> (SAXContent, FeedScope) {
    if let term = attributes["term"] ?? attributes["text"], !term.isEmpty {
      let form = lineForm(code)
      entry.addTag(term, form)
      // The podcast vocabulary nests subcategories.
      return code.namespace == .itunes ? (.children, scope) : (.nothing, .text)
    }
    categoryLabel = attributes["label"]
    return (.text, .text)
  }

  /// An image: its address as an attribute, as text, or in a `url` inside.
  mutating func image(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes
  ) -> (SAXContent, FeedScope) {
    if let url = attributes["href"] ?? attributes["url"] ?? attributes["rdf", "resource"], !url.isEmpty {
      takeImage(url, feedRank: 1)
      return (.nothing, .text)
    }
    return code.namespace == .atom ? (.text, .text) : (.mixed, .image)
  }

  /// Takes an image for the item that is being read, else for the feed.
  mutating func takeImage(_ url: String?, feedRank: Int8 = 2) {
    guard let url else { return }
    let address = resolve(url)
    if isInEntry { entry.offer(image: address, rank: 3) } else { feed.image.offer(address, rank: feedRank) }
  }

  mutating func beginPerson() {
    if hasPersonParts {
      person = Author()
      personMailbox = nil
      hasPersonParts = false
    }
  }

  /// How a line of text without a type is written: as a rule HTML, in Atom plain text.
  func lineForm(_ code: FeedElementCode) -> TextConstruct.Form {
    code.namespace == .atom || (isAtom && code.namespace == .core) ? .plain : .html
  }

  /// Atom's parts of a person (RFC 4287 section 3.2).
  mutating func personPart(_ code: FeedElementCode, _ text: borrowing SAXText) {
    guard let string = text.string else { return }
    hasPersonParts = true
    switch code.element {
    case .name: person.name = TextConstruct(text: string, form: lineForm(code)).plain
    case .mailbox: personMailbox = string
    default: person.url = resolve(string)
    }
  }

  mutating func endPerson(_ code: FeedElementCode, _ text: borrowing SAXText, isOfEntry: Bool) {
    var author: Author?
    if hasPersonParts {
      author = person
      if author?.name == nil { author?.name = personMailbox }
      if author?.url == nil { author?.url = personMailbox.map { "mailto:" + $0 } }
    } else {
      author = text.withSpan { HTMLText.plain($0) }.flatMap(Person.author)
    }
    let rank = code.namespace == .core || code.namespace == .atom ? 2 : code.namespace == .itunes ? 1 : 3
    guard let author else { return }
    if isOfEntry { entry.addAuthor(author, rank: rank) } else { feed.addAuthor(author, rank: rank) }
  }
}
