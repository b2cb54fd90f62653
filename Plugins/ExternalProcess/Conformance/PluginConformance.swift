import Processes
public import WeftModel

/// Tries a plugin against the specification, one check after the other.
public struct PluginConformance: Sendable {
  /// What came of one check.
  public struct Check: Hashable, Sendable {
    /// What the plugin should do: "answers initialize".
    public var name: String
    /// What it did instead; `nil`: all is well.
    public var problem: String?
    /// It was not tried, because of an earlier one.
    public var isSkipped = false
  }

  let manifest: PluginManifest
  let kind: PluginManifest.Kind
  let settings: [JSONTree.Member]
  let timeout: Duration
  let clock: any EngineClock

  /// A plugin to try.
  ///
  /// - Parameters:
  ///   - kind: one of its kinds.
  ///   - settings: the settings of a source that it can read.
  ///   - timeout: how long it may take for an answer.
  public init(
    _ manifest: PluginManifest, kind: PluginManifest.Kind, settings: [JSONTree.Member], timeout: Duration,
    clock: any EngineClock
  ) {
    self.manifest = manifest
    self.kind = kind
    self.settings = settings
    self.timeout = timeout
    self.clock = clock
  }

  /// A check fails with this.
  struct Failure: Error {
    var text: String
    /// Without a first page nothing else can be tried.
    var isFinal = false

    init(_ text: String, isFinal: Bool = false) {
      self.text = text
      self.isFinal = isFinal
    }
  }

  private typealias Step = (name: String, run: @Sendable (PluginDialogue) async throws -> Void)

  /// Makes all checks and tells each as it is done.
  ///
  /// - Returns: nothing failed.
  public func run(_ report: (Check) -> Void) async -> Bool {
    var isFine = true
    var remarks = Remarks()
    func tell(_ name: String, _ problem: String?) {
      isFine = isFine && problem == nil
      report(Check(name: name, problem: problem))
    }
    var failure = await attempt(&remarks) { try await greet($0) }
    failure?.isFinal = true
    tell("answers initialize", failure?.text)
    for step in steps {
      // Whatever else is asked of it, it would fail in the same way.
      if failure?.isFinal == true {
        report(Check(name: step.name, isSkipped: true))
        continue
      }
      failure = await attempt(&remarks) { dialogue in
        if step.name != PluginConformance.versionCheck { try await greet(dialogue) }
        try await step.run(dialogue)
      }
      tell(step.name, failure?.text)
    }
    for (name, problem) in remarks.results { tell(name, problem) }
    return isFine
  }

  private static let versionCheck = "keeps to its own protocol version"

  private var steps: [Step] {
    [
      (PluginConformance.versionCheck, checkVersion), ("pages to the end", checkPages),
      ("gives the same page for the same cursor", checkStability), ("keeps two sources apart", checkTwoSources),
      ("lets go of a cancelled request", checkCancellation), ("refuses bad settings", checkSettings),
      ("refuses unknown methods", checkUnknownMethod), ("survives a line that is no JSON", checkMalformedLine),
      ("reads a request that comes in pieces", checkPieces), ("waits for a slow reader", checkSlowReader),
      ("ends after shutdown", checkShutdown),
    ]
  }

  /// What is noticed beside the checks, over all of them.
  private struct Remarks {
    static let names = [
      "writes nothing but messages", "writes little to its standard error", "leaves no process behind",
    ]
    var trouble: String?
    var errorBytes = 0
    var leftBehind = 0

    private static let mostErrorBytes = 256 << 10

    mutating func note(_ dialogue: PluginDialogue) {
      trouble = trouble ?? dialogue.trouble
      errorBytes = max(errorBytes, dialogue.errorBytes)
      leftBehind = max(leftBehind, dialogue.leftBehind)
    }

    var results: [(String, String?)] {
      let errors =
        errorBytes > Remarks.mostErrorBytes
        ? "it wrote \(errorBytes >> 10) KiB there in one check; log with the notification log" : nil
      let left = leftBehind == 0 ? nil : leftBehind == 1 ? "1 process was left" : "\(leftBehind) processes were left"
      return Array(zip(Remarks.names, [trouble, errors, left]))
    }
  }

  /// Starts the plugin for one check and ends it.
  ///
  /// - Returns: what went wrong.
  private func attempt(_ remarks: inout Remarks, _ body: (PluginDialogue) async throws -> Void) async -> Failure? {
    let dialogue: PluginDialogue
    do throws(ProgramStartFailure) {
      dialogue = try PluginDialogue(manifest.call, clock: clock)
    } catch {
      return Failure("it does not start: \(error.message)")
    }
    var problem: Failure?
    do {
      try await body(dialogue)
    } catch let failure as Failure {
      problem = failure
    } catch {
      problem = Failure("\(error)")
    }
    // As a run ends it: its input is closed, and it has a moment.
    dialogue.release()
    dialogue.closeInput()
    if await dialogue.end(within: problem == nil ? PluginProtocol.shutdown : .milliseconds(200)).end == nil {
      dialogue.kill()
      _ = await dialogue.end(within: .seconds(10))
    }
    remarks.note(dialogue)
    return problem
  }
}
