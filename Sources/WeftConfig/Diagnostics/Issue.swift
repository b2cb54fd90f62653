/// Something wrong at a place of the file, before lines and columns are counted.
struct Issue: Hashable {
  var severity: Diagnostic.Severity
  var span: Span
  var message: String
  var hint: String?
}
