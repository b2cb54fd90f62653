import Foundation
import MessageAuthentication
import Testing

@Suite struct HMACTests {
  /// RFC 4231, test cases 1, 2, 6 (a key longer than a block) and the empty message.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
  ])
  func tag(key: [UInt8], message: String, expected: String) throws {
    let tag = try #require(HMAC.tag(of: Array(message.utf8), key: key))
    #expect(tag.map { String(format: "%02x", $0) }.joined() == expected)
  }

  @Test func equality() {
    #expect(HMAC.areEqual([1, 2, 3], [1, 2, 3]))
    #expect(!HMAC.areEqual([1, 2, 3], [1, 2, 4]))
    #expect(!HMAC.areEqual([1, 2, 3], [1, 2]))
    #expect(HMAC.areEqual([UInt8](), [UInt8]()))
  }

  @Test func randomBytesDiffer() throws {
    let first = try #require(RandomBytes.make(32))
    #expect(first.count == 32)
    #expect(try #require(RandomBytes.make(32)) != first)
    #expect(RandomBytes.make(0) == [])
  }
}
