import CLibYAML

/// One event of libyaml's parser; scalars are text as written, no type is ever guessed.
struct YAMLEvent {
  var kind: Kind
  var span: Span

  enum Kind {
    case scalar(YAMLScalar, anchor: String?, tag: String?)
    case alias(String)
    case listStart(anchor: String?, tag: String?, isFlow: Bool)
    case listEnd
    case mapStart(anchor: String?, tag: String?, isFlow: Bool)
    case mapEnd
    case documentStart
    case documentEnd
    case streamEnd
  }
}

/// What libyaml says where it cannot go on.
struct YAMLSyntaxError: Error {
  var problem: String
  /// Where, in scalars.
  var index: Int
  /// What it was doing, such as "while scanning a block scalar".
  var context: String
  /// Where that began, in scalars.
  var contextIndex: Int
  /// Where, in bytes, for characters that no YAML text may hold.
  var byteOffset: Int?
}

/// libyaml's parser over a text in memory.
///
/// libyaml borrows the input, so the class owns a copy of it as long as the parser lives.
final class YAMLEvents {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let isReady: Bool

  /// A parser over UTF-8 text.
  init(_ bytes: [UInt8]) {
    input = .allocate(capacity: max(bytes.count, 1))
    _ = input.initialize(from: bytes)
    parser.initialize(to: yaml_parser_t())
    isReady = yaml_parser_initialize(parser) == 1
    guard isReady else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    if isReady { yaml_parser_delete(parser) }
    parser.deallocate()
    input.deallocate()
  }

  /// The next event; after `streamEnd` always `streamEnd`.
  ///
  /// - Throws: the syntax error at which the parser stopped.
  func next() throws(YAMLSyntaxError) -> YAMLEvent {
    while true {
      var event = yaml_event_t()
      guard isReady, yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
      defer { yaml_event_delete(&event) }
      if let kind = Self.kind(of: event) {
        return YAMLEvent(kind: kind, span: Span(Int(event.start_mark.index), Int(event.end_mark.index)))
      }
    }
  }

  private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind? {
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let style: YAMLScalar.Style =
        switch scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
      return .scalar(
        YAMLScalar(text: String(decoding: bytes, as: UTF8.self), style: style), anchor: text(scalar.anchor),
        tag: text(scalar.tag))
    case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      return .listStart(
        anchor: text(list.anchor), tag: text(list.tag), isFlow: list.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_SEQUENCE_END_EVENT: return .listEnd
    case YAML_MAPPING_START_EVENT:
      let map = event.data.mapping_start
      return .mapStart(anchor: text(map.anchor), tag: text(map.tag), isFlow: map.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_MAPPING_END_EVENT: return .mapEnd
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    // libyaml answers "no event" when it is asked again after the end of the stream.
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
    default: return nil
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func syntaxError() -> YAMLSyntaxError {
    guard isReady else {
      return YAMLSyntaxError(problem: "out of memory", index: 0, context: "", contextIndex: 0, byteOffset: nil)
    }
    let state = parser.pointee
    let isMemory = state.error == YAML_MEMORY_ERROR
    return YAMLSyntaxError(
      problem: isMemory ? "out of memory" : state.problem.map { String(cString: $0) } ?? "unreadable",
      index: Int(state.problem_mark.index), context: state.context.map { String(cString: $0) } ?? "",
      contextIndex: Int(state.context_mark.index),
      byteOffset: state.error == YAML_READER_ERROR ? Int(state.problem_offset) : nil)
  }
}
