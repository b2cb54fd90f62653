/// What a person does at a terminal.
public enum TerminalInput: Hashable, Sendable {
  /// A character was typed.
  case character(Character)
  /// A key without a character was pressed.
  case key(TerminalKey)
  /// The first mouse button was pressed there, counted from 0.
  case press(row: Int, column: Int)
  /// The wheel was turned, upwards or downwards.
  case wheel(isUp: Bool)
  /// Text is pasted from here on, or it was up to here: what lies between is no typing.
  case paste(begins: Bool)
}

/// A key without a character.
public enum TerminalKey: Hashable, Sendable, CaseIterable {
  case up, down, left, right, pageUp, pageDown, home, end, enter, backspace, escape
}
