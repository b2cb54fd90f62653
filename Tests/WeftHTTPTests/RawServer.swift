import Glibc

/// A server over plain sockets: whatever is asked, it sends these bytes and closes.
final class RawServer: @unchecked Sendable {
  let port: Int
  private let listener: Int32

  var origin: String { "http://127.0.0.1:\(port)" }

  /// - Parameter repeating: sent again and again after the bytes, until the client leaves.
  /// - Parameter accepts: `false`: the port is open, but no connection is ever taken, and a few fill the queue.
  init(_ bytes: [UInt8], repeating: [UInt8] = [], accepts: Bool = true) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = listen(listener, accepts ? 64 : 0)
        _ = getsockname(listener, $0, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard accepts else {
      fillQueue(address)
      return
    }
    let work = Work(listener: listener, bytes: bytes, repeating: repeating)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    pthread_detach(thread)
  }

  convenience init(_ text: String, repeating: String = "") {
    self.init(Array(text.utf8), repeating: Array(repeating.utf8))
  }

  private var fillers: [Int32] = []

  private func fillQueue(_ address: sockaddr_in) {
    for _ in 0..<4 {
      let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      _ = fcntl(filler, F_SETFL, O_NONBLOCK)
      var address = address
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      fillers.append(filler)
    }
  }

  deinit {
    // Ends the accept of the thread, which closes the socket.
    shutdown(listener, Int32(SHUT_RDWR))
    for filler in fillers { close(filler) }
    if !fillers.isEmpty { close(listener) }
  }

  private final class Work {
    let listener: Int32
    let bytes: [UInt8]
    let repeating: [UInt8]

    init(listener: Int32, bytes: [UInt8], repeating: [UInt8]) {
      self.listener = listener
      self.bytes = bytes
      self.repeating = repeating
    }

    func run() {
      while case let client = accept(listener, nil, nil), client >= 0 {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = recv(client, &buffer, buffer.count, 0)
        var isOpen = sendAll(client, bytes)
        while isOpen, !repeating.isEmpty { isOpen = sendAll(client, repeating) }
        // Reading to the end keeps the kernel from resetting the connection before the bytes are read.
        shutdown(client, Int32(SHUT_WR))
        while recv(client, &buffer, buffer.count, 0) > 0 {}
        close(client)
      }
      close(listener)
    }

    private func sendAll(_ client: Int32, _ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
