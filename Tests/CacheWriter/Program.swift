import Glibc
import HTTPCache
import WeftModel

/// `cache-writer write FOLDER COUNT`: keeps so many responses and says so of each; a test kills it in the midst.
/// `cache-writer read-only FOLDER`: asks for three pages as somebody who owns nothing.
@main
struct Program {
  static func main() async {
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("write", 4): await write(folder: arguments[2], count: Int(arguments[3]) ?? 0)
    case ("read-only", 3): await readOnly(folder: arguments[2])
    default: exit(2)
    }
  }

  /// Pages of all sizes, some of them again and again, so that rows are made, replaced and driven out.
  private static func write(folder: String, count: Int) async {
    let cache = ResponseCache(folder: folder, limit: 1 << 20) { say($0.text) }
    let transport = CachingTransport(cache, mode: .refresh, clock: SystemClock(), inner: Pages(round: getpid()))
    for number in 0..<count {
      guard (try? await transport.response(to: Pages.request(number % Pages.count))) != nil else { exit(3) }
      say("\(number)")
    }
  }

  private static func readOnly(folder: String) async {
    if getuid() == 0, setgid(65_534) != 0 || setuid(65_534) != 0 { exit(4) }
    // What is wrong comes after the pages.
    let (problems, continuation) = AsyncStream.makeStream(of: String.self)
    let cache = ResponseCache(folder: folder) { continuation.yield($0.text) }
    let transport = CachingTransport(cache, clock: SystemClock(), inner: Pages(round: 0))
    for number in 0..<3 {
      guard let response = try? await transport.response(to: Pages.request(number)) else { exit(3) }
      say("\(number) \(response.cacheUse.rawValue)")
    }
    continuation.finish()
    for await problem in problems { say(problem) }
  }

  /// One line, at once.
  private static func say(_ line: String) {
    var line = line + "\n"
    _ = line.withUTF8 { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
