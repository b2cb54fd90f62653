import Glibc
import WeftKit

/// The command: the only place with print, exit and environment.
@main
struct Program {
  static func main() {
    Descriptors.fillStandardOnes()
    do {
      switch try ArgumentParser.request(Array(CommandLine.arguments.dropFirst())) {
      case .version: finish(printing: "weft \(Version.text)\n")
      case .help(let command): finish(printing: command.map(HelpText.of) ?? HelpText.program)
      case .run(let invocation): run(invocation)
      }
    } catch {
      complain(error)
      endProcess(ExitStatus.nothing)
    }
  }

  /// Runs the command beside the main thread, which waits for signals from then on.
  private static func run(_ invocation: Invocation) -> Never {
    ProcessWatch.prepare()
    ProcessWatch.watchStandardOutput()
    let trace = TraceFile()
    Task.detached {
      let status = await Commands.run(invocation, trace: trace)
      // Plugins may tidy up; a program that ends before them would kill them.
      await PluginProcesses.shutDown()
      trace.flush()
      endProcess(status)
    }
    ProcessWatch.waitForSignals { trace.flush() }
  }

  /// Prints the text and ends.
  private static func finish(printing text: String) -> Never {
    signal(SIGPIPE, SIG_IGN)
    do {
      try FileWriter.writeAll(Array(text.utf8), to: 1)
      endProcess(ExitStatus.done)
    } catch {
      endProcess(OutputFailure.status(error))
    }
  }

  /// Says what is wrong with the command line or the configuration.
  static func complain(_ error: UsageError) {
    var text = "weft: \(error.message)"
    if let hint = error.hint { text += "; \(hint)" }
    if let command = error.command { text += "\nweft help \(command.rawValue) lists the options" }
    Console.standardError.say(text)
  }
}
