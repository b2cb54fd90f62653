/// Cuts a stream of bytes into lines of a bounded length.
struct LineSplitter {
  /// What the stream held.
  enum Piece: Equatable {
    /// A line without its end, and without the carriage return before it.
    case line([UInt8])
    /// A line is longer than the limit; with its beginning. Nothing more is cut.
    case tooLong([UInt8])
  }

  private let limit: Int
  private var rest: [UInt8] = []
  private var isOver = false

  init(limit: Int) { self.limit = limit }

  /// Takes the next bytes; each is looked at once.
  mutating func append(_ bytes: [UInt8]) -> [Piece] {
    guard !isOver else { return [] }
    var pieces: [Piece] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      rest += bytes[start..<end]
      start = end + 1
      guard rest.count <= limit else { return pieces + [overflow()] }
      if rest.last == 0x0D { rest.removeLast() }
      pieces.append(.line(rest))
      rest = []
    }
    rest += bytes[start...]
    return rest.count > limit ? pieces + [overflow()] : pieces
  }

  /// What stands behind the last line end when the stream is over.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return isOver ? [] : rest
  }

  private mutating func overflow() -> Piece {
    isOver = true
    defer { rest = [] }
    return .tooLong(Array(rest.prefix(1_024)))
  }
}
