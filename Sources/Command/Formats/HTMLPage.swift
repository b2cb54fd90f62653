import DisplayText
import SafeHTML

/// The frame of the page that `--format html` writes.
enum HTMLPage {
  /// What stands before the items. Whatever came in, the policy lets a browser load pictures and nothing else.
  static func head(title: String) -> String {
    let title = HTMLEscaping.escaped(TerminalText.clean(title))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="Weft \(Version.text)">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <header><h1>\(title)</h1></header>
      <main>

      """
  }

  /// What stands behind the items.
  static let foot = "</main>\n</body>\n</html>\n"

  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; base-uri 'none'; form-action 'none'"

  private static let style = """
    :root { color-scheme: light dark; }
    body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
    article { border-top: 1px solid #8884; padding: 1rem 0; overflow-wrap: anywhere; }
    h1 { font-size: 1.4rem; }
    h2 { font-size: 1.2rem; margin: 0; }
    .about, footer { font-size: .85rem; opacity: .75; margin: .25rem 0; }
    .text { white-space: pre-line; }
    .tags { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0; padding: 0; }
    img { max-width: 100%; height: auto; }
    pre { overflow-x: auto; }
    table { border-collapse: collapse; display: block; overflow-x: auto; }
    """
}
