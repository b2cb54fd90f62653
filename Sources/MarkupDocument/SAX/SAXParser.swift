/// Reads XML element by element, without a tree, whatever state the document is in.
public enum SAXParser {
  /// Reads a document.
  ///
  /// Nothing outside of the document is ever opened: of a document type only its own entities are kept.
  /// - Parameters:
  ///   - bytes: the document in UTF-8, whatever its declaration says; bytes that are no UTF-8 become U+FFFD.
  ///   - start: where it begins.
  ///   - handler: what is told of its elements.
  /// - Returns: what had to be mended.
  /// - Throws: `SAXError` where there is no element or a limit is passed; what the handler was told until then is
  ///   only a part.
  public static func parse(
    _ bytes: [UInt8], from start: Int = 0, limits: SAXLimits = SAXLimits(), handler: any SAXHandler
  ) throws(SAXError) -> SAXRepairs {
    var repairs: SAXRepairs = []
    let clean = XMLCharacters.cleaned(bytes, repairs: &repairs)
    // A typed throw does not pass through `withUnsafeBufferPointer`.
    let outcome = clean.withUnsafeBufferPointer { input -> Result<SAXRepairs, SAXError> in
      do throws(SAXError) {
        return .success(try parse(input, from: start, limits: limits, handler: handler))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get().union(repairs)
  }

  private static func parse(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, limits: SAXLimits, handler: any SAXHandler
  ) throws(SAXError) -> SAXRepairs {
    var scanner = XMLScanner(input, limits: limits, handler: handler)
    try scanner.run(from: start)
    return scanner.context.repairs
  }
}
