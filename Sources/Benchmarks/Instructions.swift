import Glibc

/// Counts instructions with valgrind, which the load of the machine does not change.
enum Instructions {
  /// `--instructions` was given, which takes long.
  static var areAskedFor: Bool { CommandLine.arguments.contains("--instructions") }

  /// How many instructions one more run of `weft-bench --decode NAME` takes; `nil` where there is no valgrind.
  static func ofDecoding(_ name: String) -> Double? {
    guard let one = counted(name, 1), let three = counted(name, 3) else { return nil }
    return (three - one) / 2
  }

  private static func counted(_ name: String, _ times: Int) -> Double? {
    var path = [CChar](repeating: 0, count: 4_096)
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return nil }
    let program = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let valgrind = "valgrind --tool=callgrind --callgrind-out-file=/dev/null"
    guard let pipe = popen("\(valgrind) '\(program)' --decode '\(name)' \(times) 2>&1", "r") else { return nil }
    defer { pclose(pipe) }
    var count: Double?
    var line = [CChar](repeating: 0, count: 4_096)
    while fgets(&line, Int32(line.count), pipe) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // ==123== Collected : 123456
      guard text.contains("Collected"), let last = text.split(whereSeparator: \.isWhitespace).last else { continue }
      count = Double(last)
    }
    return count
  }
}
