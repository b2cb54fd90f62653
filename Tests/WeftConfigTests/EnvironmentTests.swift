import Testing
import WeftConfig
import WeftModel

/// `${NAME}` in scalars.
struct EnvironmentTests {
  @Test(arguments: [
    ("${HOST}/x", "https://api.example.org/x"), ("a${TOKEN}b${TOKEN}", "as3cretbs3cret"), ("${ODD}", "a: [b"),
    ("$${TOKEN}", "${TOKEN}"), ("$TOKEN", "$TOKEN"), ("$$${TOKEN}", "$${TOKEN}"), ("${BRACES}", "{x}"),
    ("a $ {b}", "a $ {b}"),
  ])
  func putsInValues(written: String, text: String) throws {
    #expect(try Reading.source("sources: {a: {url: https://x.org/, title: \"\(written)\"}}").title == text)
  }

  @Test func namesWhatIsNotSet() {
    #expect(
      Reading.messages("sources:\n  a:\n    url: https://x.org/${NOPE}?k=${NADA}\n    title: \"${1X} ${\"\n") == """
        weft.yaml:3:24: error: the environment variable NOPE is not set
              3 |     url: https://x.org/${NOPE}?k=${NADA}
                |                        ^~~~~~~
        weft.yaml:3:34: error: the environment variable NADA is not set
              3 |     url: https://x.org/${NOPE}?k=${NADA}
                |                                  ^~~~~~~
        weft.yaml:4:13: error: ${…} takes the name of an environment variable
              4 |     title: "${1X} ${"
                |             ^~~~~
                = hint: a ${ that is text is written $${
        weft.yaml:4:19: error: ${…} takes the name of an environment variable
              4 |     title: "${1X} ${"
                |                   ^~
                = hint: a ${ that is text is written $${
        """)
  }

  /// Every key with a check of its own is given a secret that does not fit.
  @Test(arguments: [
    "url: ${TOKEN}", "first_url: ${TOKEN}", "kind: ${TOKEN}", "enabled: ${TOKEN}", "weight: ${TOKEN}",
    "sorted: ${TOKEN}", "items: $.${TOKEN}[", "where: [{field: \"${TOKEN}\", has: x}]",
    "fields: {title: {select: x, match: \"(${TOKEN}\"}}", "fields: {url: {template: \"${BRACES}${TOKEN}{ =\"}}",
    "paging: \"${TOKEN}\"", "paging: {start: \"${TOKEN}\", into: \"${TOKEN}\", next: \"header:${TOKEN} x\"}",
    "paging: {stop: {older_than: \"${TOKEN}\", past_end: [{status: \"${TOKEN}\"}]}}",
    "request: {method: \"${TOKEN}\", timeout: \"${TOKEN}\", max_bytes: \"${TOKEN}\", trust: [\"x/${TOKEN}\"]}",
    "request: {headers: {A: \"${LINES}${TOKEN}\"}, cookies: {a: \"${TOKEN};\"}, auth: {bearer: \"${LINES}${TOKEN}\"}}",
    "zone: Mars${TOKEN}", "url: https://x.org/{${TOKEN}}", "url: https://${TOKEN} x/",
  ])
  func neverShowsAValue(line: String) {
    let messages = Reading.messages("sources:\n  a:\n    \(line)\n")
    #expect(messages.contains("error"))
    #expect(!messages.contains("s3cret"), "\(messages)")
  }

  @Test func warnsOfSecretsInTheFile() {
    #expect(
      Reading.messages("sources:\n  a:\n    url: https://x.org/\n    request: {auth: {bearer: abc}}\n") == """
        weft.yaml:4:30: warning: request.auth.bearer: a secret is written in the file
              4 |     request: {auth: {bearer: abc}}
                |                              ^~~
                = hint: put it into a variable: "${NAME}"
        """)
  }
}

/// Parameters of a URL whose values come from the environment are known as secret, so that no address shows them.
struct SecretParameterTests {
  @Test(arguments: [
    ("https://x.org/?k=${TOKEN}&p={page}", ["k"]), ("https://x.org/${TOKEN}/?p={page}", []),
    ("https://x.org/?k=a${TOKEN}&l=$TOKEN&m=b${TOKEN}", ["k", "m"]), ("https://x.org/?p=1", []),
  ])
  func areNamed(url: String, names: [String]) throws {
    let request = try Reading.source("sources:\n  a:\n    url: \"\(url)\"\n    paging: auto\n").request
    #expect(request.secretParameters == names)
  }
}
