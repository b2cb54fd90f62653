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
  /// The client has left, or the server stops.
  private var isStopped = false

  /// `pause` waits, and says whether to go on.
  init(_ body: ServerResponse.Body, pause: @escaping (Duration?) -> Bool) {
    self.body = body
    self.pause = pause
  }

  /// Copies as much as fits of what comes next.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Piece {
    if rest.isEmpty {
      // A body that ends before its announced length makes libmicrohttpd close the connection by itself.
      guard let piece = nextPiece() else { return isStopped ? .brokenOff : .end }
      rest = piece[...]
    }
    let part = rest.prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(part.count)
    return .bytes(part.count)
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
        guard goesOn(after: duration) else { return nil }
        next += 1
        if !pieces[next - 1].isEmpty { return pieces[next - 1] }
      }
      return nil
    case .stream(let piece):
      while let bytes = piece() {
        if !bytes.isEmpty { return bytes }
      }
      return nil
    case .endless(let bytes): return goesOn(after: .zero) && !bytes.isEmpty ? bytes : nil
    case .never, .hangUp: return nil
    }
  }

  private func goesOn(after duration: Duration) -> Bool {
    isStopped = !pause(duration)
    return !isStopped
  }
}
