import WeftModel

/// The compiled members of `attachments`.
struct AttachmentPlan: Sendable {
  var url: ValuePlan
  var mimeType: ValuePlan?
  var title: ValuePlan?
  var sizeInBytes: ValuePlan?
  var durationInSeconds: ValuePlan?

  func attachments(
    _ texts: (ValuePlan?, Bool) -> [String], absolute: (String) -> String
  ) -> [Attachment] {
    let urls = texts(url, false).map(FieldText.trimmed).filter { !$0.isEmpty }
    func paired(_ plan: ValuePlan?) -> [String] {
      let found = texts(plan, false).map(FieldText.trimmed)
      return found.count == urls.count || urls.count == 1 ? found : []
    }
    let types = paired(mimeType)
    let titles = paired(title)
    let sizes = paired(sizeInBytes)
    let durations = paired(durationInSeconds)
    return urls.enumerated().map { index, url in
      Attachment(
        url: absolute(url), mimeType: FieldText.element(index, of: types),
        title: FieldText.element(index, of: titles),
        sizeInBytes: FieldText.element(index, of: sizes).flatMap { Int64($0) },
        durationInSeconds: FieldText.element(index, of: durations).flatMap { Double($0) })
    }
  }
}
