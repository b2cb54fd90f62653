import Glibc

/// A client over a bare socket: what it sends and receives are bytes.
public final class PlainClient {
  /// The socket's descriptor.
  public let socket: Int32

  /// A client that is connected; `nil`: nobody listens.
  public init?(port: Int, host: String = "127.0.0.1") {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { return nil }
  }

  deinit { close(socket) }

  /// Sends all of the text, as far as the other side takes it.
  public func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// What comes next, at most so many bytes; empty at the end.
  public func receive(_ size: Int = 65_536) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: size)
    let count = recv(socket, &buffer, size, 0)
    return Array(buffer.prefix(max(count, 0)))
  }

  /// Waits so many milliseconds for the server to close the connection.
  ///
  /// - Returns: it is still open.
  public func isOpen(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(bitPattern: UInt16(0x2000)), revents: 0)  // POLLRDHUP
    return poll(&entry, 1, milliseconds) == 0
  }

  /// All that comes until the server closes.
  public func receiveAll() -> String {
    var all: [UInt8] = []
    while case let piece = receive(), !piece.isEmpty { all += piece }
    return String(decoding: all, as: UTF8.self)
  }

  /// Sends a request that closes the connection and returns head and body.
  public static func get(
    _ port: Int, _ target: String, method: String = "GET", body: String = "", host: String = "127.0.0.1"
  ) -> (head: String, body: String)? {
    guard let client = PlainClient(port: port, host: host) else { return nil }
    client.send(
      "\(method) \(target) HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\nX-One: 1\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let all = client.receiveAll()
    guard let gap = all.firstRange(of: "\r\n\r\n") else { return (all, "") }
    return (String(all[..<gap.lowerBound]), String(all[gap.upperBound...]))
  }
}
