import Testing
import WeftHTTP
import WeftModel

@Suite struct RedactionTests {
  @Test(arguments: [
    ("https://h/p?q=1", "https://h/p?q=1"), ("https://user:pw@h:8/p", "https://***@h:8/p"),
    ("https://user@h/p", "https://***@h/p"), ("https://a@b@h/p", "https://***@h/p"),
    ("https://h/p?api_key=x&page=2", "https://h/p?api_key=***&page=2"),
    ("https://h/p?API%5Fkey=x", "https://h/p?API%5Fkey=***"),
    ("https://h/p?own=x&page=2", "https://h/p?own=***&page=2"),
    ("https://h/p?other=s3%63ret&page=2", "https://h/p?other=***&page=2"), ("https://h/p?own=", "https://h/p?own="),
    ("not a url", "not a url"), ("https://h/p?token=next&key=3", "https://h/p?token=next&key=3"),
  ])
  func secretsAreHidden(url: String, shown: String) {
    let credentials = RequestCredentials(
      headers: ["Authorization": "Bearer s3cret"], query: [.init(name: "own", value: "v")], origin: "https://h")
    #expect(redacted(url, credentials) == shown)
  }
}
