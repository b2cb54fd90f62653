/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal, of somebody else's or ours.
  case signalled(Int32)

  /// Reads what `waitpid` says.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}

extension ProgramEnd: CustomStringConvertible {
  /// `status 3`, or `signal 11 (segmentation fault)`.
  public var description: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let number): "signal \(number)" + (ProgramEnd.names[number].map { " (\($0))" } ?? "")
    }
  }

  private static let names: [Int32: String] = [
    1: "hangup", 2: "interrupt", 3: "quit", 4: "illegal instruction", 6: "abort", 7: "bus error",
    8: "arithmetic exception", 9: "killed", 11: "segmentation fault", 13: "broken pipe", 15: "terminated",
    24: "processor time", 31: "bad system call",
  ]
}

/// Why a program could not be started.
public struct ProgramStartFailure: Error, Hashable, Sendable {
  /// What is wrong and what was expected, without a full stop.
  public var message: String
  /// Trying again may help: no process or pipe could be made.
  public var isTransient: Bool

  /// A failure.
  public init(_ message: String, isTransient: Bool = false) {
    self.message = message
    self.isTransient = isTransient
  }
}
