internal import CMicroHTTPD

/// The number of a connection, kept in its socket context.
enum ConnectionNumber {
  /// The context that stands for a number: never followed, only compared.
  static func context(_ number: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

  /// The number of the connection; 0 where it has none.
  static func of(_ connection: OpaquePointer) -> Int { Int(bitPattern: weft_mhd_connection_context(connection)) }
}
