/// A binary heap of sources by key, smallest on top, in which a source's key can be changed where it stands.
///
/// The machine keeps one for each question that it asks of all sources: whose head is next, who holds the frontier,
/// who may be asked. Each answer costs O(1), each change O(log k).
struct SourceHeap: Sendable {
  private struct Node {
    var key: MergeKey
    var source: Int32
  }

  private var nodes: [Node] = []
  /// For each source its place in `nodes`, -1 where it has none.
  private var places: [Int32]

  /// An empty heap for sources 0 ..< `capacity`.
  init(capacity: Int) { places = Array(repeating: -1, count: capacity) }

  var isEmpty: Bool { nodes.isEmpty }
  var count: Int { nodes.count }

  /// The smallest key.
  var topKey: MergeKey? { nodes.first?.key }
  /// The source with the smallest key.
  var topSource: Int? { nodes.first.map { Int($0.source) } }
  /// All sources in the heap, in no order.
  var sources: some Sequence<Int> { nodes.lazy.map { Int($0.source) } }

  func contains(_ source: Int) -> Bool { places[source] >= 0 }
  func key(of source: Int) -> MergeKey? { places[source] < 0 ? nil : nodes[Int(places[source])].key }

  /// Puts the source in, or moves it to its new key.
  mutating func set(_ source: Int, _ key: MergeKey) {
    let place = Int(places[source])
    guard place >= 0 else {
      nodes.append(Node(key: key, source: Int32(truncatingIfNeeded: source)))
      rise(nodes.count - 1)
      return
    }
    let isLater = nodes[place].key < key
    nodes[place].key = key
    if isLater { sink(place) } else { rise(place) }
  }

  /// Moves the source on top to its new key, which is no smaller.
  mutating func moveTop(to key: MergeKey) {
    guard !nodes.isEmpty else { return }
    nodes[0].key = key
    sink(0)
  }

  /// Takes the source out, where it is in.
  mutating func remove(_ source: Int) {
    let place = Int(places[source])
    guard place >= 0, let last = nodes.popLast() else { return }
    places[source] = -1
    guard place < nodes.count else { return }
    let isLater = nodes[place].key < last.key
    nodes[place] = last
    if isLater { sink(place) } else { rise(place) }
  }

  private mutating func rise(_ start: Int) {
    var place = start
    let node = nodes[place]
    while place > 0 {
      let parent = (place - 1) / 2
      guard node.key < nodes[parent].key else { break }
      put(nodes[parent], at: place)
      place = parent
    }
    put(node, at: place)
  }

  private mutating func sink(_ start: Int) {
    nodes.withUnsafeMutableBufferPointer { nodes in
      places.withUnsafeMutableBufferPointer { places in Self.sink(start, in: nodes, count: nodes.count, places) }
    }
  }

  @inline(__always)
  private static func sink(
    _ start: Int, in nodes: UnsafeMutableBufferPointer<Node>, count: Int, _ places: UnsafeMutableBufferPointer<Int32>
  ) {
    var place = start
    let node = nodes[place]
    // Down to a leaf, always to the smaller child, and up again: a source that gave an item mostly ends far below, and
    // which child is smaller is nothing that a processor could guess.
    while 2 &* place &+ 2 < count {
      let left = 2 &* place &+ 1
      let child = left &+ (nodes[left &+ 1].key.whole < nodes[left].key.whole ? 1 : 0)
      nodes[place] = nodes[child]
      places[Int(nodes[place].source)] = Int32(truncatingIfNeeded: place)
      place = child
    }
    if 2 &* place &+ 1 < count {
      nodes[place] = nodes[2 &* place &+ 1]
      places[Int(nodes[place].source)] = Int32(truncatingIfNeeded: place)
      place = 2 &* place &+ 1
    }
    while place > start {
      let parent = (place &- 1) / 2
      guard node.key < nodes[parent].key else { break }
      nodes[place] = nodes[parent]
      places[Int(nodes[place].source)] = Int32(truncatingIfNeeded: place)
      place = parent
    }
    nodes[place] = node
    places[Int(node.source)] = Int32(truncatingIfNeeded: place)
  }

  /// Goes through the sources by their keys, up to `limit`, each moving to a later key or out.
  ///
  /// - Parameter advance: is given the source on top and the smallest other key, or `limit` where that is smaller; it
  ///   takes what the source has up to there, and gives the source's next key.
  mutating func advance(upTo limit: MergeKey, _ advance: (_ source: Int, _ bound: MergeKey) -> MergeKey?) {
    var count = nodes.count
    nodes.withUnsafeMutableBufferPointer { nodes in
      places.withUnsafeMutableBufferPointer { places in
        while count > 0, nodes[0].key <= limit {
          var bound = limit
          if count > 2 {
            let next = nodes[2].key.whole < nodes[1].key.whole ? 2 : 1
            if nodes[next].key < bound { bound = nodes[next].key }
          } else if count > 1, nodes[1].key < bound {
            bound = nodes[1].key
          }
          let source = Int(nodes[0].source)
          if let key = advance(source, bound) {
            nodes[0].key = key
          } else {
            count &-= 1
            places[source] = -1
            guard count > 0 else { return }
            nodes[0] = nodes[count]
          }
          Self.sink(0, in: nodes, count: count, places)
        }
      }
    }
    nodes.removeLast(nodes.count - count)
  }

  @inline(__always)
  private mutating func put(_ node: Node, at place: Int) {
    nodes[place] = node
    places[Int(node.source)] = Int32(truncatingIfNeeded: place)
  }
}
