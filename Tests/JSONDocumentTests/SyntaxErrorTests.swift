import JSONDocument
import Testing

/// Errors say where, what was expected and what stands there.
@Suite struct SyntaxErrorTests {
  @Test(arguments: [
    ("", "the document is empty"),
    (" \n ", "the document is empty"),
    ("\u{FEFF}", "the document is empty"),
    ("[1, 2,]", "line 1, column 7: expected a value after the comma, found ']'"),
    ("{\"a\": 1,\n}", "line 2, column 1: expected a member name in double quotes after the comma, found '}'"),
    ("[1, NaN]", "line 1, column 5: expected a value, found 'NaN'"),
    ("[-Infinity]", "line 1, column 3: expected a digit, found 'Infinity'"),
    ("[1] // done", "line 1, column 5: expected the end of the document, found a comment, which JSON has none of"),
    ("/* a */ {}", "line 1, column 1: expected a value, found a comment, which JSON has none of"),
    ("{\"é\": \"x\",\n \"b\": tru}", "line 2, column 7: expected a value, found 'tru'"),
    ("[true1]", "line 1, column 2: expected a value, found 'true1'"),
    ("{\"a\"", "line 1, column 5: expected ':', found the end of the document"),
    ("{\"a\": ", "line 1, column 7: expected a value, found the end of the document"),
    ("{", "line 1, column 2: expected a member name in double quotes or '}', found the end of the document"),
    ("[1, 2", "line 1, column 6: expected ',' or ']', found the end of the document"),
    ("{\"a\": 1", "line 1, column 8: expected ',' or '}', found the end of the document"),
    (
      "[\"é\", \"abc",
      "line 1, column 11: expected '\"' that ends the string of line 1, column 7, found the end of the document"
    ),
    ("{'a': 1}", "line 1, column 2: expected a member name in double quotes or '}', found a single quote"),
    ("{a: 1}", "line 1, column 2: expected a member name in double quotes or '}', found 'a'"),
    ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
    ("[1}", "line 1, column 3: expected ',' or ']', found '}'"),
    ("[01]", "line 1, column 3: expected the end of the number, found '1'"),
    ("[1.]", "line 1, column 4: expected a digit, found ']'"),
    ("[1e+]", "line 1, column 5: expected a digit, found ']'"),
    ("[+1]", "line 1, column 2: expected a value, found '+'"),
    ("[.5]", "line 1, column 2: expected a value, found '.'"),
    (
      "[\"a\tb\"]",
      "line 1, column 4: expected an escape in place of a control character, found the control character U+0009"
    ),
    ("[\"\\x\"]", "line 1, column 4: expected one of \" \\ / b f n r t u after '\\', found 'x'"),
    ("[\"\\u12g4\"]", "line 1, column 7: expected four hexadecimal digits after '\\u', found 'g4'"),
    ("<!DOCTYPE html>", "line 1, column 1: expected a value, found '<'"),
    ("{} {}", "line 1, column 4: expected the end of the document, found '{'"),
    ("{\"a\" 1}", "line 1, column 6: expected ':', found '1'"),
    ("[,]", "line 1, column 2: expected a value, found ','"),
    ("[12345678901234567890123x]", "line 1, column 25: expected the end of the number, found 'x'"),
  ])
  func said(text: String, error: String) {
    let thrown = #expect(throws: JSONDocumentError.self) { try JSONDocument(Array(text.utf8)) }
    #expect(thrown?.description == error)
  }

  @Test func linesOfOtherEncodings() {
    let bytes: [UInt8] = [0xFF, 0xFE] + "[\r\n1,\n é]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let thrown = #expect(throws: JSONDocumentError.self) { try JSONDocument(bytes) }
    #expect(thrown?.description == "line 3, column 2: expected a value, found 'é'")
  }
}
