import Glibc

/// What Python readers need for the same bytes, as far as `WEFT_BENCH_PYTHON` (or `python3`) has them.
enum PythonYardsticks {
  /// A reader by the name of its module, and the seconds it needs: the median of some runs.
  struct Figure {
    var name: String
    var seconds: Double
  }

  /// Runs each expression with `data`, the bytes, and `text`, their decoded form, in scope.
  ///
  /// - Parameter readers: modules, each with an expression that reads the whole input.
  static func figures(_ readers: [(module: String, expression: String)], input: [UInt8]) -> [Figure] {
    var script = """
      import sys, time, statistics
      data = sys.stdin.buffer.read()
      text = data.decode()
      def run(name, work):
          times = []
          while len(times) < 4 or (sum(times) < 0.3 and len(times) < 200):
              t = time.process_time(); work(); times.append(time.process_time() - t)
          print(name, statistics.median(times[1:]))

      """
    for reader in readers {
      script += """
        try:
            import \(reader.module)
            run("\(reader.module)", lambda: \(reader.expression))
        except ImportError: pass

        """
    }
    return output(of: script, input: input).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let seconds = Double(words[1]) else { return nil }
      return Figure(name: String(words[0]), seconds: seconds)
    }
  }

  /// What Python prints for the script; empty where there is no Python.
  static func output(of script: String, input: [UInt8]) -> String {
    let program = getenv("WEFT_BENCH_PYTHON").map { String(cString: $0) } ?? "python3"
    let path = "/tmp/weft-bench-\(getpid())"
    guard let file = fopen(path, "w") else { return "" }
    fwrite(input, 1, input.count, file)
    fclose(file)
    defer { unlink(path) }
    let quoted = script.replacing("'", with: "'\\''")
    guard let pipe = popen("\(program) -c '\(quoted)' < \(path) 2>/dev/null", "r") else { return "" }
    defer { pclose(pipe) }
    var text = ""
    var buffer = [CChar](repeating: 0, count: 4_096)
    while fgets(&buffer, Int32(buffer.count), pipe) != nil {
      text += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return text
  }
}
