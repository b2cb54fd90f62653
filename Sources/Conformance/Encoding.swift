import Charsets

/// `{"bytes_hex"}` → `{"encoding"}`: the pre-scan of an HTML document.
@Sendable func answerEncoding(_ line: JSONValue) -> [String: JSONValue] {
  guard let hex = line["bytes_hex"]?.string else { return [:] }
  var bytes: [UInt8] = []
  var rest = hex.utf8[...]
  while let pair = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
    bytes.append(pair)
    rest = rest.dropFirst(2)
  }
  return ["encoding": .string(sniffHTML(bytes))]
}
