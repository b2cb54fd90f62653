import Foundation
import MarkupDocument
import Testing

/// Selections that independent engines agree on. The data lies beside the project, where it lies at all.
@Suite struct ConformanceTests {
  static let folder: URL? = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let candidates = ["../shared/conformance/html", "../../shared/conformance/html"]
    return candidates.map { root.appendingPathComponent($0).standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  private static func rows(_ name: String) throws -> [[String: Any]] {
    let folder = try #require(folder)
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  private static let isThere = ConditionTrait.enabled(
    if: folder != nil, "there is no ../shared/conformance beside the project")

  @Test(isThere) func selectors() throws {
    var documents: [String: MarkupTree] = [:]
    for row in try Self.rows("selector-docs.jsonl") {
      let html = try #require(row["html"] as? String)
      documents[try #require(row["doc"] as? String)] = try MarkupTree.html(Array(html.utf8))
    }
    var checked = 0
    for row in try Self.rows("selectors.jsonl") where row["agreed"] as? Bool == true {
      let tree = try #require(documents[row["doc"] as? String ?? ""])
      let selector = try #require(row["selector"] as? String)
      let ids = try tree.elements(try CSSSelector(selector)).map { $0.attribute("id") ?? "" }
      if let expected = row["expected"] as? [String] {
        #expect(ids.sorted() == expected, "\(selector)")
      } else {
        #expect(ids.count == row["expected_count"] as? Int, "\(selector)")
      }
      checked += 1
    }
    #expect(checked > 200)
    for row in try Self.rows("selectors-invalid.jsonl") where row["agreed"] as? Bool == true {
      let selector = try #require(row["selector"] as? String)
      #expect(throws: SelectorSyntaxError.self, "\(selector)") { try CSSSelector(selector) }
    }
  }

  @Test(isThere) func pageQueries() throws {
    let folder = try #require(Self.folder)
    var encodings: [String: String] = [:]
    for row in try Self.rows("pages.jsonl") {
      encodings[row["file"] as? String ?? ""] = (row["encoding"] as? String)?.lowercased()
    }
    var trees: [String: MarkupTree] = [:]
    for row in try Self.rows("page-queries.jsonl") where row["agreed"] as? Bool == true {
      let file = try #require(row["file"] as? String)
      let selector = try #require(row["selector"] as? String)
      // The texts of other charsets are another module's business; names and classes are ASCII everywhere.
      if trees[file] == nil {
        let data = try Data(contentsOf: folder.appendingPathComponent("pages/" + file))
        trees[file] = try MarkupTree.html([UInt8](data))
      }
      let nodes = try #require(trees[file]).elements(try CSSSelector(selector))
      #expect(nodes.count == row["count"] as? Int, "\(file): \(selector)")
      guard encodings[file] == "utf-8", let texts = row["texts"] as? [String] else { continue }
      for (node, text) in zip(nodes, texts) {
        #expect(squeezed(node.rawText).hasPrefix(squeezed(text)), "\(file): \(selector)")
      }
    }
  }

  private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
