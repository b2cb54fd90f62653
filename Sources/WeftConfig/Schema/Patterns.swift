/// Regular expressions (ECMA 262, without look-around, so that every validator takes them) of what the reader accepts.
///
/// They are at most as strict as the reader: a number that is too large, or the 31st of a short month, pass here.
enum Patterns {
  /// A variable somewhere in the text.
  static let variable = #"\$\{[A-Za-z_][A-Za-z0-9_]*\}"#

  /// The whole text.
  static func whole(_ pattern: String) -> String { "^(\(pattern))$" }

  /// The whole text, or any with a variable in it.
  static func wholeOrVariable(_ pattern: String) -> String { "\(whole(pattern))|\(variable)" }

  static let boolean = "true|false"
  static let digits = "[0-9]{1,19}"
  private static let decimal = #"[0-9]+\.?[0-9]*"#
  static let positive = #"[0-9]*[1-9][0-9]*\.?[0-9]*|0+\.[0-9]*[1-9][0-9]*"#
  static let duration = decimal + " ?(ms|s|min|m|h|d)"
  static let size = decimal + " ?(B|kB|KB|MB|GB|KiB|MiB|GiB)?"
  static let rate = decimal + "/(s|min|m|h|d)"
  static let date =
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    + #"([Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?"#

  private static let scheme = "[Hh][Tt][Tt][Pp][Ss]?://"
  // What cannot stand in an address: blanks, control characters and braces; in the host not even an @.
  private static let host = #"[^@/?#{}\u0000-\u0020\u007F]+"#
  private static let other = #"[^{}\u0000-\u0020\u007F]"#
  static let address = "\(scheme)\(host)([/?#]\(other)*)?"
  static let template = "\(scheme)\(host)([/?#](\(other)|" + #"\{(page|offset|cursor|limit)\})*)?"#
  static let proxy = "none|([Hh][Tt][Tt][Pp][Ss]?|[Ss][Oo][Cc][Kk][Ss](4[Aa]?|5[Hh]?))://.+"

  private static let tokenLetter = "!#$%&'*+.^_`|~0-9A-Za-z-"
  /// RFC 9110 section 5.6.2.
  static let token = "[\(tokenLetter)]+"
  static let method = "[!#$%&'*+.^_`|~0-9A-Z-]+"
  static let placement = "query(:.+)?|path|header:\(token)|body:.+"
  static let badPageSelector = "^(header:([\(tokenLetter)]*[^\(tokenLetter)]|$)|link:($|.* ))"
  // `host` or `host:port`, in any script.
  static let hostName = #"([A-Za-z0-9.:_\[\]-]|[^\u0000-\u007F])+"#
  private static let bare = #"[^()\\\u0000-\u0008\u000A-\u001F\u007F]*"#
  static let contact = "\(bare)(@|://)\(bare)"
  /// One line of text (RFC 9110 section 5.5).
  static let line = #"^[^\u0000-\u0008\u000A-\u001F\u007F]*$"#
  /// Something that can be seen, and no control character.
  static let sourceName =
    #"^[^\u0000-\u001F\u007F-\u009F]*[^\u0000-\u0020\u007F-\u00A0][^\u0000-\u001F\u007F-\u009F]*$"#
}
