import FoundationEssentials
import Probing
import WeftKit
import WeftModel
import WeftSources

/// `{"url", "pages": [{"url", "status", "headers": {}, "body_hex"}]}` → what `weft probe` makes of the first page, when a
/// server answers with the pages and with 404 for everything else: `{"text", "loads", "items": [{"id", "url", "title",
/// "date"}], "next", "paging", "requests", "kind", "selector"}` or `{"failure"}`.
func answerProbe(_ line: String) async -> String {
  guard let line = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)), let url = line["url"]?.string
  else {
    return "{}"
  }
  var answer: [String: JSONValue] = [:]
  let engine = Engine(transport: ServedPages(line))
  do throws(SourceFailure) {
    let proposal = try await engine.proposal(for: url)
    answer["text"] = .string(proposal.text)
    answer["paging"] = .string("\(proposal.paging)")
    answer["requests"] = .number(Double(proposal.requests))
    answer["selector"] = proposal.settings.items.map { .string($0) }
    await read(proposal, engine, &answer)
  } catch {
    answer["failure"] = .string(error.message)
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let data = try? encoder.encode(JSONValue.object(answer))
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}

/// Loads the text that was printed, and reads the probed page with it.
private func read(_ proposal: Proposal, _ engine: Engine, _ answer: inout [String: JSONValue]) async {
  let environment = Dictionary(proposal.secrets.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  do {
    let (configuration, warnings) = try engine.configuration(reading: proposal.text) { environment[$0] }
    guard let source = try engine.sources(of: configuration).first, let pages = source.pages as? DocumentSource else {
      return
    }
    let page = try await pages.page(at: proposal.place)
    answer["loads"] = .bool(warnings.isEmpty)
    answer["items"] = .array(
      page.items.map { item in
        .object([
          "id": .string(item.id), "url": item.url.map { .string($0) } ?? .null,
          "title": item.title.map { .string($0) } ?? .null,
          "date": item.date.map { .string($0.rfc3339) } ?? .null,
        ])
      })
    if case .next(let cursor, _) = page.following { answer["next"] = .string(pages.style.request(for: cursor).url) }
  } catch {
    answer["loads"] = .bool(false)
    answer["failure"] = .string("\(error)")
  }
}

/// Answers with the pages of a line.
private struct ServedPages: Transport {
  private var pages: [String: Response] = [:]

  init(_ line: JSONValue) {
    guard case .array(let list)? = line["pages"] else { return }
    for page in list {
      guard let url = page["url"]?.string else { continue }
      var status = 200
      if case .number(let number)? = page["status"] { status = Int(number) }
      var headers = HeaderFields()
      if case .object(let fields)? = page["headers"] {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { headers.append(name, value.string ?? "") }
      }
      let body = page["body_hex"]?.string.map(bytes) ?? []
      pages[String(url.prefix { $0 != "#" })] = Response(
        status: status, headers: headers, body: body, url: url, receivedAt: Timestamp(seconds: 1_764_500_000))
    }
  }

  func response(to request: Request) async throws(SourceFailure) -> Response {
    pages[String(request.url.prefix { $0 != "#" })]
      ?? Response(
        status: 404, body: Array("not here".utf8), url: request.url, receivedAt: Timestamp(seconds: 1_764_500_000))
  }
}

private func bytes(_ hexadecimal: String) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(hexadecimal.utf8.count / 2)
  var high: UInt8?
  for digit in hexadecimal.utf8 {
    let value = digit >= 0x61 ? digit &- 0x57 : digit &- 0x30
    if let first = high {
      result.append(first << 4 | value & 15)
      high = nil
    } else {
      high = value & 15
    }
  }
  return result
}
