internal import CMicroHTTPD
import Glibc

/// What libmicrohttpd's callbacks see: the handler, the log and the signal to stop.
///
/// Each connection has a thread of its own, so that a handler or a body may block without holding others up.
final class ServerCore: Sendable {
  let handler: @Sendable (ServerRequest) -> ServerResponse
  let log = ActivityLog()
  let stop = StopSignal()
  /// `nil`: clients may take whatever they want.
  let connections: ConnectionGuard?

  private let keepsRequests: Bool
  private let largestBody: Int

  init(
    keepsRequests: Bool, limits: ServerLimits? = nil,
    _ handler: @escaping @Sendable (ServerRequest) -> ServerResponse
  ) {
    self.keepsRequests = keepsRequests
    connections = limits.map(ConnectionGuard.init)
    largestBody = limits?.bodyBytes ?? 64 << 20
    self.handler = handler
  }

  /// One request while it comes in; libmicrohttpd keeps it in the request's context.
  final class Incoming {
    let target: String
    var body: [UInt8] = []
    var hasHead = false
    var isLogged = false
    var connection = 0

    init(target: String) { self.target = target }
  }

  /// Takes a piece of the request's body, or answers the whole request.
  func answer(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, piece: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>, incoming: Incoming
  ) -> MHD_Result {
    guard incoming.hasHead else {
      incoming.hasHead = true
      incoming.connection = ConnectionNumber.of(connection)
      // Said before the body comes; one that does not say how long it is ends with the connection.
      if let announced = MHD_lookup_connection_value(connection, .HEADER_KIND, "Content-Length"),
        Int(String(cString: announced)).map({ $0 > largestBody }) ?? true
      {
        return send(ServerCore.tooLarge, connection)
      }
      return .YES
    }
    if size.pointee > 0, let piece {
      guard incoming.body.count + size.pointee <= largestBody else { return .NO }
      incoming.body.append(contentsOf: UnsafeRawBufferPointer(start: piece, count: size.pointee))
      size.pointee = 0
      return .YES
    }
    let request = request(connection, method: String(cString: method), incoming: incoming)
    incoming.isLogged = true
    log.update { activity in
      if keepsRequests { activity.requests.append(request) }
      activity.requestsOpen += 1
      activity.requestsPeak = max(activity.requestsPeak, activity.requestsOpen)
    }
    let isRefused = connections?.asked(request.connection) ?? false
    let response = isRefused ? ConnectionGuard.refusal : handler(request)
    connections?.answers(request.connection, withoutEnd: response.body.isEndless)
    return send(response, connection)
  }

  /// A larger body is handed out piece by piece: however many clients ask for it at once, it is there once. Smaller ones
  /// go out whole, which spares a client the 40 ms that its kernel may take to acknowledge a first piece.
  private static let largestCopy = 256 << 10

  private static let tooLarge = ServerResponse(
    status: 413, "text/plain; charset=utf-8", "The body of the request is too large.\n",
    headers: [.init("Connection", "close")])

  private func request(_ connection: OpaquePointer, method: String, incoming: Incoming) -> ServerRequest {
    let parts = incoming.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var request = ServerRequest(
      method: method, path: parts.first.map(String.init) ?? "", query: parts.count > 1 ? String(parts[1]) : nil,
      body: incoming.body, connection: incoming.connection, client: ServerCore.client(of: connection))
    withUnsafeMutablePointer(to: &request.headers) { headers in
      _ = MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, name, value in
          guard let name, let headers = context?.assumingMemoryBound(to: [ServerRequest.Field].self) else {
            return .NO
          }
          headers.pointee.append(ServerRequest.Field(String(cString: name), value.map { String(cString: $0) } ?? ""))
          return .YES
        }, headers)
    }
    return request
  }

  /// The address of the client; see `ServerRequest.client`.
  static func client(of connection: OpaquePointer) -> String {
    weft_mhd_client(connection).map { SocketAddress.network(of: $0) } ?? ""
  }

  private func send(_ answer: ServerResponse, _ connection: OpaquePointer) -> MHD_Result {
    let socket = weft_mhd_socket(connection)
    let response: OpaquePointer?
    switch answer.body {
    case .hangUp: return .NO
    case .never:
      _ = stop.pause(nil, socket: socket)
      return .NO
    case .bytes(let bytes) where bytes.count > ServerCore.largestCopy:
      response = reader(answer.body, size: UInt64(bytes.count), socket)
    case .bytes(let bytes):
      response = bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .wrongLength(let bytes, let declared) where declared < bytes.count:
      response = bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
      if let response {
        weft_mhd_allow_wrong_length(response)
        MHD_add_response_header(response, "Content-Length", String(declared))
      }
    case .wrongLength(_, let declared): response = reader(answer.body, size: UInt64(declared), socket)
    case .brokenOff(let bytes): response = reader(answer.body, size: UInt64(bytes.count) + 4_096, socket)
    case .slowly, .stream, .endless: response = reader(answer.body, size: UInt64.max, socket)
    }
    guard let response else { return .NO }
    for field in answer.headers { MHD_add_response_header(response, field.name, field.value) }
    if stop.isFinishing, answer.header("Connection") == nil { MHD_add_response_header(response, "Connection", "close") }
    let result = MHD_queue_response(connection, UInt32(clamping: answer.status), response)
    MHD_destroy_response(response)
    return result
  }

  /// A response whose body is read piece by piece; `UInt64.max`: chunked.
  private func reader(_ body: ServerResponse.Body, size: UInt64, _ socket: Int32) -> OpaquePointer? {
    let reader = BodyReader(body) { [unowned self] in stop.pause($0, socket: socket) }
    return MHD_create_response_from_callback(
      size, 32 << 10,
      { context, _, buffer, size in
        guard let context, let buffer else { return -2 }
        let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
        return switch reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) {
        case .bytes(let count): count
        case .end: -1  // MHD_CONTENT_READER_END_OF_STREAM
        case .brokenOff: -2  // MHD_CONTENT_READER_END_WITH_ERROR
        }
      },
      Unmanaged.passRetained(reader).toOpaque(),
      { context in
        if let context { Unmanaged<BodyReader>.fromOpaque(context).release() }
      })
  }

  /// A request has ended, well or not.
  func ended(_ incoming: Incoming, _ code: MHD_RequestTerminationCode) {
    connections?.answered(incoming.connection)
    guard incoming.isLogged else { return }
    log.update { activity in
      activity.requestsOpen -= 1
      if code != .REQUEST_TERMINATED_COMPLETED_OK { activity.requestsBrokenOff += 1 }
    }
  }
}
