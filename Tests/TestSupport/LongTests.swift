import Foundation

/// Whether random tests run over the whole of their worlds, not a share of them: `WEFT_LONG_TESTS` is set.
public let isLong = ProcessInfo.processInfo.environment["WEFT_LONG_TESTS"] != nil
