import Testing
import WeftHTTP

@Suite struct NetrcTests {
  @Test(arguments: [
    ("machine a.example login u password p", "a.example", "u", "p"),
    ("machine a.example\n\tlogin u\n\tpassword p\nmachine b.example login v password q", "b.example", "v", "q"),
    ("machine A.Example login u password p", "a.example", "u", "p"),
    ("machine a.example login u account x password p", "a.example", "u", "p"),
    ("default login u password p", "any.example", "u", "p"),
    ("machine b.example login v password q default login u password p", "a.example", "u", "p"),
    (#"machine a.example login "u v" password "p \" \\ q""#, "a.example", "u v", #"p " \ q"#),
    ("# a comment\nmachine a.example login u password p#q", "a.example", "u", "p#q"),
    (
      "macdef init\nmachine a.example login x password y\n\nmachine a.example login u password p", "a.example", "u", "p"
    ),
    ("machine a.example login u password p\nmachine a.example login v password q", "a.example", "u", "p"),
    ("machine a.example\r\nlogin u\r\npassword p\r\n", "a.example", "u", "p"),
  ]) func finds(text: String, host: String, user: String, password: String) throws {
    let login = try #require(try Netrc(text).login(for: host))
    #expect(login.user == user && login.password == password)
  }

  @Test(arguments: [
    "", "machine b.example login u password p", "machine a.example login u", "machine a.example password p",
  ])
  func findsNothing(text: String) throws {
    #expect(try Netrc(text).login(for: "a.example") == nil)
  }

  @Test(arguments: [
    ("machine a.example\nlogn u", 2, "logn"), ("machine", 1, "machine"), ("machine a.example login", 1, "login"),
    ("\n\nlogin u", 3, "login"), ("macdef", 1, "macdef"),
  ]) func saysWhatIsWrong(text: String, line: Int, word: String) {
    let problem = #expect(throws: Netrc.Problem.self) { try Netrc(text) }
    #expect(problem?.line == line)
    #expect(problem?.message.contains(word) == true)
  }
}
