import Foundation
import Testing
import URIs

@Suite struct SecretTextsTests {
  private static let secrets = [#"pa"ss\wo/rd1"#, "éèàüöß", "s3cr+t/value", "plain-secret", "日本語の鍵", "a b c d e"]

  /// What other programs write where the secret stands.
  @Test(arguments: secrets) func noFormOfASecretStays(secret: String) throws {
    let json = try #require(String(data: JSONEncoder().encode([secret]), encoding: .utf8)).dropFirst(2).dropLast(2)
    let loose = JSONEncoder()
    loose.outputFormatting = .withoutEscapingSlashes
    let unslashed = try #require(String(data: loose.encode([secret]), encoding: .utf8)).dropFirst(2).dropLast(2)
    let encoded = try #require(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "."])))
    let texts = SecretTexts(values: [secret])
    for form in [secret, String(json), String(unslashed), percentEncoded(secret), encoded] {
      #expect(texts.removed(from: "<\(form)>") == "<***>", "\(form)")
    }
  }

  /// Letters beyond ASCII as Python's json writes them.
  @Test func escapedLettersAreFound() {
    let texts = SecretTexts(values: ["éèàüö", "🔑🔑"])
    #expect(texts.removed(from: #"{"t": "\u00e9\u00e8\u00e0\u00fc\u00f6"}"#) == #"{"t": "***"}"#)
    #expect(texts.removed(from: #""\ud83d\udd11\ud83d\udd11""#) == #""***""#)
  }

  @Test func theLongestIsTakenFirst() {
    let texts = SecretTexts(values: ["secret", "secret-and-more"])
    #expect(texts.removed(from: "secret-and-more secret secretsecret") == "*** *** ******")
  }

  @Test func shortOnesStayInTextsAndGoFromParameters() {
    let texts = SecretTexts(parameters: ["k"], values: ["abcd"])
    #expect(texts.removed(from: "abcd") == "abcd")
    #expect(texts.removed(fromAddress: "http://h/?k=ab&v=abcd&w=x") == "http://h/?k=***&v=***&w=x")
    #expect(SecretTexts(values: []).removed(from: Array("abc".utf8)) == Array("abc".utf8))
  }

  @Test func pathsAreLookedAtToo() {
    let texts = SecretTexts(values: ["to/ken-1234"])
    #expect(texts.removed(fromAddress: "http://h/x/to%2fken-1234/y?a=to%2Fken-1234") == "http://h/x/***/y?a=***")
  }
}
