import TestSupport
import Testing
import URIs
import WeftModel

@testable import WeftMerge

private let all = MergeSettings.eco.with { $0.deduplication = MergeSettings.Deduplication() }

private func item(_ id: String, _ time: Int64, url: String? = nil, title: String? = nil) -> Item {
  var item = Item(id: id)
  item.title = title ?? id
  item.url = url
  item.datePublished = Timestamp(seconds: time)
  return item
}

private func script(_ name: String, _ pages: [[Item]], latency: Double = 0) -> Script {
  var script = Script("\(name)=[]")
  script.pages = pages
  script.latencies = [latency]
  return script
}

/// Case 24: the first in the order is shown, and says who else has it.
@Test func theSameAddressIsOneItem() {
  var simulation = Simulation([Script("A=[10:u,8:v]"), Script("B=[9:u,7:w]")], all)
  simulation.read(9)
  #expect(simulation.feed == "10 8 7")
  #expect(simulation.items.map(\.also) == [["B"], [], []])
  #expect(simulation.asked == "A1 B1")
}

/// What arrived first does not matter: A's copy comes later and stands before B's.
@Test func theFirstInTheOrderWinsWhoeverArrivesFirst() {
  var late = Script("A=[10:u,8:v]")
  late.latencies = [1]
  var simulation = Simulation([late, Script("B=[9:u,7:w]"), Script("C=[8.5:u]")], all)
  simulation.read(9)
  #expect(simulation.feed == "10 8 7")
  #expect(simulation.items[0].also.sorted() == ["B", "C"])
}

@Test func parametersOfCampaignsDoNotCount() {
  let simulation = read([
    [item("1", 9, url: "https://h.example/x?utm_source=a")], [item("2", 8, url: "http://h.example/x?utm_source=b")],
    [item("3", 7, url: "https://h.example/?p=1")], [item("4", 6, url: "https://h.example/?p=2")],
  ])
  #expect(simulation.ids == ["1", "3", "4"])
  #expect(simulation.items[0].item.url == "https://h.example/x?utm_source=a")
}

@Test func anIDCountsOnlyIfItIsAnAbsoluteURI() {
  #expect(read([[item("7", 9)], [item("7", 8)]]).ids == ["7", "7"])
  #expect(read([[item("tag:x,2025:7", 9)], [item("tag:x,2025:7", 8)]]).ids == ["tag:x,2025:7"])
  #expect(read([[item("tag:x", 9)], [item("tag:x", 8)]], all.with { $0.deduplication.byID = false }).ids.count == 2)
}

@Test func theHomePageIsNoIdentity() {
  var first = script("A", [[item("1", 9, url: "https://h.example/")]])
  first.homePage = "http://h.example"
  var simulation = Simulation([first, script("B", [[item("2", 8, url: "https://h.example/")]])], all)
  simulation.read(9)
  #expect(simulation.ids == ["1", "2"])
}

@Test func anAddressOfSeveralItemsIsNoIdentity() {
  // On one page, and over two.
  #expect(
    read([
      [item("1", 9, url: "https://h.example/a"), item("2", 8, url: "https://h.example/a")],
      [item("3", 7, url: "https://h.example/a")],
    ]).ids == ["1", "2", "3"])
  var simulation = Simulation(
    [
      script("A", [[item("1", 9, url: "https://h.example/a")], [item("2", 8, url: "https://h.example/a")]]),
      script("B", [[item("3", 7, url: "https://h.example/a")]], latency: 1),
    ],
    all.with {
      $0.mode = .smooth
      $0.prefetch = 9
    })
  simulation.read(9)
  #expect(simulation.ids == ["1", "2", "3"])
}

@Test func afterAWeekItIsAnotherItem() {
  let week: Int64 = 7 * 86_400
  #expect(read([[item("1", 2 * week, url: "https://h/a")], [item("2", week, url: "https://h/a")]]).ids == ["1"])
  #expect(
    read([[item("1", 2 * week, url: "https://h/a")], [item("2", week - 1, url: "https://h/a")]]).ids == ["1", "2"])
}

/// An item without a time is not far from others in time.
@Test(arguments: MergeSettings.Undated.allCases)
func undatedItemsAreTheSameAsDatedOnes(_ undated: MergeSettings.Undated) {
  for latencies in [[0.0, 1.0], [1.0, 0.0]] {
    var first = Script("A=[9,-:w]")
    var second = Script("B=[8:w,7]")
    first.latencies = [latencies[0]]
    second.latencies = [latencies[1]]
    var simulation = Simulation([first, second], all.with { $0.undated = undated })
    simulation.read(9)
    #expect(simulation.named == (undated == .last ? "A9 B8 B7" : "A9 A- B7"))
  }
}

@Test func titlesCountOnlyIfAskedForAndOnOneDay() {
  let weekly = [
    [item("1", 90_000, title: "Weekly thread")], [item("2", 87_000, title: "Weekly thread")],
    [item("3", 10, title: "Weekly thread")],
  ]
  #expect(read(weekly).ids == ["1", "2", "3"])
  #expect(read(weekly, all.with { $0.deduplication.byTitle = true }).ids == ["1", "3"])
}

/// All items that share an identity are one, in whatever order the pages arrive.
@Test func identityIsTransitive() {
  var first = item("tag:one", 9, url: "https://h.example/1")
  first.hasOwnID = true
  let pages = [[first], [item("tag:one", 8, url: "https://h.example/2")], [item("3", 7, url: "https://h.example/2")]]
  for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
    let scripts = pages.indices.map { script("S\($0)", [pages[$0]], latency: Double(order[$0]) + 0.5) }
    var simulation = Simulation(scripts, all)
    simulation.read(9)
    #expect(simulation.ids == ["tag:one"] && simulation.items.first?.source == "S0", "\(order)")
    #expect(simulation.items.first?.also.sorted() == ["S1", "S2"], "\(order)")
  }
}

/// By turns a duplicate uses up its turn, so that what is shown does not depend on arrival.
@Test func duplicatesUseUpTheirTurn() {
  for latencies in [[0.0, 1.0], [1.0, 0.0]] {
    var first = Script("A=[a:u,b:v,c:w]")
    var second = Script("B=[x:v,y:u,z:q]")
    first.latencies = [latencies[0]]
    second.latencies = [latencies[1]]
    var simulation = Simulation([first, second], all.with { $0.order = .interleave })
    simulation.read(9)
    #expect(simulation.feed == "a x c z")
    // In the first run `a` was handed out before B's page was there.
    #expect(simulation.items.map(\.also) == [latencies[0] == 0 ? [] : ["B"], ["A"], [], []])
  }
}

/// P17: what was deduplicated once stays as it is.
@Test func deduplicationIsIdempotent() {
  for seed in UInt64(1)...50 {
    var world = World(seed: seed)
    var random = SplitMix64(seed: seed)
    for source in world.scripts.indices {
      for page in world.scripts[source].pages.indices {
        for index in world.scripts[source].pages[page].indices {
          world.scripts[source].pages[page][index].url =
            "https://h.example/\(Int.random(in: 0..<20, using: &random))/\(source)"
            .replacing("/\(source)", with: Bool.random(using: &random) ? "" : "/\(source)")
        }
      }
    }
    var first = Simulation(world.scripts, all)
    first.read(1_000_000)
    var once = Simulation([script("once", [first.items.map(\.item)])] + [Script("other=[]")], all)
    once.read(1_000_000)
    #expect(once.ids == first.ids, "seed \(seed)")
  }
}

/// The hash of an address that is canonical already is that of its canonical form.
@Test(arguments: [
  "https://example.org/a/b-c_d~e/2025", "http://sub.example.org/", "https://example.org/x;y",
  "https://example.org/a/./b",
  "https://example.org/A%2fb", "https://EXAMPLE.org/a", "https://example.org:443/a", "https://example.org",
  "https://example.org/a?b=c", "https://example.org/a#b", "https://example.org./a", "https://u@example.org/a",
])
func plainAddressesHashAsTheirCanonicalForm(_ address: String) {
  let other = address.replacing("https://", with: "HTTPS://").replacing("http://", with: "HTTP://")
  #expect(AddressHash.of(address, stripQuery: []) == AddressHash.of(other, stripQuery: []))
  #expect(AddressHash.of(address, stripQuery: []) != AddressHash.of("https://example.org/z", stripQuery: []))
}

/// The quick way, sixteen bytes at a time, and the long way round say the same of every address.
@Test func quickAndLongWaysAgree() {
  var random = SplitMix64(seed: 20_261)
  let hosts = [
    "example.org", "www.a-long-name-of-a-host.example.org", "EXAMPLE.org", "example.org.", "h.example1",
    "my_host.example",
    "192.168.0.1", "x", "xn--bcher-kva.example", "user@example.org", "example.org:80", "Example.com",
    "subdomain.that.is.longer.than.sixteen.bytes.Example", ".example.org",
  ]
  let pieces = [
    "/", "a", "B", "9", "-", "_", ".", "..", "~", "%41", "%2f", " ", "\t", "é", "日", "+", ":", "@", ";",
    "story-of-the-day",
    "2025/06/", "?q=1", "#top", "#!app", "|", "\u{0}", "[",
  ]
  for round in 0..<(isLong ? 200_000 : 4_000) {
    var rest = random.pick(hosts)
    // Most are quick: a path of a few plain pieces, and perhaps one that is not.
    if random.below(8) > 0 { rest += "/" }
    for _ in 0..<random.below(9) { rest += pieces[random.below(random.below(4) == 0 ? pieces.count : 8)] }
    let scheme = random.pick(["http://", "https://"])
    let quick = AddressHash.of(scheme + rest, stripQuery: [])
    let canonical = canonicalURL(scheme + rest)
    let long = AddressHash.of(scheme.uppercased() + rest, stripQuery: [])
    check(quick == long, "round \(round): \(scheme + rest) (\(canonical))")
    let other = scheme + "other.example/" + rest
    check(quick != AddressHash.of(other, stripQuery: []), "round \(round): \(other)")
  }
}

/// A name is taken as written, but for what is trimmed of every address.
@Test(arguments: ["tag:x.example,2025:1 ", "tag:x.example,2025:1\n", "tag:x.exa\tmple,2025:1"])
func namesAreTrimmedAsAddressesAre(_ id: String) {
  #expect(read([[item("tag:x.example,2025:1", 9)], [item(id, 8)]]).ids == ["tag:x.example,2025:1"])
  #expect(read([[item("tag:x.example,2025:1", 9)], [item(id + "2", 8)]]).ids.count == 2)
}

/// What is cut off a page by `max_items` makes no address of what is left shared.
@Test func whatIsCutOffIsNotLookedAt() {
  var first = script("A", [[item("1", 9, url: "https://h.example/x"), item("2", 8, url: "https://h.example/x")]])
  let second = script("B", [[item("3", 7, url: "https://h.example/x")]])
  func ids(_ limit: Int?) -> [String] {
    first.maxItems = limit
    var simulation = Simulation([first, second], all)
    simulation.read(9)
    return simulation.ids
  }
  #expect(ids(nil) == ["1", "2", "3"])
  #expect(ids(1) == ["1"])
}

private func read(_ pages: [[Item]], _ settings: MergeSettings = all) -> Simulation {
  var simulation = Simulation(pages.indices.map { script("S\($0)", [pages[$0]]) }, settings)
  simulation.read(99)
  return simulation
}

/// Of what was read only so much is kept as the next items may equal, whether or not those are compared with it.
@Test(arguments: [MergeSettings.Deduplication.Scope.all, .source])
func ofPagesThatWereReadTheLastAreKept(scope: MergeSettings.Deduplication.Scope) {
  let scripts = (0..<2).map { source in
    script(
      "AB".map(String.init)[source],
      (0..<60).map { page in (0..<3).map { item("\(source)/\(page)/\($0)", Int64(1_000 - page * 6 - $0 * 2 - source)) }
      })
  }
  var simulation = Simulation(scripts, all.with { $0.deduplication.scope = scope })
  for position in stride(from: 5, through: 355, by: 5) {
    simulation.read(position)
    for source in 0..<2 {
      // The page before the reader's, those whose items are being handed out, and the last one.
      let pages = simulation.machine.progress.readPages(of: source)
      #expect(pages.count <= 4, "at \(position)")
      #expect(pages.filter { $0.slot != nil }.allSatisfy { $0.open > 0 }, "at \(position)")
    }
  }
  #expect(simulation.items.count == 355)
}
