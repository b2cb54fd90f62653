import Testing
import URIs

@Suite struct QueryTests {
  @Test(arguments: ["", "a", "a=1&b=2", "a=%2F&&b", "=x", "a=b=c", "&", "a+b=c%20d"])
  func queryComesBackUnchanged(text: String) { #expect(URIQuery(text).description == text) }

  @Test func readsDecodedValues() {
    let query = URIQuery("q=a+b%26&n&max%5Fid=7")
    #expect(query["q"] == "a b&")
    #expect(query["n"] == "")
    #expect(query["max_id"] == "7")
    #expect(query["x"] == nil)
  }

  static let set: [(String, String)] = [
    ("http://h/%2F?a=%2F&page=1&z#f", "http://h/%2F?a=%2F&page=2%26&z#f"), ("http://h/", "http://h/?page=2%26"),
    ("http://h/?", "http://h/?page=2%26"), ("http://h/?page=1&page=3&x=+", "http://h/?page=2%26&x=+"),
    ("/p?page", "/p?page=2%26"),
  ]

  @Test(arguments: set) func setsOneParameter(url: String, expected: String) {
    #expect(URIQuery.setting("page", to: "2&", in: url) == expected)
  }

  static let removed: [(String, String)] = [
    ("http://h/?page=1", "http://h/"), ("http://h/?a=%2f&page=1&b", "http://h/?a=%2f&b"),
    ("http://h/?pages=1", "http://h/?pages=1"),
    ("http://h/?page=1#f", "http://h/#f"), ("http://h/", "http://h/"), ("http://h/?", "http://h/?"),
  ]

  @Test(arguments: removed) func removesOneParameter(url: String, expected: String) {
    #expect(URIQuery.removing("page", from: url) == expected)
  }
}
