import Glibc
import Synchronization

/// A server over plain sockets that answers as badly as it is told: a connection serves one request.
///
/// `@unchecked`: what changes is behind a mutex, or belongs to the thread of one connection.
final class FaultServer: @unchecked Sendable {
  /// What the server does with a connection, one step after the other; at the end it is closed.
  enum Step: Sendable {
    case send([UInt8])
    case pause(milliseconds: UInt32)
    /// Sends the bytes so many times, or until the client leaves.
    case again([UInt8], times: Int)
    /// Waits until the client leaves.
    case hang
    /// Ends the connection with a reset.
    case reset
  }

  let port: Int
  var origin: String { "http://127.0.0.1:\(port)" }
  private let listener: Int32
  private let answer: @Sendable (_ target: String, _ number: Int) -> [Step]
  private let counts = Mutex<[String: Int]>([:])
  private let open = Mutex<(count: Int, waiter: CheckedContinuation<Void, Never>?)>((0, nil))

  /// - Parameter answer: gets the target of a request, and how many there were of it, this one counted.
  init(_ answer: @escaping @Sendable (_ target: String, _ number: Int) -> [Step]) {
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = listener
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, length)
        _ = listen(socket, 64)
        _ = getsockname(socket, $0, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    Self.thread(Work(listener: listener, server: self))
  }

  /// Waits until every connection that was taken is closed.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isIdle = open.withLock { open in
        if open.count > 0 { open.waiter = continuation }
        return open.count == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func connections(_ change: Int) {
    let waiter = open.withLock { open in
      open.count += change
      defer { if open.count == 0 { open.waiter = nil } }
      return open.count == 0 ? open.waiter : nil
    }
    waiter?.resume()
  }

  /// Takes no further connection.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private final class Work {
    let listener: Int32
    let client: Int32?
    let server: FaultServer
    init(listener: Int32, client: Int32? = nil, server: FaultServer) {
      self.listener = listener
      self.client = client
      self.server = server
    }
  }

  private static func thread(_ work: Work) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        if let client = work.client {
          work.server.serve(client)
        } else {
          while case let client = accept(work.listener, nil, nil), client >= 0 {
            work.server.connections(1)
            FaultServer.thread(Work(listener: work.listener, client: client, server: work.server))
          }
          close(work.listener)
        }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    pthread_detach(thread)
  }

  private func serve(_ client: Int32) {
    defer {
      close(client)
      connections(-1)
    }
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      head += buffer[..<count]
    }
    let words = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    guard words.count > 1 else { return }
    let target = String(words[1])
    let number = counts.withLock { counts in
      counts[target, default: 0] += 1
      return counts[target, default: 0]
    }
    for step in answer(target, number) {
      switch step {
      case .send(let bytes): guard send(client, bytes) else { return }
      case .pause(let milliseconds): usleep(milliseconds * 1_000)
      case .again(let bytes, let times):
        for _ in 0..<times { guard send(client, bytes) else { return } }
      case .hang: while recv(client, &buffer, buffer.count, 0) > 0 {}
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        return
      }
    }
    // Reading to the end keeps the kernel from resetting the connection before the bytes are read.
    shutdown(client, Int32(SHUT_WR))
    while recv(client, &buffer, buffer.count, 0) > 0 {}
  }

  private func send(_ client: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
