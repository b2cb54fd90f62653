import WeftKit

/// `weft schema`: the JSON Schema of the configuration.
enum SchemaCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    var output = FileWriter(1)
    try output.write(ConfigurationSchema(kinds: Engine.command.kinds).text)
    try output.flush()
    return ExitStatus.done
  }
}
