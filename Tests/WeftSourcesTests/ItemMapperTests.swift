import Testing
import WeftModel

@testable import WeftSources

/// The VALUE grammar and what becomes of it, with nodes that are plain maps.
struct ItemMapperTests {
  typealias Node = [String: [String]]

  private func map(
    _ node: Node, _ fields: [(FieldName, ValueSetting)], zone: String? = nil, html: Bool = true,
    authors: FieldSettings.AuthorFields? = nil, attachments: FieldSettings.AttachmentFields? = nil
  ) throws -> (item: Item?, notes: MappingNotes) {
    var settings = SourceSettings(name: "s", url: "https://h/", zone: zone)
    settings.fields.values = fields.map { .init(name: $0.0, value: $0.1) }
    settings.fields.authors = authors
    settings.fields.attachments = attachments
    let mapper = try ItemMapper<String>(settings, titlesAreHTML: html) { $0 }
    var notes = MappingNotes()
    let surroundings = ItemMapper<String>.Surroundings(
      base: "https://h/d/p", receivedAt: Timestamp(seconds: 1_700_000_000))
    let item = mapper.item(in: surroundings, notes: &notes) { selector, asHTML in
      (node[selector] ?? []).map { SelectedValue(asHTML ? "<i>\($0)</i>" : $0) }
    }
    return (item, notes)
  }

  private func steps(_ change: (inout ValueSteps) -> Void) -> ValueSetting {
    var steps = ValueSteps()
    change(&steps)
    return .steps(steps)
  }

  /// Each step by itself and their order; the title shows what is left.
  @Test func theStepsOfAValue() throws {
    let node: Node = ["a": ["x-1, y-2"], "b": ["one", "two"], "c": ["  "], "id": ["7 8"]]
    let table: [(ValueSetting, String?)] = [
      (.selector("a"), "x-1, y-2"), (.selector("c"), nil), (.selector("none"), nil),
      (.first([.selector("none"), .selector("c"), .selector("b")]), "one"),
      (steps { $0.const = "k" }, "k"),
      (
        steps {
          $0.select = "b"; $0.join = "+"
        }, "one+two"
      ),
      (
        steps {
          $0.select = "a"; $0.split = ","
        }, "x-1"
      ),
      (
        steps {
          $0.select = "a"; $0.split = ","; $0.match = "y-(\\d)"
        }, "2"
      ),
      (
        steps {
          $0.select = "a"; $0.split = ","; $0.match = "([a-z])-"; $0.join = ""
        }, "xy"
      ),
      (
        steps {
          $0.select = "a"; $0.match = "z"
        }, nil
      ),
      (
        steps {
          $0.select = "a"; $0.match = "z"; $0.default = "d"
        }, "d"
      ),
      (
        steps {
          $0.select = "b"; $0.replace = .init(pattern: "o", replacement: "0")
        }, "0ne"
      ),
      (
        steps {
          $0.select = "b"; $0.prefix = "p:"
        }, "p:one"
      ),
      (steps { $0.template = "t/{id}/{b}" }, "t/7 8/one"), (steps { $0.template = "t/{none}" }, nil),
      (
        steps {
          $0.select = "none"; $0.template = "t/{id}"
        }, nil
      ),
    ]
    for (value, expected) in table {
      let item = try map(node, [(.id, .selector("id")), (.title, value)]).item
      #expect(item?.title == expected, "\(value)")
    }
  }

  @Test func addressesAreAbsoluteAndTemplatesEncoded() throws {
    let node: Node = ["u": [" \n ../x?a=1 "], "id": ["a b/ü"]]
    #expect(try map(node, [(.url, .selector("u"))]).item?.url == "https://h/x?a=1")
    let template = steps { $0.template = "https://x/{id}" }
    #expect(try map(node, [(.url, template)]).item?.url == "https://x/a%20b%2F%C3%BC")
  }

  @Test func titlesOfJSONAreHTMLAndThoseOfMarkupAreText() throws {
    let node: Node = ["t": ["<b>A</b> &#8217; &lt;"]]
    #expect(try map(node, [(.title, .selector("t"))]).item?.title == "A ’ <")
    #expect(try map(node, [(.title, .selector("t"))], html: false).item?.title == "<b>A</b> &#8217; &lt;")
  }

  @Test func contentKeepsMarkup() throws {
    let node: Node = ["c": ["x"], "t": ["t"]]
    let item = try map(
      node, [(.title, .selector("t")), (.contentHTML, .selector("c")), (.contentText, .selector("c"))])
    #expect(item.item?.contentHTML == "<i>x</i>")
    #expect(item.item?.contentText == "x")
  }

  @Test func theIDIsItsOwnElseTheURLElseAHash() throws {
    let node: Node = ["i": ["7"], "u": ["/x"], "t": ["T"], "d": ["3 hours ago"]]
    let own = try map(node, [(.id, .selector("i")), (.url, .selector("u"))]).item
    #expect(own?.id == "7" && own?.hasOwnID == true)
    let url = try map(node, [(.id, .selector("none")), (.url, .selector("u"))]).item
    #expect(url?.id == "https://h/x" && url?.hasOwnID == false)
    let hashed = try map(node, [(.title, .selector("t")), (.datePublished, .selector("d"))]).item
    #expect(hashed?.id == ContentHash.itemID(title: "T", content: nil, date: "3 hours ago"))
    let (dropped, notes) = try map(node, [(.summary, .selector("t"))])
    #expect(dropped == nil && notes.droppedItems == 1)
  }

  @Test func dates() throws {
    let node: Node = [
      "z": ["2025-01-31T10:00:00+01:00"], "n": ["2025-07-01 10:00"], "u": ["1738612800000"], "r": ["3 hours ago"],
      "g": ["31. Januar 2025"], "x": ["soon"], "t": ["T"],
    ]
    let german = steps {
      $0.select = "g"; $0.format = "d. MMMM yyyy"; $0.locale = "de"; $0.zone = "Europe/Berlin"
    }
    let table: [(ValueSetting, String?, String?, Int)] = [
      (.selector("z"), nil, "2025-01-31T09:00:00Z", 0), (.selector("n"), nil, "2025-07-01T10:00:00Z", 1),
      (.selector("n"), "Europe/Berlin", "2025-07-01T08:00:00Z", 0),
      (
        steps {
          $0.select = "n"; $0.zone = "+05:30"
        }, nil, "2025-07-01T04:30:00Z", 0
      ),
      (
        steps {
          $0.select = "u"; $0.unix = .milliseconds
        }, nil, "2025-02-03T20:00:00Z", 0
      ),
      (.selector("r"), nil, "2023-11-14T19:13:20Z", 0), (german, nil, "2025-01-30T23:00:00Z", 0),
      (.selector("x"), nil, nil, 0), (.first([.selector("x"), .selector("z")]), nil, "2025-01-31T09:00:00Z", 0),
    ]
    for (value, zone, expected, zoneless) in table {
      let (item, notes) = try map(node, [(.title, .selector("t")), (.datePublished, value)], zone: zone)
      #expect(item?.datePublished?.rfc3339 == expected, "\(value)")
      #expect(item?.dateModified == nil)
      #expect(notes.zonelessDates == zoneless)
      #expect(notes.unreadableDates == (expected == nil ? 1 : 0))
    }
  }

  @Test func listsOfAuthorsTagsAndFiles() throws {
    let node: Node = [
      "n": ["A", "B"], "u": ["/a", "/b"], "one": ["/c"], "tags": ["x", "", "y", "x"], "f": ["/1.mp3", "/2.mp3"],
      "s": ["10", "20"], "t": ["T"],
    ]
    let paired = try map(
      node, [(.title, .selector("t")), (.tags, .selector("tags"))],
      authors: .init(name: .selector("n"), url: .selector("u")),
      attachments: .init(url: .selector("f"), sizeInBytes: .selector("s"))
    ).item
    #expect(paired?.authors == [Author(name: "A", url: "https://h/a"), Author(name: "B", url: "https://h/b")])
    #expect(paired?.tags == ["x", "y"])
    #expect(paired?.attachments.map(\.url) == ["https://h/1.mp3", "https://h/2.mp3"])
    #expect(paired?.attachments.map(\.sizeInBytes) == [10, 20])
    // Lists that cannot be paired never shift: the first of each is all that is sure.
    let unpaired = try map(
      node, [(.title, .selector("t"))], authors: .init(name: .selector("n"), url: .selector("one")))
    #expect(unpaired.item?.authors == [Author(name: "A", url: "https://h/c")])
  }

  @Test func whatDoesNotCompileIsAProblemWithItsPath() {
    let table: [(ValueSetting, String)] = [
      (steps { $0.match = "(" }, "fields.title"), (steps { $0.template = "a{b" }, "fields.title"),
      (steps { $0.replace = .init(pattern: "a", replacement: "\\9") }, "fields.title"),
      (steps { $0.format = "d. M." }, "fields.title"), (steps { $0.zone = "Nowhere/City" }, "zone"),
    ]
    for (value, path) in table {
      do {
        _ = try map([:], [(.title, value)])
        Issue.record("no problem: \(value)")
      } catch {
        #expect((error as? SettingProblem)?.path.hasSuffix(path) == true, "\(error)")
      }
    }
  }
}
