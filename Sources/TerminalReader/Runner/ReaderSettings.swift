public import Curses
public import WeftKit

/// What the reader needs to know; it looks at no environment itself.
public struct ReaderSettings: Sendable {
  /// The sources of the feed.
  public var sources: [FeedSource]
  /// How they are merged; readers scroll, so they are fetched smoothly.
  public var merge: MergeSettings
  /// The engine's clock.
  public var clock: any EngineClock
  /// A hash of the configuration: its place is kept under it.
  public var configuration: UInt64
  /// The key of the cursors that are kept; `nil`: no cursor is.
  public var key: [UInt8]?
  /// The file for the place and what was read; `nil`: nothing is kept.
  public var storePath: String?
  /// The terminal's name (`TERM`).
  public var terminal: String
  /// How colours are shown.
  public var colours = CursesTerminal.Colours.described
  /// It runs in tmux: sequences for the outer terminal are wrapped.
  public var isInTmux = false
  /// Programs that show an address (`BROWSER`): separated by colons, `%s` stands for the address.
  public var browser = ""
  /// Seconds to add to UTC for the person's own time.
  public var timeOffset = 0
  /// How long an empty screen waits for a source, where that is less than the merge's patience.
  public var firstPatience: Duration?
  /// Something to tell at the start.
  public var notice: String?

  /// The settings that have no default.
  public init(
    sources: [FeedSource], merge: MergeSettings, clock: any EngineClock, configuration: UInt64, terminal: String
  ) {
    self.sources = sources
    self.merge = merge
    self.merge.mode = .smooth
    self.clock = clock
    self.configuration = configuration
    self.terminal = terminal
  }
}
