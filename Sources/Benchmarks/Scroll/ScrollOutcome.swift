/// What a reader met with who read 400 items at a steady speed.
struct ScrollOutcome {
  /// The instant of the first item, in seconds.
  var firstItem = 0.0
  /// How often, and how long in all, the reader waited after that.
  var stalls = 0
  var stallSeconds = 0.0
  /// Requests made until the last item was read, failed ones too.
  var requests = 0
  /// Items newer than one that was shown before.
  var outOfOrder = 0
  /// Those of them that are not marked as late.
  var unmarked = 0

  private var oldest = Int64.max
  private var wanted = 0.0

  /// An item is shown that the reader wanted at `wanted` and that was there at `now`.
  mutating func show(_ time: Int64, isLate: Bool, at now: Double, isFirst: Bool) {
    if isFirst {
      firstItem = now
    } else if now > wanted + 1e-9 {
      stalls += 1
      stallSeconds += now - wanted
    }
    if time > oldest {
      outOfOrder += 1
      if !isLate { unmarked += 1 }
    }
    oldest = min(oldest, time)
  }

  /// The reader wants the next item then.
  mutating func want(at instant: Double) { wanted = instant }
}
