import Glibc

/// A buffered writer on a file descriptor.
struct FileWriter: Sendable {
  /// Why bytes could not be written.
  enum Failure: Error, Equatable {
    /// Nobody reads the pipe any more: no error, the reader had enough.
    case closedPipe
    /// The system's error number.
    case system(Int32)
  }

  private let descriptor: Int32
  private let capacity: Int
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32, capacity: Int = 1 << 16) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// Puts the text into the buffer, and writes where that is full.
  mutating func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { try flush() }
  }

  /// Puts the bytes into the buffer, and writes where that is full.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  /// Writes what the buffer holds.
  mutating func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try FileWriter.writeAll(buffer, to: descriptor)
  }

  /// Writes all bytes, however often the system takes only a part or is interrupted.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
      }
      if count > 0 {
        offset += count
        continue
      }
      let number = errno
      switch number {
      case EINTR: continue
      case EAGAIN:
        // A pipe that another program made non-blocking: wait until it takes more.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
      case EPIPE: throw .closedPipe
      default: throw .system(number)
      }
    }
  }
}
