import Testing
import WeftModel

@testable import WeftPaging

/// What makes two items of one source the same.
struct ItemIdentityTests {
  private func item(
    _ id: String?, url: String? = nil, title: String? = nil, text: String? = nil, at seconds: Int64? = nil
  ) -> Item {
    var item = Item(id: id ?? "made")
    item.hasOwnID = id != nil
    item.url = url
    item.title = title
    item.contentText = text
    item.datePublished = seconds.map { Timestamp(seconds: $0) }
    return item
  }

  private func count(_ items: [Item], homePage: String? = nil) -> Int {
    Set(ItemIdentity.identities(of: items, homePage: homePage)).count
  }

  @Test func theOwnIDDecides() {
    #expect(count([item("1", url: "https://h/a", title: "A"), item("1", url: "https://h/a", title: "A")]) == 1)
    #expect(count([item("1", url: "https://h/a"), item("2", url: "https://h/a")]) == 2)
    #expect(
      ItemIdentity.identities(of: [item("1", url: "https://h/a")], homePage: nil)
        == ItemIdentity.identities(of: [item("1", url: "https://h/b", title: "changed")], homePage: nil))
  }

  /// Some feeds give every entry the feed's id.
  @Test func anIDOfSeveralAddressesOrTitlesIsNone() {
    #expect(count([item("f", url: "https://h/a"), item("f", url: "https://h/b"), item("f", url: "https://h/c")]) == 3)
    #expect(count([item("f", title: "A"), item("f", title: "B"), item("f", title: "C")]) == 3)
    #expect(
      count([item("f", url: "https://h/a", title: "A"), item("f", url: "https://h/a", title: "B")]) == 2)
    // The first of them is known by its address as well as the later ones.
    let first = ItemIdentity.identities(
      of: [item("f", url: "https://h/a"), item("f", url: "https://h/b")], homePage: nil)
    let other = ItemIdentity.identities(
      of: [item("f", url: "https://h/c"), item("f", url: "https://h/a")], homePage: nil)
    #expect(first[0] == other[1])
  }

  @Test func withoutAnIDTheAddressDecides() {
    #expect(count([item(nil, url: "https://h/a", title: "A"), item(nil, url: "https://h/a", title: "B")]) == 1)
    #expect(count([item(nil, url: "https://h/a", title: "A"), item(nil, url: "https://h/b", title: "A")]) == 2)
  }

  @Test func theHomePageIsNoAddressOfAnItem() {
    let items = [item(nil, url: "https://h/", title: "A"), item(nil, url: "https://h/", title: "B")]
    #expect(count(items, homePage: "https://h") == 2)
    #expect(count(items) == 1)
  }

  @Test func withoutBothTheContentDecides() {
    #expect(count([item(nil, title: "A"), item(nil, title: "B")]) == 2)
    #expect(count([item(nil, text: "x"), item(nil, text: "y")]) == 2)
    #expect(count([item(nil, title: "A", at: 1), item(nil, title: "A", at: 2)]) == 2)
  }

  /// Equal items of one page are several; the same page read again holds none that is new.
  @Test func equalItemsOfOnePageAreCounted() {
    let page = [item(nil, title: "A"), item(nil, title: "A"), item(nil, title: "A")]
    #expect(count(page) == 3)
    #expect(
      ItemIdentity.identities(of: page, homePage: nil) == ItemIdentity.identities(of: page, homePage: nil))
  }
}
