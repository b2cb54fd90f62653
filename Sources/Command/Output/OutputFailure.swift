/// What follows where standard output cannot be written.
enum OutputFailure {
  /// The exit status: a closed pipe is no error, the reader had enough; anything else is said.
  static func status(_ failure: FileWriter.Failure) -> Int32 {
    switch failure {
    case .closedPipe: return ExitStatus.done
    case .system(let number):
      Console.standardError.say("weft: standard output cannot be written: \(InputFile.explanation(number))")
      return ExitStatus.nothing
    }
  }
}
