public import WeftModel

/// Checks of texts that need libraries which the configuration does not import; each answers `nil` where it is fine.
public struct ValueChecks: Sendable {
  /// A regular expression.
  public var pattern: @Sendable (String) -> SettingProblem?
  /// Whether a regular expression, the first text, matches anywhere in the second.
  public var matches: @Sendable (String, String) -> Bool
  /// A time zone.
  public var zone: @Sendable (String) -> SettingProblem?
  /// The label of a charset.
  public var charset: @Sendable (String) -> SettingProblem?

  /// Checks; those that are left out accept everything.
  public init(
    pattern: @escaping @Sendable (String) -> SettingProblem? = { _ in nil },
    matches: @escaping @Sendable (String, String) -> Bool = { _, _ in true },
    zone: @escaping @Sendable (String) -> SettingProblem? = { _ in nil },
    charset: @escaping @Sendable (String) -> SettingProblem? = { _ in nil }
  ) {
    self.pattern = pattern
    self.matches = matches
    self.zone = zone
    self.charset = charset
  }
}
