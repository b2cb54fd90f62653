import Glibc

/// Whether random tests run over the whole of their worlds, not a share of them: `WEFT_LONG_TESTS` is set.
public let isLong = getenv("WEFT_LONG_TESTS") != nil
