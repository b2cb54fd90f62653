/// `weft-bench [SUBJECT]…`: measures the subjects named, or all; `--list` names them.
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
    let known = Set(Subject.all.map(\.name))
    for word in words where !known.contains(word) {
      print("weft-bench: unknown subject \(word); known are: \(Subject.all.map(\.name).joined(separator: ", "))")
      return
    }
    for subject in Subject.all where words.isEmpty || words.contains(subject.name) {
      var report = Report(subject: subject.name)
      do {
        try await subject.run(&report)
      } catch {
        report.note("could not be measured: \(error)")
      }
    }
  }
}
