import Glibc

/// Starts a thread for work that blocks.
func startThread(_ work: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadWork(work))
  var thread = pthread_t()
  let result = pthread_create(
    &thread, nil,
    { pointer in
      // The thread owns what it was given.
      guard let pointer else { return nil }
      Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    }, box.toOpaque())
  guard result == 0 else {
    // Without a thread the caller's has to do.
    box.takeRetainedValue().run()
    return
  }
  pthread_detach(thread)
}

private final class ThreadWork: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
