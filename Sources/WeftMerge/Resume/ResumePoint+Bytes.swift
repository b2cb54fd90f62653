import WeftModel

/// The place as bytes. Times are written as distances from the boundary, so that they are short; what is usual, or
/// follows from the rest, is not written.
extension ResumePoint {
  func write(to writer: inout CursorWriter) {
    let base = boundary?.major ?? 0
    writer.byte(
      (boundary == nil ? 0 : 1) | (lastTurn == nil ? 0 : 2) | (recent.isEmpty ? 0 : 4) | (top == nil ? 0 : 8)
        | (runLength == 0 ? 0 : 16) | (passes.isEmpty ? 0 : 32))
    writer.number(count)
    if let boundary {
      writer.signed(boundary.major)
      writer.number(boundary.minor >> 32)
      writer.number(boundary.minor & 0xFFFF_FFFF)
    }
    if let top { writer.signed(base &- top) }
    if runLength > 0 {
      writer.number(runSource)
      writer.number(runLength)
    }
    if !passes.isEmpty {
      writer.number(passes.count)
      for passed in passes {
        writer.number(passed.source)
        writer.number(UInt64(passed.sequence))
        writer.number(passed.count)
      }
    }
    writer.number(timelineTurns)
    if let lastTurn {
      writer.signed(lastTurn.major)
      writer.fixed(lastTurn.minor, length: 8)
    }
    writer.number(roundOffset)
    writer.number(sources.count)
    for source in sources { source.write(to: &writer, base: base) }
    guard !recent.isEmpty else { return }
    writer.number(recent.count)
    for identity in recent {
      writer.fixed(identity.hash, length: 8)
      writer.number(identity.source)
    }
  }

  init(from reader: inout CursorReader) throws(CursorReader.Damage) {
    let flags = try reader.byte()
    count = try reader.count()
    if flags & 1 != 0 {
      let major = try reader.signed()
      boundary = MergeKey(major: major, minor: try reader.number() << 32 | (try reader.number()) & 0xFFFF_FFFF)
    }
    if flags & 8 != 0 { top = (boundary?.major ?? 0) &- (try reader.signed()) }
    if flags & 16 != 0 {
      runSource = try reader.count()
      runLength = try reader.count()
    }
    if flags & 32 != 0 {
      for _ in 0..<(try reader.count()) {
        let source = try reader.count()
        let sequence = UInt32(truncatingIfNeeded: try reader.number())
        passes.append(Passed(source: source, sequence: sequence, count: try reader.count()))
      }
    }
    timelineTurns = try reader.number()
    if flags & 2 != 0 { lastTurn = MergeKey(major: try reader.signed(), minor: try reader.fixed(length: 8)) }
    roundOffset = try reader.count()
    for index in 0..<(try reader.count()) {
      sources.append(try Source(from: &reader, index: index, base: boundary?.major ?? 0))
    }
    guard flags & 4 != 0 else { return }
    for _ in 0..<(try reader.count()) {
      recent.append(Identity(hash: try reader.fixed(length: 8), source: try reader.count()))
    }
  }
}

extension ResumePoint.Source {
  private static let reasons = EndReason.allCases

  func write(to writer: inout CursorWriter, base: Int64) {
    var flags: UInt8 = 0
    switch state {
    case .untouched: break
    case .open: flags = 1
    case .ended: flags = 2
    }
    if isLane { flags |= 4 }
    if anchor != nil { flags |= 8 }
    if isSearching { flags |= 16 }
    if disorder != 0 || disorderedPages != 0 { flags |= 32 }
    if bound != .greatest { flags |= 64 }
    if turn != 1 { flags |= 128 }
    writer.byte(flags)
    if case .untouched = state { return }
    if case .ended(let reason) = state { writer.byte(UInt8(Self.reasons.firstIndex(of: reason) ?? 0)) }
    if bound != .greatest {
      writer.signed(bound.major &- base)
      writer.number(bound.minor & 0xFFFF_FFFF)
    }
    if turn != 1 { writer.number(turn) }
    if let anchor { writer.fixed(UInt64(anchor), length: 4) }
    if flags & 32 != 0 {
      writer.signed(disorder)
      writer.number(disorderedPages)
    }
    guard case .open = state else { return }
    writer.number(pages.count)
    for page in pages { page.write(to: &writer, base: base, bound: bound) }
  }

  init(from reader: inout CursorReader, index: Int, base: Int64) throws(CursorReader.Damage) {
    let flags = try reader.byte()
    switch flags & 3 {
    case 0: state = .untouched
    case 1: state = .open
    default:
      let index = Int(try reader.byte())
      guard Self.reasons.indices.contains(index) else { throw CursorReader.Damage() }
      state = .ended(Self.reasons[index])
    }
    isLane = flags & 4 != 0
    isSearching = flags & 16 != 0
    guard state != .untouched else { return }
    bound = .greatest
    if flags & 64 != 0 {
      let major = base &+ (try reader.signed())
      bound = MergeKey(major: major, minor: UInt64(index) << 32 | (try reader.number()) & 0xFFFF_FFFF)
    }
    if flags & 128 != 0 { turn = try reader.number() }
    if flags & 8 != 0 { anchor = UInt32(truncatingIfNeeded: try reader.fixed(length: 4)) }
    if flags & 32 != 0 {
      disorder = try reader.signed()
      disorderedPages = try reader.count()
    }
    guard state == .open else { return }
    for _ in 0..<(try reader.count()) {
      pages.append(try ResumePoint.Mark(from: &reader, base: base, bound: bound))
    }
  }
}

extension ResumePoint.Mark {
  func write(to writer: inout CursorWriter, base: Int64, bound: MergeKey) {
    var flags: UInt8 =
      switch cursor {
      case nil: 0
      case .page: 1
      case .offset: 2
      case .token: 3
      case .url: 4
      }
    if isLane { flags |= 8 }
    if tail != nil { flags |= 16 }
    if let neighbour { flags |= neighbour == Self.usual(bound) ? 32 : 64 }
    let isRegular = itemsBefore == Int(sequence)
    if isRegular { flags |= 128 }
    writer.byte(flags)
    switch cursor {
    case nil: break
    case .page(let number): writer.signed(Int64(number))
    case .offset(let offset, let anchor):
      writer.signed(Int64(offset))
      writer.byte(anchor == nil ? 0 : 1)
      if let anchor { writer.fixed(anchor, length: 8) }
    case .token(let value):
      writer.byte(UInt8(SelectedValue.Kind.allInOrder.firstIndex(of: value.kind) ?? 0))
      writer.text(value.text)
    case .url(let url): writer.text(url)
    }
    writer.number(ordinal)
    writer.number(itemsBefore)
    if !isRegular { writer.number(UInt64(sequence)) }
    writer.number(runs.count)
    for run in runs { writer.number(run) }
    if let tail { writer.signed(tail &- base) }
    if flags & 64 != 0, let neighbour { writer.signed(neighbour.microseconds &+ base) }
  }

  /// The time that an undated item right behind everything received usually inherits.
  private static func usual(_ bound: MergeKey) -> Timestamp { Timestamp(microseconds: 0 &- bound.major) }

  init(from reader: inout CursorReader, base: Int64, bound: MergeKey) throws(CursorReader.Damage) {
    let flags = try reader.byte()
    switch flags & 7 {
    case 0: cursor = nil
    case 1: cursor = .page(Int(try reader.signed()))
    case 2:
      let offset = Int(try reader.signed())
      cursor = .offset(offset, anchor: try reader.byte() == 0 ? nil : try reader.fixed(length: 8))
    case 3:
      let kind = Int(try reader.byte())
      guard SelectedValue.Kind.allInOrder.indices.contains(kind) else { throw CursorReader.Damage() }
      cursor = .token(SelectedValue(kind: SelectedValue.Kind.allInOrder[kind], text: try reader.text()))
    case 4: cursor = .url(try reader.text())
    default: throw CursorReader.Damage()
    }
    isLane = flags & 8 != 0
    ordinal = try reader.count()
    itemsBefore = try reader.count()
    sequence = UInt32(truncatingIfNeeded: flags & 128 != 0 ? UInt64(itemsBefore) : try reader.number())
    for _ in 0..<(try reader.count()) { runs.append(try reader.count()) }
    if flags & 16 != 0 { tail = base &+ (try reader.signed()) }
    if flags & 32 != 0 { neighbour = Self.usual(bound) }
    if flags & 64 != 0 { neighbour = Timestamp(microseconds: try reader.signed() &- base) }
  }
}

extension SelectedValue.Kind {
  /// The kinds in the order of their numbers in a cursor.
  fileprivate static let allInOrder: [SelectedValue.Kind] = [.null, .bool, .number, .string, .array, .object]
}
