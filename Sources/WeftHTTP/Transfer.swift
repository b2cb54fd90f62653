import URIs
import WeftModel

/// One hop under way: what curl's callbacks fill.
///
/// `@unchecked`: from the moment the transfer is in the mailbox its variables belong to the loop's thread.
final class Transfer: @unchecked Sendable {
  let hop: Hop
  let continuation: CheckedContinuation<Result<HopResponse, SourceFailure>, Never>

  var headers = HeaderCollector()
  var body: [UInt8] = []
  var stop: Stop?
  var handle: EasyHandle?
  var isEnded = false
  var isPublic: (String) -> Bool = AddressScope.isPublic
  var started = ContinuousClock.now
  private var discarded = 0
  private var isRedirect: Bool?

  /// Why a callback ended the exchange.
  enum Stop {
    case bodyTooLarge
    case headersTooLarge
    case privateAddress(String)
    /// The head says where to go on; what else comes is of no interest.
    case enoughOfRedirect
  }

  /// A redirect's body beyond this is not worth keeping the connection for.
  private static let discardLimit = 256 << 10

  init(_ hop: Hop, _ continuation: CheckedContinuation<Result<HopResponse, SourceFailure>, Never>) {
    self.hop = hop
    self.continuation = continuation
  }

  /// Takes a piece of the decompressed body; `false` ends the exchange.
  func receive(_ piece: UnsafeRawBufferPointer, status: Int) -> Bool {
    headers.hasEnded = true
    let isRedirect = isRedirect ?? beginBody(status)
    if stop != nil { return false }
    if isRedirect {
      discarded += piece.count
      if discarded > Transfer.discardLimit { stop = .enoughOfRedirect }
      return stop == nil
    }
    guard body.count + piece.count <= hop.bodyBytes else {
      stop = .bodyTooLarge
      return false
    }
    body.append(contentsOf: piece)
    return true
  }

  private func beginBody(_ status: Int) -> Bool {
    let isRedirect = RedirectChain.isRedirect(status: status, headers: headers.fields)
    self.isRedirect = isRedirect
    guard !isRedirect, let text = headers.fields["Content-Length"] else { return isRedirect }
    // Digits that do not fit are a length, too; curl would read to the end of the connection instead.
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard let length = Int(text) ?? (isNumber ? Int.max : nil) else { return false }
    if length > hop.bodyBytes {
      stop = .bodyTooLarge
    } else if length > 0, headers.fields["Content-Encoding"] == nil {
      body.reserveCapacity(length)
    }
    return false
  }

  /// Takes a header line; `false` ends the exchange.
  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    guard headers.append(line) else {
      stop = .headersTooLarge
      return false
    }
    return true
  }

  /// The connection stands; `false` ends the exchange before anything is sent.
  func connected(to address: String, port: Int) -> Bool {
    let isProxy = port != hop.origin.port
    guard hop.mustBePublic, !(isProxy ? AddressScope.isPublicName(hop.origin.host) : isPublic(address)) else {
      return true
    }
    stop = .privateAddress(isProxy ? hop.origin.host : address)
    return false
  }
}
