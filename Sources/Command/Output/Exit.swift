import Glibc
import WeftKit

/// The ends of the program.
enum ExitStatus {
  /// Done.
  static let done: Int32 = 0
  /// Done, but at least one source failed or was left out.
  static let partial: Int32 = 1
  /// Nothing could be done.
  static let nothing: Int32 = 2
  /// Ctrl-C: 128 and the signal's number, as shells count.
  static let interrupted: Int32 = 130
}

/// Ends the process at once: requests in flight are given up, programs are killed, no library tidies up while another
/// thread is in it.
func endProcess(_ status: Int32) -> Never {
  RunningProgram.killAll()
  Console.standardError.endProgress()
  _exit(status)
}
