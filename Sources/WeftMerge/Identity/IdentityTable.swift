/// Where an item lies: its source, and its place among the items received from it.
struct ItemPlace: Hashable, Sendable {
  var source: Int
  var sequence: UInt32
}

struct IdentityTable: Sendable {}
