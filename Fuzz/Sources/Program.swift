import Glibc

/// What libFuzzer calls, over and over, with inputs that it makes; `WEFT_FUZZ_TARGET` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: FuzzTarget = {
  let name = getenv("WEFT_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
  print("WEFT_FUZZ_TARGET is one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
  exit(2)
}()
