import WeftModel

/// `weft-bench [SUBJECT]…`: measures the subjects named, or all; `--list` names them. With `--instructions`, what is
/// parsed is counted in instructions, too.
///
/// `--decode NAME TIMES` and `--merge SOURCES MODE TIMES` do the bare work and print nothing, for a profiler.
@main
struct Program {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    if words.first == PageServer.word {
      do { try PageServer.serve(words.last.flatMap { Int($0) } ?? 1) } catch { print("") }
      return
    }
    if words.contains("--list") || words.contains("--help") {
      for subject in Subject.all { print("\(subject.name): \(subject.summary)") }
      return
    }
    if words.first == "--decode", words.count == 3 {
      return Subject.decode(words[words.startIndex + 1], times: Int(words[words.startIndex + 2]) ?? 1)
    }
    if words.first == "--merge", words.count == 4 {
      let numbers = words.compactMap { Int($0) }
      let work = MergeWork(sources: numbers.first ?? 10, itemCount: 100_000)
      return work.merge(words.contains("smooth") ? .smooth : .eco, times: numbers.last ?? 1)
    }
    let known = Set(Subject.all.map(\.name))
    for word in words where word != "--instructions" && !known.contains(word) {
      print("weft-bench: unknown subject \(word); known are: \(Subject.all.map(\.name).joined(separator: ", "))")
      return
    }
    let named = words.filter { $0 != "--instructions" }
    for subject in Subject.all where named.isEmpty || named.contains(subject.name) {
      var report = Report(subject: subject.name)
      do {
        try await subject.run(&report)
      } catch {
        report.note("could not be measured: \(error)")
      }
    }
  }
}
