import WeftModel
import WeftPaging

/// Where an item lies: its source, and its place among the items received from it.
struct ItemPlace: Hashable, Sendable {
  var source: Int
  var sequence: UInt32
  /// The item's time as a key's `major`; `nil`: it has none.
  var major: Int64?

  static func == (left: ItemPlace, right: ItemPlace) -> Bool {
    left.source == right.source && left.sequence == right.sequence
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(sequence)
  }
}

/// The identities of the items received, each with the item that holds it. What lies too far behind the reader is dropped
/// when the table would grow.
///
/// What is held stands in the order in which it came, so that it is written, and dropped, from one end to the other; what
/// is looked into all over has only the numbers of what is held.
struct IdentityTable: Sendable {
  /// The item that holds an identity.
  struct Holder: Sendable {
    var place: ItemPlace
    /// The identity stands for several items of one source, so it tells nothing.
    var isAmbiguous = false
  }

  private var tags = HashTags()
  private var numbers: [UInt32] = []
  private var held = HeldIdentities()
  /// What the first looks found: kept so that they are made.
  private var seen: UInt64 = 0
  var count: Int { tags.count }

  /// The holder of an identity.
  func holder(of hash: UInt64) -> Holder? { place(of: hash).map { held[numbers[$0]].holder } }

  private func place(of hash: UInt64) -> Int? { tags.place(of: hash) { held[numbers[$0]].hash == hash } }

  /// Gives each of a page's entries its identities, as far as nobody holds them.
  ///
  /// - Parameters:
  ///   - expired: identities of items newer than this (as a key's `major`) may be forgotten.
  ///   - major: an item's time as a key's `major`; `nil`: it has none.
  /// - Returns: for each entry of whose identities some were held already, its index and a bit for each of those.
  mutating func add(
    _ page: PageIdentities, of entries: [Entry], expired: Int64, major: (Entry) -> Int64?
  ) -> [(index: Int, kinds: Int)] {
    guard page.kinds > 0 else { return [] }
    if tags.isShort(of: page.hashes.count) { makeRoom(for: page.hashes.count, expired: expired) }
    for hash in page.hashes {
      let look = tags.firstLook(hash)
      seen |= look.tags | UInt64(numbers[look.place])
    }
    var met: [(index: Int, kinds: Int)] = []
    let step = HeldIdentities.Piece.length / page.kinds
    for start in stride(from: 0, to: entries.count, by: step) {
      let indices = start..<min(start + step, entries.count)
      held.makeRoom(for: indices.count * page.kinds)
      let before = held.full
      let firstNumber = held.nextNumber
      held.last.count = held.last.identities.withUnsafeMutableBufferPointer { held in
        var number = firstNumber
        numbers.withUnsafeMutableBufferPointer { numbers in
          tags.fill { tags in
            for index in indices {
              let first = entries[index].index &* page.kinds
              let time = major(entries[index])
              var kinds = 0
              for kind in 0..<page.kinds {
                let hash = page.hashes[first &+ kind]
                guard hash != 0 else { continue }
                let place = tags.insert(hash) { HeldIdentities.identity(numbers[$0], before, held).hash == hash }
                guard let place else {
                  kinds |= 1 << kind
                  continue
                }
                numbers[place] = number
                held[HeldIdentities.index(of: number)] = HeldIdentity(
                  hash, source: entries[index].source, sequence: entries[index].sequence, major: time)
                number &+= 1
              }
              if kinds != 0 { met.append((index, kinds)) }
            }
          }
        }
        return HeldIdentities.index(of: firstNumber) &+ Int(number &- firstNumber)
      }
    }
    return met
  }

  /// Gives an identity to a holder.
  ///
  /// - Parameter expired: identities of items newer than this (as a key's `major`) may be forgotten.
  mutating func set(_ hash: UInt64, _ holder: Holder, expired: Int64) {
    let identity = HeldIdentity(hash, holder)
    if let place = place(of: hash) { return held[numbers[place]] = identity }
    if tags.isShort(of: 1) { makeRoom(for: 1, expired: expired) }
    let number = held.append(identity)
    tags.fill { numbers[$0.insertNew(hash)] = number }
  }

  private mutating func makeRoom(for room: Int, expired: Int64) {
    if expired != .min { held.drop(expired) }
    tags.removeAll(roomFor: held.count &+ room)
    if numbers.count != tags.capacity { numbers = Array(repeating: 0, count: tags.capacity) }
    numbers.withUnsafeMutableBufferPointer { numbers in
      tags.fill { tags in
        held.forEach { number, hash in numbers[tags.insertNew(hash)] = number }
      }
    }
  }
}
