import WeftModel

/// Lets so many programs run at once; others wait in line.
actor ProgramGate {
  private var free: Int
  private var line: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var count = 0

  init(limit: Int) { free = max(1, limit) }

  /// Waits for a place.
  ///
  /// - Throws: `SourceFailure` where the task was cancelled meanwhile.
  func enter(_ request: Request) async throws(SourceFailure) {
    if free > 0 {
      free -= 1
      return
    }
    count += 1
    let number = count
    // Who waits for a place runs no program yet: nobody's patience with it should run.
    await RequestTurn.current?.waits(true)
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: false) }
        // Somebody may have left while the request was said to wait.
        if free > 0 {
          free -= 1
          return continuation.resume(returning: true)
        }
        line.append((number, continuation))
      }
    } onCancel: {
      Task { await self.giveUp(number) }
    }
    guard isIn else { throw SourceFailure(.cancelled, "the program was cancelled", url: request.url) }
    await RequestTurn.current?.waits(false)
  }

  /// Gives the place to the next in line.
  func leave() {
    if line.isEmpty {
      free += 1
    } else {
      line.removeFirst().continuation.resume(returning: true)
    }
  }

  private func giveUp(_ number: Int) {
    guard let index = line.firstIndex(where: { $0.number == number }) else { return }
    line.remove(at: index).continuation.resume(returning: false)
  }
}
