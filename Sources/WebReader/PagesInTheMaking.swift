import HTTPServer
import Locks

/// Lets those who ask the same at the same time wait for one answer, which is made once.
final class PagesInTheMaking: Sendable {
  private let tasks = Lock<[String: Task<ReadyAnswers.Answer, Never>]>([:])

  func answer(
    for key: String, make: @escaping @Sendable () async -> ReadyAnswers.Answer,
    respond: (ReadyAnswers.Answer) -> ServerResponse
  ) async -> ServerResponse {
    let task = tasks.with { tasks in
      if let task = tasks[key] { return task }
      let task = Task {
        let answer = await make()
        // Who asks from now on finds it kept, or has a new one made.
        self.tasks.with { $0[key] = nil }
        return answer
      }
      tasks[key] = task
      return task
    }
    return respond(await task.value)
  }
}
