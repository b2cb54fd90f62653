/// The attributes of one tag, as they were written: names in lower case, values with their references decoded.
///
/// Bytes that had to be changed are kept here; a value without references is a stretch of the input.
struct HTMLAttributes: ~Copyable {
  private struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
    /// The value is a stretch of the input, not of `decoded`.
    var isLent: Bool
  }

  /// More attributes than anybody writes; what is over is dropped.
  static let maximumCount = 256

  private let input: UnsafeBufferPointer<UInt8>
  /// The tag's name and those of its attributes.
  var names = ByteBuffer(capacity: 1_024)
  /// Values that are not as they were written.
  var decoded = ByteBuffer(capacity: 1_024)
  private let attributes = UnsafeMutablePointer<Attribute>.allocate(capacity: HTMLAttributes.maximumCount)
  private(set) var count = 0

  init(input: UnsafeBufferPointer<UInt8>) { self.input = input }

  deinit { attributes.deallocate() }

  mutating func removeAll() {
    names.removeAll()
    decoded.removeAll()
    count = 0
  }

  /// - Parameters:
  ///   - name: where it stands in `names`.
  ///   - value: where it stands in the input or in `decoded`.
  mutating func append(name: Range<Int>, value: Range<Int>, isLent: Bool) {
    guard count < Self.maximumCount else { return }
    (attributes + count).initialize(to: Attribute(name: name, value: value, isLent: isLent))
    count &+= 1
  }

  /// The bytes of a name, until the next tag is read.
  func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: names.bytes[attributes[index].name])
  }

  /// The bytes of a value, until the next tag is read.
  func value(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let attribute = attributes[index]
    return UnsafeBufferPointer(rebasing: (attribute.isLent ? input : decoded.bytes)[attribute.value])
  }

  /// The value of the first attribute of that name, in lower case; `nil` where there is none.
  func loweredValue(named name: String) -> String? {
    for index in 0..<count where self.name(index).elementsEqual(name.utf8) {
      return String(decoding: value(index), as: UTF8.self).lowercased()
    }
    return nil
  }
}
