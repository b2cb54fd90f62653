import Processes
import WeftModel

/// A call of the shell with a script of the test.
func shell(_ script: String, input: String? = nil, environment: [EnvironmentVariable] = []) -> ProgramCall {
  ProgramCall(arguments: ["sh", "-c", script], environment: environment, input: input.map { Array($0.utf8) })
}

/// Runs it to its end.
func run(_ call: ProgramCall, outputLimit: Int = 1 << 20, timeout: Duration = .seconds(30)) async
  -> Result<ProgramOutput, ProgramRunFailure>
{
  do throws(ProgramRunFailure) {
    return .success(try await RunningProgram.run(call, outputLimit: outputLimit, timeout: timeout))
  } catch {
    return .failure(error)
  }
}

extension ProgramOutput {
  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}
