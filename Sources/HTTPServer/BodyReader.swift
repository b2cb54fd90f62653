internal import CMicroHTTPD

/// Hands out the body of one response piece by piece; the thread of the connection is the only one that calls it.
final class BodyReader {
  /// What a read yields.
  enum Piece: Equatable {
    case bytes(Int)
    case end
    case brokenOff
  }

  private let body: ServerResponse.Body
  private let pause: (Duration?) -> Bool
  private var next = 0
  private var rest: ArraySlice<UInt8> = []

  /// `pause` waits, and says whether to go on.
  init(_ body: ServerResponse.Body, pause: @escaping (Duration?) -> Bool) {
    self.body = body
    self.pause = pause
  }

  /// Copies as much as fits of what comes next.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Piece {
    if rest.isEmpty {
      guard let piece = nextPiece() else { return isBrokenOff ? .brokenOff : .end }
      rest = piece[...]
    }
    let part = rest.prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(part.count)
    return .bytes(part.count)
  }

  private var stopped = false

  private var isBrokenOff: Bool {
    if stopped { return true }
    return switch body {
    case .brokenOff, .wrongLength: true
    case .bytes, .slowly, .stream, .endless, .never, .hangUp: false
    }
  }

  /// The next piece that is not empty; `nil`: none.
  private func nextPiece() -> [UInt8]? {
    switch body {
    case .bytes(let bytes), .brokenOff(let bytes), .wrongLength(let bytes, _):
      guard next == 0, !bytes.isEmpty else { return nil }
      next = 1
      return bytes
    case .slowly(let pieces, let duration):
      while next < pieces.count {
        guard pause(duration) else {
          stopped = true
          return nil
        }
        next += 1
        if !pieces[next - 1].isEmpty { return pieces[next - 1] }
      }
      return nil
    case .stream(let piece):
      while let bytes = piece() {
        if !bytes.isEmpty { return bytes }
      }
      return nil
    case .endless(let bytes): return pause(.zero) && !bytes.isEmpty ? bytes : nil
    case .never, .hangUp: return nil
    }
  }
}
