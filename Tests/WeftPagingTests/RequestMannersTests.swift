import Testing
import WeftModel
import WeftPaging

@Suite struct RequestMannersTests {
  private func request(_ cursor: PageCursor?, _ change: (inout SourceSettings) -> Void) throws -> Request {
    var settings = SourceSettings(name: "a", url: "http://h.example/?page={page}", kind: "auto")
    change(&settings)
    return try PagingStyle(settings).request(for: cursor)
  }

  /// Kind, what `robots` says, whether it is a later page, and whether robots.txt is obeyed.
  @Test(
    arguments: [
      ("html", nil, false, true), ("html", nil, true, true), ("auto", nil, false, false), ("auto", nil, true, true),
      ("feed", nil, true, false), ("json", nil, true, false), ("xml", nil, true, false),
      ("html", .ignore, true, false), ("auto", .ignore, true, false), ("feed", .obey, false, true),
      ("json", .obey, true, true),
    ] as [(String, RequestSettings.RobotsRule?, Bool, Bool)])
  func obeysRobots(kind: String, rule: RequestSettings.RobotsRule?, isLater: Bool, obeys: Bool) throws {
    let request = try request(isLater ? .page(2) : nil) { settings in
      settings.kind = kind
      settings.request.robots = rule
    }
    #expect(request.manners.obeysRobots == obeys)
  }

  @Test func carriesWhatTheSettingsSay() throws {
    let request = try request(.page(3)) { settings in
      settings.request.spacing = .seconds(2)
      settings.request.cache = CacheSettings(isConditional: false, fresh: .seconds(9))
      settings.request.proxy = "http://p.example:3128"
      settings.request.certificateFile = "/ca.pem"
      settings.request.isInsecure = true
      settings.request.contact = "me@h.example"
      settings.request.secretValues = ["secret"]
    }
    #expect(request.manners.spacing == .seconds(2))
    #expect(request.manners.cache == CacheSettings(isConditional: false, fresh: .seconds(9)))
    #expect(
      request.connection
        == ConnectionSettings(
          proxy: "http://p.example:3128", certificateFile: "/ca.pem", isInsecure: true, contact: "me@h.example"))
    #expect(request.credentials.secretTexts == ["secret"])
  }
}
