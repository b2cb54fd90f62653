import Dates
import URIs
public import WeftModel

/// Answers from a recording, and opens no socket.
///
/// A request gets the answers that the same request got when the recording was made, one after the other; the last of
/// them stays. Answers come at once, but for those that took long: a reader may have gone on without them then, and does
/// so again.
public actor ReplayTransport: Transport {
  /// The instant that the recorded run took for now.
  public nonisolated let startedAt: Timestamp
  private let folder: String
  private let clock: any EngineClock
  private let patience: Duration
  private var answers: [Exchange.Key: [Answer]] = [:]

  private struct Answer {
    var exchange: Exchange
    var body: String?
  }

  /// Reads a recording; bodies are read when they are asked for.
  ///
  /// - Parameters:
  ///   - patience: an answer that took longer takes as long again.
  /// - Throws: `RecordingProblem` that names the file, and the line, that is no part of a recording.
  public init(folder: String, patience: Duration, clock: any EngineClock) throws(RecordingProblem) {
    self.folder = folder
    self.clock = clock
    self.patience = patience
    let names = try RecordingFolder.names(in: folder)
    startedAt = try ReplayTransport.startedAt(folder)
    var answers: [Exchange.Key: [Answer]] = [:]
    for name in names where name.hasSuffix(".http") {
      let path = "\(folder)/\(name)"
      let text = String(decoding: try RecordingFolder.read(path, limit: 1 << 22), as: UTF8.self)
      do throws(ExchangeText.Problem) {
        var (exchange, bodies) = try ExchangeText.read(text)
        for body in [bodies.request, bodies.response] {
          // A recording comes from anyone: its names stay in its folder.
          guard body?.contains("/") != true else {
            throw ExchangeText.Problem(line: 1, message: "a file name was expected")
          }
        }
        if let body = bodies.request { exchange.requestBody = try? RecordingFolder.read("\(folder)/\(body)") }
        answers[exchange.key, default: []].append(Answer(exchange: exchange, body: bodies.response))
      } catch {
        throw RecordingProblem(message: "\(path):\(error.line): \(error.message)")
      }
    }
    // The last one stands first, so that each can be taken from the end.
    self.answers = answers.mapValues { $0.reversed() }
  }

  /// The instant that the run took for now whose recording the folder holds.
  ///
  /// - Throws: `RecordingProblem` where it holds none.
  public static func startedAt(_ folder: String) throws(RecordingProblem) -> Timestamp {
    guard try RecordingFolder.names(in: folder).contains(RecordingTransport.heading) else {
      throw RecordingProblem(message: "\(folder) holds no recording: there is no \(RecordingTransport.heading) in it")
    }
    let path = "\(folder)/\(RecordingTransport.heading)"
    let text = String(decoding: try RecordingFolder.read(path, limit: 1 << 16), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("started: ") {
      if let date = DateParser.parse(String(line.dropFirst(9))) { return Timestamp(microseconds: date.microseconds) }
    }
    throw RecordingProblem(message: "\(path): a line “started: ” with an instant was expected")
  }

  /// The recorded answer.
  ///
  /// - Throws: the recorded failure; or, where the request was not recorded, a failure that names it.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    // As it was written when it was recorded: without its secrets.
    let asked = Exchange(
      request, .success(Response(body: [], url: request.url, receivedAt: Timestamp(seconds: 0))))
    guard let answer = next(for: asked.key) else {
      throw SourceFailure(
        .request, "this request is not in the recording \(folder): \(asked.method) \(asked.url)", url: asked.url)
    }
    switch answer.exchange.outcome {
    case .failure(let failure): throw failure
    case .response(var response):
      if response.duration > patience {
        do {
          try await clock.sleep(until: clock.now().advanced(by: response.duration))
        } catch {
          throw SourceFailure(.cancelled, "the request was cancelled", url: asked.url)
        }
      }
      if let name = answer.body {
        do throws(RecordingProblem) {
          response.body = try RecordingFolder.read("\(folder)/\(name)")
        } catch {
          throw SourceFailure(.request, error.message, url: asked.url)
        }
      }
      return response
    }
  }

  private func next(for key: Exchange.Key) -> Answer? {
    guard let list = answers[key], let answer = list.last else { return nil }
    if list.count > 1 { answers[key]?.removeLast() }
    return answer
  }
}
