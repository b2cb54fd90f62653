import Processes
import WeftModel

/// What a person is told of a program that did not answer.
enum ProgramFailure {
  /// `EX_TEMPFAIL` of sysexits.h: the program itself says that it may work later.
  private static let temporary = ProgramEnd.exited(75)

  static func of(_ output: ProgramOutput, _ request: Request) -> SourceFailure {
    let verb =
      switch output.end {
      case .exited: "ended with"
      case .signalled: "was ended by"
      }
    return SourceFailure(
      .program, "\(name(request)) \(verb) \(output.end)" + words(of: output.errorOutput), url: request.url,
      retry: output.end == temporary ? .scheduled : .once)
  }

  static func of(_ failure: ProgramRunFailure, _ request: Request) -> SourceFailure {
    switch failure {
    case .start(let problem):
      SourceFailure(
        .program, problem.message, url: request.url, retry: problem.isTransient ? .scheduled : .never)
    case .timeout(let time, let errorOutput):
      SourceFailure(
        .timeout, "\(name(request)) did not end within \(LimitText.duration(time))" + words(of: errorOutput),
        url: request.url, retry: .scheduled)
    case .tooLarge(let limit):
      SourceFailure(
        .tooLarge, "\(name(request)) wrote more than \(LimitText.bytes(limit))", url: request.url)
    case .cancelled:
      SourceFailure(.cancelled, "\(name(request)) was cancelled", url: request.url)
    }
  }

  private static func name(_ request: Request) -> String { request.program?.name ?? "the program" }

  /// The last lines of the standard error, on one line; empty where there are none. Control characters are not for
  /// anybody's terminal.
  private static func words(of errorOutput: [UInt8]) -> String {
    var line = ""
    for scalar in String(decoding: errorOutput, as: UTF8.self).unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      line.unicodeScalars.append(isControl ? " " : scalar)
    }
    let text = line.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { return "" }
    return ": " + (text.count > longest ? "…" + text.suffix(longest) : text)
  }

  private static let longest = 300
}
