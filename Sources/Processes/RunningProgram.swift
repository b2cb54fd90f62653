public import WeftModel

/// A program that runs in a process group of its own, with its three standard streams in our hands.
///
/// Nothing of it is left when its `end` has been told: its process group is killed, and so is whatever it started that
/// left the group. Dropping the last reference kills it at once.
public final class RunningProgram: Sendable {
  /// What a program does.
  public enum Event: Sendable {
    /// Bytes that it wrote to its standard output.
    case output([UInt8])
    /// Bytes that it wrote to its standard error.
    case errorOutput([UInt8])
    /// It has ended, and everything it wrote has been told. The last event, exactly once.
    case end(ProgramEnd)
  }

  /// So many bytes may wait for the program to read them.
  public static let pendingLimit = 8 << 20

  private let loop: ProgramLoop

  private init(_ loop: ProgramLoop) { self.loop = loop }

  /// Starts a program.
  ///
  /// - Parameter receive: is called on the program's own thread, in order, one call at a time; while it blocks, nothing
  ///   is read and a program that writes more waits.
  /// - Throws: `ProgramStartFailure`, for example where there is no such program.
  public static func start(
    _ call: ProgramCall, receive: @escaping @Sendable (Event) -> Void
  ) throws(ProgramStartFailure) -> RunningProgram {
    let loop = ProgramLoop(call, receive)
    try loop.start()
    return RunningProgram(loop)
  }

  /// Queues bytes for the program's standard input.
  ///
  /// - Returns: `false` where more than `pendingLimit` bytes wait already, or nobody will read them any more.
  public func send(_ bytes: [UInt8]) -> Bool { loop.send(bytes) }

  /// Queues bytes of any number, for a run that was given them whole.
  func send(whole bytes: [UInt8]) -> Bool { loop.send(bytes, limit: .max) }

  /// Closes the program's standard input once all that was sent is written.
  public func closeInput() { loop.closeInput() }

  /// Asks the program to end (SIGTERM to its group) and kills it, with whatever it started, after the grace.
  public func terminate(grace: Duration) { loop.terminate(grace: grace) }

  /// How many processes it left behind; known when its `end` is told. They are gone by then.
  public var leftBehind: Int { loop.leftBehind }

  /// Kills all programs of this process, for a process that ends at once.
  public static func killAll() { ProgramLoop.killAll() }

  deinit { loop.terminate(grace: .zero) }
}
