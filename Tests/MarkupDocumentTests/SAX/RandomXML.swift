import TestSupport

/// Random documents that are well formed XML with namespaces, and short enough to be read in a failure.
enum RandomXML {
  private static let spaces = ["u", "v", "http://example.org/w", ""]
  private static let texts = [
    "x", "é", "日本", "a b", " ", "\n", "&amp;", "&lt;", "&#65;", "]]&gt;", "<!-- <t> -->", "<?p <t> ?>",
  ]
  private static let values = ["1", "", "&amp;", "&quot;", "x y", "a\tb", "a\nb", "&#10;", "é", ">", "/>", "'"]

  static func document(using random: inout SplitMix64) -> String {
    let head = ["", "<?xml version='1.0'?>\n", "<!-- <a> -->"].randomElement(using: &random) ?? ""
    return head + element(depth: 0, declared: [], using: &random)
  }

  private static func element(depth: Int, declared: Set<String>, using random: inout SplitMix64) -> String {
    var declared = declared
    var attributes: [String] = []
    if Int.random(in: 0..<3, using: &random) == 0 {
      attributes.append("xmlns=\"\(spaces.randomElement(using: &random) ?? "")\"")
    }
    for prefix in ["p", "q"] where Int.random(in: 0..<4, using: &random) == 0 {
      attributes.append("xmlns:\(prefix)=\"\(spaces.dropLast().randomElement(using: &random) ?? "u")\"")
      declared.insert(prefix)
    }
    for name in ["a", "b", "c", "xml:lang"] + (declared.contains("p") ? ["p:a"] : [])
    where Int.random(in: 0..<4, using: &random) == 0 {
      attributes.append("\(name)=\"\(values.randomElement(using: &random) ?? "")\"")
    }
    attributes.shuffle(using: &random)
    let prefix =
      declared.sorted().filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.first.map { $0 + ":" } ?? ""
    let isLeaf = depth > 4 || Int.random(in: 0..<3, using: &random) == 0
    let name =
      prefix + ((isLeaf ? ["t", "title", "t-1"] : ["a", "item", "longer-name"]).randomElement(using: &random) ?? "t")
    let gap = [" ", "\n", "  "].randomElement(using: &random) ?? " "
    let tag = attributes.reduce(name) { $0 + gap + $1 }
    if Int.random(in: 0..<6, using: &random) == 0 { return "<\(tag)/>" }
    var inside = ""
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      if isLeaf {
        // White space beside a section is layout for us, and text for libxml2.
        inside += Bool.random(using: &random) ? texts.randomElement(using: &random) ?? "" : "x<![CDATA[<b>&amp;]]>y"
        if depth < 6, Int.random(in: 0..<4, using: &random) == 0 {
          inside += element(depth: depth + 5, declared: declared, using: &random)
        }
      } else {
        inside += "\n" + element(depth: depth + 1, declared: declared, using: &random)
      }
    }
    return "<\(tag)>\(inside)</\(name)\(Bool.random(using: &random) ? "" : " ")>"
  }
}
