/// Limits as a person writes them.
public enum LimitText {
  /// `8 MiB`, `256 KiB`, `1000 bytes`.
  public static func bytes(_ count: Int) -> String {
    if count > 0, count % (1 << 20) == 0 { return "\(count >> 20) MiB" }
    if count > 0, count % (1 << 10) == 0 { return "\(count >> 10) KiB" }
    return count == 1 ? "1 byte" : "\(count) bytes"
  }

  /// `30 s`, `200 ms`.
  public static func duration(_ duration: Duration) -> String {
    let milliseconds = duration.inMicroseconds / 1_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
