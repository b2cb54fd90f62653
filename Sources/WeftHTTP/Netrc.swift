/// The users and passwords of a `.netrc` file, as curl and ftp read it.
public struct Netrc: Sendable {
  private var machines: [(host: String, login: Login)] = []
  private var fallback: Login?

  /// A user and a password.
  public struct Login: Equatable, Sendable {
    /// The user.
    public var user: String
    /// The password.
    public var password: String
  }

  /// Why a file is no `.netrc`.
  public struct Problem: Error, Equatable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var message: String
  }

  /// Reads a file. Of several entries for one machine the first counts; `account` and `macdef` are passed over.
  ///
  /// - Throws: `Problem` where a word stands that the format does not know, or a value is missing.
  public init(_ text: String) throws(Problem) {
    var tokens = Netrc.tokens(text)[...]
    var host: String?
    var login: (user: String?, password: String?) = (nil, nil)
    var isEntry = false
    func value(of token: Token) throws(Problem) -> String {
      guard let next = tokens.popFirst() else {
        throw Problem(line: token.line, message: "\(token.text) has no value")
      }
      return next.text
    }
    func close(_ netrc: inout Netrc) {
      guard isEntry, let user = login.user, let password = login.password else { return }
      let entry = Login(user: user, password: password)
      if let host { netrc.machines.append((host, entry)) } else { netrc.fallback = netrc.fallback ?? entry }
    }
    while let token = tokens.popFirst() {
      switch token.text {
      case "machine", "default":
        close(&self)
        host = token.text == "machine" ? try value(of: token).lowercased() : nil
        login = (nil, nil)
        isEntry = true
      case "login" where isEntry: login.user = try value(of: token)
      case "password" where isEntry: login.password = try value(of: token)
      case "account" where isEntry: _ = try value(of: token)
      case "macdef":
        let name = try value(of: token)
        // A macro goes on to an empty line.
        let end = Netrc.endOfMacro(name, after: token.line, in: text)
        tokens = tokens.drop { $0.line < end }
      default:
        throw Problem(
          line: token.line, message: "“\(token.text)” is none of machine, default, login, password, account and macdef")
      }
    }
    close(&self)
  }

  /// The login for a host name.
  public func login(for host: String) -> Login? {
    machines.first { $0.host == host.lowercased() }?.login ?? fallback
  }

  private struct Token {
    var text: String
    var line: Int
  }

  /// Words, some in quotation marks in which `\` stands before a sign that is meant as it is; `#` begins a comment only
  /// where a line begins with it, since passwords hold it.
  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var rest = line.drop(while: \.isWhitespace)
      if rest.first == "#" { continue }
      while let first = rest.first {
        var word = ""
        if first == "\"" {
          rest.removeFirst()
          while let sign = rest.popFirst(), sign != "\"" {
            word.append(sign == "\\" ? rest.popFirst() ?? sign : sign)
          }
        } else {
          word = String(rest.prefix { !$0.isWhitespace })
          rest = rest.dropFirst(word.count)
        }
        tokens.append(Token(text: word, line: index + 1))
        rest = rest.drop(while: \.isWhitespace)
      }
    }
    return tokens
  }

  private static func endOfMacro(_ name: String, after line: Int, in text: String) -> Int {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let empty = lines[min(line, lines.count)...].firstIndex { $0.allSatisfy(\.isWhitespace) }
    return (empty ?? lines.count) + 1
  }
}
