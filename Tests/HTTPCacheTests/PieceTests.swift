@testable import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct PieceTests {
  @Test func aListOfTextsComesBack() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let texts = (0..<random.below(6)).map { _ in
        String((0..<random.below(300)).map { _ in random.pick(["a", "\u{0}", "ä", "🎈", "\r\n"] as [Character]) })
      }
      let bytes = TextListCoding.encode(texts)
      #expect(TextListCoding.decode(bytes) == texts, "seed \(random.seed)")
      for end in 0..<min(bytes.count, 50) {
        let cut = TextListCoding.decode(Array(bytes.prefix(end)))
        #expect(cut == nil || cut == Array(texts.prefix(cut?.count ?? 0)), "seed \(random.seed)")
      }
    }
    #expect(TextListCoding.encode(["ab", "c"]) != TextListCoding.encode(["a", "bc"]))
    #expect(TextListCoding.decode([255, 255, 255, 255, 1]) == nil)
    #expect(TextListCoding.decode([1, 0, 0]) == nil)
  }

  /// A number in a stored body stands for a secret of the request that it answered, and for no other.
  @Test func secretsOfAnotherRequestAreNotPutIn() throws {
    let salt = [UInt8](repeating: 1, count: 32)
    var (one, two) = (Request.page(), Request.page())
    one.credentials.cookies = [.init(name: "a", value: "first-secret")]
    two.credentials.cookies = [.init(name: "a", value: "other-secret")]
    let arrived = Answer("it is first-secret").response(to: one, at: CacheWorld.start)
    let response = StoredResponse(arrived, to: one)
    let key = try #require(CacheKey(one, salt: salt))
    let (row, body) = try #require(ResponseRow.make(response, key, SecretMask(one), salt))
    #expect(row.response(body, SecretMask(one), salt) == response)
    #expect(row.response(body, SecretMask(two), salt) == nil)
    #expect(row.response(body, SecretMask(.page()), salt) == nil)
  }

  @Test func directivesNeverTrap() {
    var random = SplitMix64(seed: 9)
    let pieces = ["max-age", "=", "\"", "\\", ",", " ", "60", "no-cache", "\t", "ä", "=\"", "99999999999999999999"]
    for _ in 0..<20_000 {
      let text = (0..<random.below(8)).map { _ in random.pick(pieces) }.joined()
      let directives = CacheControl(["Cache-Control": text])
      if let seconds = directives.seconds("max-age") { #expect(seconds >= .zero && seconds <= .seconds(1 << 31)) }
    }
  }

  @Test func directivesAreRead() {
    let directives = CacheControl(["Cache-Control": "a, B=c , d=\"e, \\\"f\\\"\"x,,=g, h= \"i\"", "cache-control": "j"])
    for name in ["a", "b", "d", "h", "j"] { #expect(directives.has(name), "\(name)") }
    for name in ["c", "e", "f", "g", "x", "B", ""] { #expect(!directives.has(name), "\(name)") }
    #expect(CacheControl([:]).isEmpty)
    #expect(CacheControl(["Cache-Control": " , "]).isEmpty)
  }
}
