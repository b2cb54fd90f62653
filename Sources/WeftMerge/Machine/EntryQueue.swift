/// Entries in order, taken from the front.
struct EntryQueue: Sendable {
  private var storage: [Entry] = []
  private var head = 0
  /// How many entries the storage has: kept here, for there it may lie far from the one that is next.
  private var end = 0

  var count: Int { end - head }
  var isEmpty: Bool { head == end }
  var first: Entry? { isEmpty ? nil : storage[head] }
  var firstKey: MergeKey? { isEmpty ? nil : storage[head].key }
  var last: Entry? { isEmpty ? nil : storage[end - 1] }
  var lastKey: MergeKey? { isEmpty ? nil : storage[end - 1].key }

  subscript(_ index: Int) -> Entry {
    get { storage[head + index] }
    set { storage[head + index] = newValue }
  }

  mutating func append(_ entry: Entry) {
    storage.append(entry)
    end += 1
  }

  mutating func popFirst() -> Entry? {
    guard head < end else { return nil }
    let entry = storage[head]
    drop(1)
    return entry
  }

  /// Takes so many entries, or all, from the front.
  mutating func popFirst(_ count: Int) -> [Entry] {
    let count = min(count, self.count)
    let entries = Array(storage[head..<head + count])
    drop(count)
    return entries
  }

  mutating func append(_ entries: some Collection<Entry>) {
    storage.append(contentsOf: entries)
    end = storage.count
  }

  /// Takes the entries with keys of at most `key`, as many as there is room for; gives the key of the first that is left.
  ///
  /// - Parameter count: how many of `room` are taken.
  @inline(__always)
  mutating func move(
    upTo key: MergeKey, to room: UnsafeMutableBufferPointer<Entry>, _ count: inout Int
  ) -> MergeKey? {
    let (start, limit) = (head, end)
    let next: (place: Int, key: MergeKey?) = storage.withUnsafeBufferPointer { storage in
      var place = start
      while place < limit {
        let entry = storage[place]
        guard entry.key <= key, count < room.count else { return (place, entry.key) }
        room[count] = entry
        count &+= 1
        place &+= 1
      }
      return (place, nil)
    }
    drop(next.place &- start)
    return next.key
  }

  /// Forgets entries at the front; what is empty before them is given back in large steps.
  private mutating func drop(_ count: Int) {
    head += count
    if head == end {
      empty()
    } else if head >= 512, head * 2 >= end {
      storage.removeFirst(head)
      end -= head
      head = 0
    }
  }

  private mutating func empty() {
    storage.removeAll(keepingCapacity: true)
    (head, end) = (0, 0)
  }

  mutating func popLast() -> Entry? {
    guard head < end else { return nil }
    let entry = storage.removeLast()
    end -= 1
    if head == end { empty() }
    return entry
  }

  mutating func prepend(_ entry: Entry) {
    if head > 0 {
      head -= 1
      storage[head] = entry
    } else {
      storage.insert(entry, at: 0)
      end += 1
    }
  }

  /// How many entries have a key of at most `key`; the queue is in the order of its keys.
  func count(upTo key: MergeKey) -> Int {
    var low = head
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if storage[middle].key <= key { low = middle + 1 } else { high = middle }
    }
    return low - head
  }

  /// Merges sorted entries into the sorted queue: one pass from the back, no further than the first of them.
  mutating func merge(_ entries: some BidirectionalCollection<Entry>) {
    guard let smallest = entries.first else { return }
    guard let lastKey, smallest.key < lastKey else {
      return append(entries)
    }
    var tail: [Entry] = []
    while end > head, smallest.key < storage[end - 1].key {
      tail.append(storage.removeLast())
      end -= 1
    }
    for entry in entries {
      while let next = tail.last, next.key < entry.key {
        storage.append(next)
        tail.removeLast()
      }
      storage.append(entry)
    }
    while let next = tail.popLast() { storage.append(next) }
    end = storage.count
  }

  mutating func remove(at index: Int) {
    storage.remove(at: head + index)
    end -= 1
    if head == end { empty() }
  }

  /// The place of the entry with this key; the queue is in the order of its keys.
  func index(of key: MergeKey) -> Int? {
    let index = count(upTo: key) - 1
    return index >= 0 && storage[head + index].key == key ? index : nil
  }

  /// The place of a source's entry, by its sequence; looks at each.
  func index(source: Int, sequence: UInt32) -> Int? {
    storage[head...].firstIndex { $0.sequence == sequence && $0.source == source }.map { $0 - head }
  }
}
