import Foundation
import JSONDocument
import Testing

/// The JSONPath Compliance Test Suite, which lies beside the project and not in it.
private let suite = URL(fileURLWithPath: #filePath).appending(path: "../../../../shared/conformance/jsonpath/cts.json")
  .standardizedFileURL
private let isThere = FileManager.default.fileExists(atPath: suite.path)

@Suite struct ComplianceSuiteTests {
  @Test(.enabled(if: isThere, "skipped: ../shared/conformance/jsonpath/cts.json is not there"))
  func everyCase() throws {
    let document = try JSONDocument([UInt8](Data(contentsOf: suite)))
    let cases = try #require(document.root["tests"]).elements
    #expect(cases.count == 703)
    for test in cases {
      let name = test["name"]?.text ?? ""
      let selector = test["selector"]?.text ?? ""
      guard let given = test["document"] else {
        #expect(throws: JSONSelectorError.self, "\(name): \(selector)") { try JSONPathQuery(selector) }
        continue
      }
      let selected = try JSONPathQuery(selector).nodes(in: given).map(\.canonical)
      let result = try test["results"]?.elements ?? [#require(test["result"])]
      let wanted = result.map { $0.elements.map(\.canonical) }
      #expect(wanted.contains(selected), "\(name): \(selector)")
    }
  }
}
