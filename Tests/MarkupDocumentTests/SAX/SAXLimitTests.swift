import MarkupDocument
import Testing

@Suite struct SAXLimitTests {
  @Test func depth() throws {
    var limits = SAXLimits()
    limits.depth = 3
    #expect(try events("<a><b><c/></b></a>", limits: limits).events.count == 6)
    #expect(throws: SAXError.tooDeep(limit: 3)) { _ = try events("<a><b><c><d/></c></b></a>", limits: limits) }
  }

  @Test(arguments: [("<![CDATA[abcdeféxyz]]>", "abcdef"), ("abcdef&eacute;xyz", "abcdef"), ("abc<i>déf</i>", "abcdé")])
  func textIsCutBetweenCharacters(inside: String, text: String) throws {
    var limits = SAXLimits()
    limits.text = 6
    let result = try events("<t>\(inside)</t><u/>", ["t": .text], limits: limits)
    #expect(result.events.dropFirst().first?.hasPrefix("t>\(text)") == true)
    #expect(result.repairs.contains(.longText))
  }

  @Test func entitiesHaveABudget() throws {
    var limits = SAXLimits()
    limits.expansion = 30
    let document = "<!DOCTYPE t [<!ENTITY e \"0123456789\">]>"
    #expect(
      try events(document + "<t>&e;&e;&e;</t>", ["t": .text], limits: limits).events.last
        == "t>012345678901234567890123456789")
    #expect(throws: SAXError.entityExpansion(limit: 30)) {
      _ = try events(document + "<t>&e;&e;&e;&e;</t>", ["t": .text], limits: limits)
    }
    #expect(throws: SAXError.entityExpansion(limit: 30)) {
      _ = try events(document + "<t a='&e;&e;&e;&e;'/>", limits: limits)
    }
  }

  @Test(arguments: ["", " ", "text", "<!-- x", "<?xml version='1.0'?>", "<!DOCTYPE x>", "<", "</x>"])
  func withoutAnElement(text: String) {
    #expect(throws: SAXError.noElement) { _ = try events(text) }
  }

  @Test func manyAttributesAndNames() throws {
    let attributes = (0..<20_000).map { "x\($0)='1'" }.joined(separator: " ")
    #expect(try events("<r \(attributes)/>").events == ["<r", "r>"])
    let elements = (0..<5_000).map { "<e\($0)/>" }.joined()
    #expect(try events("<r>\(elements)</r>").events.count == 10_002)
  }

  @Test func manyOpenElements() throws {
    let told = try events((0..<200).map { "<e\($0)>" }.joined() + (0..<200).reversed().map { "</e\($0)>" }.joined())
    #expect(told.events == (0..<200).map { "<e\($0)" } + (0..<200).reversed().map { "e\($0)>" })
    #expect(told.repairs == [])
  }
}
