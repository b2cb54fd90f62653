import WeftModel

extension PluginSession {
  /// What the program is.
  enum State: Equatable {
    /// There is no process. After a failure none is started before an instant, and requests fail for its reason.
    case stopped(Pause?)
    /// It was started and has to answer `initialize` until then.
    case starting(until: Timestamp)
    /// It answers requests.
    case ready
    /// It failed and was told to end, which it has not yet.
    case ending(Pause)
    /// It cannot be used, ever.
    case refused(SourceFailure)
    /// It was asked to shut down; `nil`: it has been told to end since.
    case closing(until: Timestamp?)
    /// Nothing of it is left, and nothing will be started.
    case closed
  }

  /// Why and for how long no process is started.
  struct Pause: Equatable {
    var because: SourceFailure
    var until: Timestamp
  }

  /// What the caller has to do, in order.
  enum Action: Equatable {
    /// Start the program.
    case start
    /// Write this line to it.
    case send(String)
    /// Give a caller its answer, with what the plugin logged.
    case answer(id: Int, Outcome, notes: [String])
    /// Close its standard input once all is written.
    case closeInput
    /// Tell it to end, and kill it after the grace.
    case terminate(grace: Duration)
  }

  /// How a request ended.
  enum Outcome: Equatable {
    /// The result as JSON text.
    case page(String)
    /// The plugin's own error.
    case refusal(PluginError)
    /// What became of the program.
    case failure(SourceFailure)
  }

  /// A request that has no answer.
  struct Call: Equatable {
    var params: String
    var timeout: Duration
    var phase: Phase
    var notes: [String] = []
    var progress: String?
  }

  /// Where a request is.
  enum Phase: Equatable {
    /// It waits for the handshake.
    case queued(until: Timestamp)
    /// The plugin has it.
    case sent(until: Timestamp)
    /// Nobody waits for it any more, and the plugin was told so.
    case abandoned(until: Timestamp)

    var deadline: Timestamp {
      switch self {
      case .queued(let until), .sent(let until), .abandoned(let until): until
      }
    }
  }
}
