internal import CLibXML2
import Glibc

/// The attributes of one element, valid while its start is reported.
public struct SAXAttributes: ~Copyable {
  /// libxml2's attributes: local name, prefix, URI, start and end of the value, five pointers each.
  private let pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  /// How many there are.
  public let count: Int

  init(_ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
    self.pointers = pointers
    self.count = pointers == nil ? 0 : count
  }

  private func name(_ index: Int) -> UnsafePointer<xmlChar>? { pointers?[index * 5] }

  private func value(_ index: Int) -> String {
    guard let start = pointers?[index * 5 + 3], let end = pointers?[index * 5 + 4], end >= start else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
  }

  /// The value of an attribute without a namespace.
  public subscript(name: StaticString) -> String? {
    for index in 0..<count where pointers?[index * 5 + 1] == nil {
      guard let own = self.name(index), strcmp(cString(own), cString(name.utf8Start)) == 0 else { continue }
      return value(index)
    }
    return nil
  }

  /// The value of an attribute without a namespace, its name compared without case.
  public func value(ignoringCase name: StaticString) -> String? {
    for index in 0..<count where pointers?[index * 5 + 1] == nil {
      guard let own = self.name(index), strcasecmp(cString(own), cString(name.utf8Start)) == 0 else { continue }
      return value(index)
    }
    return nil
  }

  /// The value of an attribute in a namespace that is usually written with this prefix, declared or not.
  public subscript(prefix: StaticString, name: StaticString) -> String? {
    for index in 0..<count {
      guard let own = self.name(index), let ownPrefix = pointers?[index * 5 + 1],
        strcmp(cString(ownPrefix), cString(prefix.utf8Start)) == 0,
        strcmp(cString(own), cString(name.utf8Start)) == 0
      else { continue }
      return value(index)
    }
    return nil
  }

  private func cString(_ name: UnsafePointer<UInt8>) -> UnsafePointer<CChar> {
    UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
  }

  /// Writes all of them as HTML; namespaces are left out.
  func write(to output: inout ByteBuffer) {
    for index in 0..<count {
      guard let name = name(index), let start = pointers?[index * 5 + 3], let end = pointers?[index * 5 + 4] else {
        continue
      }
      output.append(UInt8(ascii: " "))
      if let prefix = pointers?[index * 5 + 1] {
        output.append(UnsafeBufferPointer(start: prefix, count: strlen(cString(prefix))))
        output.append(UInt8(ascii: ":"))
      }
      output.append(UnsafeBufferPointer(start: name, count: strlen(cString(name))))
      output.append("=\"")
      output.append(escaping: UnsafeBufferPointer(start: start, count: max(end - start, 0)), inAttribute: true)
      output.append(UInt8(ascii: "\""))
    }
  }
}
