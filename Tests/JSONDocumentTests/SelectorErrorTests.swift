import JSONDocument
import Testing

/// Errors of selectors say the column and what was expected.
@Suite struct SelectorErrorTests {
  @Test(arguments: [
    ("$.", "column 3: expected a name or '*' after '.', found the end"),
    ("$..", "column 4: expected a name, '*' or '[' after '..', found the end"),
    ("$ ", "column 2: expected '.', '[' or the end, found ' '"),
    ("$title", "column 2: expected '.', '[' or the end, found 't' (a member named '$title' is $['$title'])"),
    ("$.é.1", "column 5: expected a name or '*' after '.', found '1'"),
    ("$[]", "column 3: expected a quoted name, an index, a slice, '*' or '?', found ']'"),
    ("$[title]", "column 3: expected a quoted name, an index, a slice, '*' or '?', found 't'"),
    ("$['a' 'b']", "column 7: expected ',' or ']', found '''"),
    ("$['a", "column 5: expected ' that ends the string of column 3, found the end"),
    ("$['\\x']", "column 5: expected one of b f n r t u / \\ ' after '\\', found 'x'"),
    ("$['\\ud800']", "column 4: half of a surrogate pair without the other half"),
    ("$['\\u00zz']", "column 8: expected four hexadecimal digits after '\\u', found 'z'"),
    ("$['a\u{1}']", "column 5: expected an escape in place of a control character, found a control character"),
    ("$[01]", "column 3: an integer has no leading zero and no negative zero"),
    ("$[-0]", "column 3: an integer has no leading zero and no negative zero"),
    ("$[9007199254740992]", "column 3: an integer is at most 9007199254740991"),
    ("$[-]", "column 4: expected a digit, found ']'"),
    ("$[1:2:3:4]", "column 8: expected ',' or ']', found ':'"),
    ("$[?]", "column 4: expected a query (@ or $), a literal, a function, '!' or '(', found ']'"),
    ("$[?@.a = 1]", "column 8: expected ',' or ']', found '='"),
    ("$[?1]", "column 4: expected a test: a value must be compared"),
    ("$[?@.* == 1]", "column 4: expected a value: this query can select more than one node"),
    ("$[?1 == @..a]", "column 9: expected a value: this query can select more than one node"),
    ("$[?title == 1]", "column 4: 'title' is no literal; a name needs @. before it"),
    ("$[?size(@) == 1]", "column 4: there is no function 'size'; there are length, count, match, search and value"),
    ("$[?length(@)]", "column 4: expected a test: a value must be compared"),
    ("$[?length(@.*) == 1]", "column 11: expected a value: this query can select more than one node"),
    ("$[?length(@, 1) == 1]", "column 4: length() takes one argument, not 2"),
    ("$[?match(@) ]", "column 4: match() takes two arguments, not 1"),
    ("$[?match(@, 'a') == true]", "column 4: expected a value: match() is true or false and is not compared"),
    ("$[?count(1) == 1]", "column 10: expected a query that begins with @ or $"),
    ("$[?!@.a == 1]", "column 9: expected ',' or ']', found '='"),
    ("$[?(@.a == 1]", "column 13: expected '&&', '||' or ')', found ']'"),
    ("$[?@.a == 01]", "column 11: a number has no leading zero"),
    ("$[?@.a == 1.]", "column 13: expected a digit, found ']'"),
    ("", "column 1: a selector was expected, found nothing"),
    (".title", "column 1: expected a member name, found '.'"),
    ("title.", "column 7: expected a member name, found the end"),
    ("links[*]", "column 7: expected an index, found '*'; more than an index needs a JSONPath, which begins with '$'"),
    ("links[", "column 7: expected an index in the brackets"),
    ("links[1", "column 8: expected ']', found the end"),
    ("links[1]x", "column 9: expected '.', '[' or the end, found 'x'"),
    ("links[99999999999999999999]", "column 7: expected an index in the brackets"),
    ("links[-9223372036854775808]", "column 7: expected an index in the brackets"),
    ("a]b", "column 2: expected '.', '[' or the end, found ']'"),
    ("@.title", "column 1: '@' is for filters; write '$' for the item"),
  ])
  func said(selector: String, error: String) {
    let thrown = #expect(throws: JSONSelectorError.self) { try JSONSelector(selector) }
    #expect(thrown?.description == error)
  }

  @Test(arguments: [
    "$[?" + String(repeating: "(", count: 100_000), "$" + String(repeating: "[?@", count: 100_000),
    "$[?" + String(repeating: "length(", count: 100_000), "$[?" + String(repeating: "!", count: 100_000),
  ])
  func deepFiltersAreErrors(selector: String) {
    #expect(throws: JSONSelectorError.self) { try JSONSelector(selector) }
  }
}
