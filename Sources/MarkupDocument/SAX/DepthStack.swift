/// What is open, the innermost last; behind a raw pointer, as `ByteBuffer` is.
struct DepthStack<Element>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity = 32
  private(set) var count = 0

  init() { storage = .allocate(capacity: capacity) }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  var last: Element? { count > 0 ? storage[count - 1] : nil }

  /// - Precondition: `index` is below `count`.
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return storage[index]
  }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (storage + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always) mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return (storage + count).move()
  }

  @inline(never) private mutating func grow() {
    let wider = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    wider.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = wider
    capacity *= 2
  }
}
