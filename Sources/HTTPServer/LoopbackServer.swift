internal import CMicroHTTPD
import Glibc

/// An HTTP/1.1 server for the demo site, for tests and for the reader in a browser.
///
///     let server = try LoopbackServer { request in .text("you asked \(request.target)") }
///     defer { server.stop() }
///     // server.origin is "http://127.0.0.1:PORT"
///
/// `@unchecked`: the daemon's handle is set once, and taken once under the lock of the log.
public final class LoopbackServer: @unchecked Sendable {
  /// The port it listens at.
  public let port: Int
  /// `http://HOST:PORT`, without a slash at the end.
  public let origin: String

  private let core: ServerCore
  private var daemon: OpaquePointer?

  /// Starts a server; the handler is called on the thread of the connection and may block.
  ///
  /// - Parameters:
  ///   - host: an IP address; only loopback ones (127.0.0.0/8, ::1), unless `allowsAnyAddress`.
  ///   - port: 0 takes a free one.
  ///   - keepsRequests: `false`: requests are counted, not kept; for measurements.
  ///   - certificate: serves https; a certificate and its key as PEM texts.
  ///   - limits: what clients may take; `nil`: whatever they want, for tests.
  /// - Throws: `ServerError`.
  public init(
    host: String = "127.0.0.1", port: Int = 0, allowsAnyAddress: Bool = false, keepsRequests: Bool = true,
    certificate: (certificate: String, key: String)? = nil, limits: ServerLimits? = nil,
    handler: @escaping @Sendable (ServerRequest) -> ServerResponse
  ) throws(ServerError) {
    guard let address = SocketAddress(host: host, port: port) else { throw .notAnAddress(host) }
    guard address.isLoopback || allowsAnyAddress else { throw .notLoopback(host) }
    let core = ServerCore(keepsRequests: keepsRequests, limits: limits, handler)
    self.core = core
    var flags =
      MHD_USE_THREAD_PER_CONNECTION.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_USE_POLL.rawValue
      | MHD_USE_ITC.rawValue
    if address.isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    if certificate != nil { flags |= MHD_USE_TLS.rawValue }
    // The core outlives the daemon: `stop` releases it after the last thread has ended.
    let context = Unmanaged.passRetained(core)
    let started = LoopbackServer.withLimits(limits) { bounds in
      address.withPointer { address in
        // Null where there is none; libmicrohttpd reads both while it starts.
        withText(certificate?.certificate) { certificateText in
          withText(certificate?.key) { keyText in
            weft_mhd_start(
              flags, address, context.toOpaque(), answerRequest, beginRequest, endRequest, noticeConnection,
              certificateText, keyText, bounds)
          }
        }
      }
    }
    guard let started else {
      context.release()
      throw .cannotListen(host: host, port: port)
    }
    daemon = started
    if core.connections != nil { ServerSweep.start(core) }
    self.port = Int(weft_mhd_port(started))
    origin = (certificate == nil ? "http://" : "https://") + (address.isIPv6 ? "[\(host)]" : host) + ":\(self.port)"
  }

  deinit { stop() }

  private static func withLimits<Result>(
    _ limits: ServerLimits?, _ body: (UnsafePointer<weft_mhd_limits>?) -> Result
  ) -> Result {
    guard let limits else { return body(nil) }
    var bounds = weft_mhd_limits(
      connections: UInt32(clamping: limits.connections + ServerLimits.reserve),
      connections_per_address: UInt32(clamping: limits.connectionsPerAddress + ServerLimits.reserve),
      idle_seconds: UInt32(clamping: limits.idleSeconds), connection_bytes: UInt32(clamping: limits.connectionBytes))
    return withUnsafePointer(to: &bounds, body)
  }

  /// Closes the port, answers what it was asked, and then stops; after `seconds` it stops all the same, and does not
  /// wait for threads that hang in a handler.
  public func finish(within seconds: Int = 10) { finish(within: seconds, endingWithin: 2_000) }

  /// - Parameter milliseconds: so long it waits for the threads to end.
  func finish(within seconds: Int, endingWithin milliseconds: Int) {
    // The handle stays with us until `stop`, which may come from another thread only after this one.
    guard let running = core.log.update({ _ in daemon }) else { return }
    core.stop.finish()
    let listening = MHD_quiesce_daemon(running)
    if listening >= 0 { close(listening) }
    for _ in 0..<(max(seconds, 0) * 200) where core.log.current.requestsOpen > 0 {
      guard core.stop.pause(.milliseconds(5), socket: -1) else { break }
    }
    guard let running = takeDaemon() else { return }
    core.stop.raise()
    DaemonEnd(running, core).wait(milliseconds: milliseconds)
  }

  /// Closes the port and all connections, and waits for their threads; not to be called from a handler.
  public func stop() {
    guard let running = takeDaemon() else { return }
    core.stop.raise()
    MHD_stop_daemon(running)
    Unmanaged.passUnretained(core).release()
  }

  private func takeDaemon() -> OpaquePointer? {
    core.log.update { _ in
      defer { daemon = nil }
      return daemon
    }
  }

  /// What it has seen so far.
  public var activity: ServerActivity { core.log.current }

  /// All requests so far, in the order in which they were complete.
  public var requests: [ServerRequest] { core.log.current.requests }

  /// Forgets the requests seen so far.
  public func forgetRequests() { core.log.update { $0.requests = [] } }

  /// Waits until the condition holds of what it has seen.
  @discardableResult
  public func wait(until condition: @escaping @Sendable (ServerActivity) -> Bool) async -> ServerActivity {
    await core.log.wait(until: condition)
  }
}

private func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString(body)
}

private func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
  Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
}

private func beginRequest(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  Unmanaged.passRetained(ServerCore.Incoming(target: target.map { String(cString: $0) } ?? "")).toOpaque()
}

private func answerRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let method, let size, let opaque = request?.pointee else { return .NO }
  let incoming = Unmanaged<ServerCore.Incoming>.fromOpaque(opaque).takeUnretainedValue()
  return core(context).answer(connection, method: method, piece: piece, size: size, incoming: incoming)
}

private func endRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let context, let opaque = request?.pointee else { return }
  request?.pointee = nil
  core(context).ended(Unmanaged<ServerCore.Incoming>.fromOpaque(opaque).takeRetainedValue(), code)
}

private func noticeConnection(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ socket: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let context else { return }
  let core = core(context)
  if code == .CONNECTION_NOTIFY_CLOSED, let connection { core.connections?.close(ConnectionNumber.of(connection)) }
  let number = core.log.update { activity in
    if code == .CONNECTION_NOTIFY_STARTED {
      activity.connectionsAccepted += 1
      activity.connectionsOpen += 1
      activity.connectionsPeak = max(activity.connectionsPeak, activity.connectionsOpen)
    } else {
      activity.connectionsOpen -= 1
    }
    return activity.connectionsAccepted
  }
  guard code == .CONNECTION_NOTIFY_STARTED, let connection else { return }
  socket?.pointee = ConnectionNumber.context(number)
  core.connections?.open(number, client: ServerCore.client(of: connection), socket: weft_mhd_socket(connection))
}
