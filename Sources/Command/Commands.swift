import WeftKit

/// The commands, each in a file of its own.
enum Commands {
  /// Runs the command and returns the exit status.
  static func run(_ invocation: Invocation, trace: TraceFile) async -> Int32 {
    do {
      switch invocation.command {
      case .feed: return try await FeedCommand.run(invocation, trace: trace)
      case .read: return try await ReadCommand.run(invocation)
      case .check: return try await CheckCommand.run(invocation)
      case .probe: return try await ProbeCommand.run(invocation)
      case .parse: return try ParseCommand.run(invocation)
      case .select: return try SelectCommand.run(invocation)
      case .plugins: return try PluginsCommand.run(invocation)
      case .plugin: return try await PluginCommand.run(invocation)
      case .serve: return try await ServeCommand.run(invocation)
      case .demo: return try await DemoCommand.run(invocation, trace: trace)
      case .schema: return try SchemaCommand.run(invocation)
      case .import: return try ImportCommand.run(invocation)
      case .export: return try ExportCommand.run(invocation)
      case .help: return try HelpCommand.run(invocation)
      }
    } catch let error as UsageError {
      Program.complain(error)
      return ExitStatus.nothing
    } catch let error as ConfigurationErrors {
      Console.standardError.say(rendered: error.rendered(color: Terminal(of: 2).hasStyle))
      return ExitStatus.nothing
    } catch let error as SourceProblem {
      let path = error.problem.path.isEmpty ? "" : ", \(error.problem.path)"
      Program.complain(UsageError("\(error.source)\(path): \(error.problem.message)", hint: error.problem.hint))
      return ExitStatus.nothing
    } catch let error as FileWriter.Failure {
      return OutputFailure.status(error)
    } catch {
      Console.standardError.say("weft: \(error)")
      return ExitStatus.nothing
    }
  }
}
