import Glibc

/// The thread that ends overdue connections once a second, until its server stops.
enum ServerSweep {
  static func start(_ core: ServerCore) {
    var thread = pthread_t()
    let started = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeRetainedValue()
        while core.stop.pause(.seconds(1), socket: -1) { core.connections?.sweep() }
        return nil
      }, Unmanaged.passRetained(core).toOpaque())
    if started == 0 { pthread_detach(thread) } else { Unmanaged.passUnretained(core).release() }
  }
}
