import Locks
internal import CCurl
import Glibc
import URIs
import WeftModel

/// The one thread that talks to curl: takes transfers from a mailbox, runs them, hands results to continuations.
///
/// The thread starts with the first transfer and keeps the loop alive until `stop`; the transport, which nothing here
/// refers to, calls `stop` when its last reference is dropped.
///
/// `@unchecked`: what stands under "thread" is only touched by the loop's thread; the rest is behind the mailbox's lock.
final class TransferLoop: @unchecked Sendable {
  /// What the loop needs to know beforehand.
  struct Configuration: Sendable {
    var connectionsPerHost = 6
    var connections = 64
    var userAgent = "Weft"
    var isPublic: @Sendable (String) -> Bool = AddressScope.isPublic
    /// Called when the thread has ended.
    var ended: @Sendable () -> Void = {}
  }

  private struct Mailbox {
    var letters: [Letter] = []
    var isSleeping = false
    var isRunning = false
    var isStopped = false
    var multi: UnsafeMutableRawPointer?
    var inFlight = 0
  }

  private enum Letter {
    case start(Transfer)
    case cancel(Transfer)
  }

  private let configuration: Configuration
  private let mailbox = Lock(Mailbox())

  // Thread
  private var queue: AdmissionQueue<Transfer>
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  private var idle: [EasyHandle] = []
  private var jars: [CookieJarKey: CookieJar] = [:]

  init(_ configuration: Configuration) {
    self.configuration = configuration
    queue = AdmissionQueue(perHost: configuration.connectionsPerHost, inAll: configuration.connections)
  }

  /// Transfers that were handed over and have not ended.
  var inFlight: Int { mailbox.with(\.inFlight) }

  /// Runs the hop; cancelling the task ends it.
  func run(_ hop: Hop) async -> Result<HopResponse, SourceFailure> {
    let slot = Lock<TransferSlot>(.empty)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = Transfer(hop, continuation)
        let isCancelled = slot.with { slot in
          if case .cancelled = slot { return true }
          slot = .holds(transfer)
          return false
        }
        if isCancelled {
          continuation.resume(returning: .failure(TransferLoop.cancelled(hop)))
        } else if !submit(transfer) {
          continuation.resume(
            returning: .failure(SourceFailure(.connect, "no thread for requests could be started", url: hop.shownURL)))
        }
      }
    } onCancel: {
      let transfer: Transfer? = slot.with { slot in
        defer { slot = .cancelled }
        if case .holds(let transfer) = slot { return transfer }
        return nil
      }
      if let transfer { post(.cancel(transfer)) }
    }
  }

  private enum TransferSlot {
    case empty
    case holds(Transfer)
    case cancelled
  }

  /// Ends all transfers and the thread.
  func stop() {
    mailbox.with { mailbox in
      mailbox.isStopped = true
      wake(&mailbox)
    }
  }

  private func submit(_ transfer: Transfer) -> Bool {
    mailbox.with { mailbox in
      if !mailbox.isRunning {
        guard startThread() else { return false }
        mailbox.isRunning = true
      }
      mailbox.inFlight += 1
      mailbox.letters.append(.start(transfer))
      wake(&mailbox)
      return true
    }
  }

  private func post(_ letter: Letter) {
    mailbox.with { mailbox in
      mailbox.letters.append(letter)
      wake(&mailbox)
    }
  }

  /// Wakes the thread, only if it sleeps: each wake-up is a system call on both sides.
  private func wake(_ mailbox: inout Mailbox) {
    guard mailbox.isSleeping, let multi = mailbox.multi else { return }
    mailbox.isSleeping = false
    curl_multi_wakeup(multi)
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let loop = Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue()
        loop.work()
        loop.configuration.ended()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// curl asks for this once a process, before anything else, and it is slow: not before the first request.
  private static let isReady = weft_curl_global_init() == CURLE_OK

  private func work() {
    // Signals are for the other threads; a broken TLS connection must not raise SIGPIPE here.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    guard TransferLoop.isReady, let multi = curl_multi_init() else { return refuseAll() }
    weft_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
    weft_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.connections)
    weft_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.connections)
    mailbox.with { $0.multi = multi }
    while takeLetters(multi) {
      while let transfer = queue.next() { begin(transfer, multi) }
      var count: Int32 = 0
      curl_multi_perform(multi, &count)
      takeResults(multi)
      let sleeps = mailbox.with { mailbox in
        mailbox.isSleeping = mailbox.letters.isEmpty && !mailbox.isStopped && !queue.canStart
        return mailbox.isSleeping
      }
      guard sleeps else { continue }
      // curl's own timers shorten this.
      curl_multi_poll(multi, nil, 0, 60_000, nil)
      mailbox.with { $0.isSleeping = false }
    }
    for transfer in running.values { remove(transfer, multi, .failure(TransferLoop.cancelled(transfer.hop))) }
    mailbox.with { $0.multi = nil }
    idle = []
    curl_multi_cleanup(multi)
    jars = [:]
  }

  /// `false`: the loop is stopped.
  private func takeLetters(_ multi: UnsafeMutableRawPointer) -> Bool {
    let (letters, isStopped) = mailbox.with { mailbox in
      defer { mailbox.letters.removeAll(keepingCapacity: true) }
      return (mailbox.letters, mailbox.isStopped)
    }
    for letter in letters {
      switch letter {
      case .start(let transfer):
        if isStopped {
          end(transfer, .failure(TransferLoop.cancelled(transfer.hop)))
        } else {
          queue.append(transfer, host: transfer.hop.origin.description)
        }
      case .cancel(let transfer):
        let result = Result<HopResponse, SourceFailure>.failure(TransferLoop.cancelled(transfer.hop))
        if transfer.handle != nil { remove(transfer, multi, result) } else { end(transfer, result) }
      }
    }
    if isStopped {
      while let transfer = queue.next() {
        queue.ended(host: transfer.hop.origin.description)
        end(transfer, .failure(TransferLoop.cancelled(transfer.hop)))
      }
    }
    return !isStopped
  }

  private func begin(_ transfer: Transfer, _ multi: UnsafeMutableRawPointer) {
    guard !transfer.isEnded, let handle = idle.popLast() ?? EasyHandle() else {
      // Cancelled while it waited, or no memory.
      queue.ended(host: transfer.hop.origin.description)
      end(transfer, .failure(TransferLoop.cancelled(transfer.hop)))
      return
    }
    transfer.handle = handle
    transfer.started = .now
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    handle.prepare(
      transfer.hop, userAgent: configuration.userAgent, share: transfer.hop.jar.flatMap(jar), receiver: context)
    if transfer.hop.mustBePublic {
      transfer.isPublic = configuration.isPublic
      weft_curl_set_connected(handle.curl, connected, context)
    }
    running[handle.curl] = transfer
    curl_multi_add_handle(multi, handle.curl)
  }

  private func jar(_ key: CookieJarKey) -> CookieJar? {
    if let jar = jars[key] { return jar }
    let jar = CookieJar()
    jars[key] = jar
    return jar
  }

  private func takeResults(_ multi: UnsafeMutableRawPointer) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle, let transfer = running[curl]
      else { continue }
      remove(transfer, multi, result(of: transfer, weft_curl_result(message)))
    }
  }

  /// Takes the transfer from curl, keeps its handle for another one and ends it.
  private func remove(
    _ transfer: Transfer, _ multi: UnsafeMutableRawPointer, _ result: Result<HopResponse, SourceFailure>
  ) {
    guard let handle = transfer.handle else { return }
    curl_multi_remove_handle(multi, handle.curl)
    running[handle.curl] = nil
    transfer.handle = nil
    handle.reset()
    if idle.count < configuration.connections { idle.append(handle) }
    queue.ended(host: transfer.hop.origin.description)
    end(transfer, result)
  }

  private func end(_ transfer: Transfer, _ result: Result<HopResponse, SourceFailure>) {
    guard !transfer.isEnded else { return }
    transfer.isEnded = true
    mailbox.with { $0.inFlight -= 1 }
    transfer.continuation.resume(returning: result)
  }

  private func result(of transfer: Transfer, _ code: CURLcode) -> Result<HopResponse, SourceFailure> {
    guard let handle = transfer.handle else { return .failure(TransferLoop.cancelled(transfer.hop)) }
    let curl = handle.curl
    let status = weft_curl_get_long(curl, CURLINFO_RESPONSE_CODE)
    let isConnected = weft_curl_get_size(curl, CURLINFO_CONNECT_TIME_T) > 0
    switch transfer.stop {
    case .none where code == CURLE_OK, .enoughOfRedirect: break
    case .none:
      return .failure(
        TransferFailure.of(
          TransferFailure.Circumstances(
            code: code, detail: handle.detail, systemError: Int32(weft_curl_get_long(curl, CURLINFO_OS_ERRNO)),
            isConnected: isConnected, receivedBytes: transfer.body.count, hasHead: status >= 200,
            isInHead: isConnected && !transfer.headers.hasEnded), transfer.hop))
    case .some(let stop): return .failure(TransferFailure.stopped(stop, transfer.hop))
    }
    return .success(
      HopResponse(
        status: status, headers: transfer.headers.fields, body: transfer.body,
        address: weft_curl_get_text(curl, CURLINFO_PRIMARY_IP).map { String(cString: $0) } ?? "",
        isProxied: weft_curl_get_long(curl, CURLINFO_PRIMARY_PORT) != transfer.hop.origin.port,
        duration: .now - transfer.started))
  }

  /// There is no curl: every transfer that comes fails.
  private func refuseAll() {
    let letters = mailbox.with { mailbox in
      defer { mailbox.letters = [] }
      mailbox.isRunning = false
      return mailbox.letters
    }
    for case .start(let transfer) in letters {
      end(transfer, .failure(SourceFailure(.connect, "libcurl could not be started", url: transfer.hop.shownURL)))
    }
  }

  private static func cancelled(_ hop: Hop) -> SourceFailure {
    SourceFailure(.cancelled, "the request was cancelled", url: hop.shownURL)
  }
}

private func connected(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?,
  _ port: Int32, _ localPort: Int32
) -> Int32 {
  guard let context, let address else { return 1 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.connected(to: String(cString: address), port: Int(port)) ? 0 : 1
}
