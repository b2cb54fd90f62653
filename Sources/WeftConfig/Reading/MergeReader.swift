import WeftModel

/// Reads `merge:`.
struct MergeReader {
  let context: ReadingContext

  func read(_ node: YAMLNode) -> MergeSettings {
    var merge = MergeSettings()
    guard let section = context.section(node, KeyTable.section(.merge), path: SettingPath("merge")) else {
      return merge
    }
    merge.order = section.word("order", MergeSettings.Order.self) ?? merge.order
    merge.fuse = section.word("fuse", MergeSettings.Fuse.self) ?? merge.fuse
    merge.prefetch = section.integer("prefetch") ?? merge.prefetch
    merge.mode = section.word("mode", MergeSettings.Mode.self) ?? merge.mode
    merge.patience = section.duration("patience") ?? merge.patience
    merge.maxRun = section.integer("max_run") ?? merge.maxRun
    merge.undated = section.word("undated", MergeSettings.Undated.self) ?? merge.undated
    merge.future = section.word("future", MergeSettings.Future.self) ?? merge.future
    if let dedupe = section.child("dedupe") { merge.deduplication = deduplication(dedupe) }
    return merge
  }

  private func deduplication(_ section: SectionValues) -> MergeSettings.Deduplication {
    var result = MergeSettings.Deduplication()
    if let keys = section.texts("by") {
      result.byID = keys.contains { $0.text == "id" }
      result.byURL = keys.contains { $0.text == "url" }
      for key in keys where key.text != "id" && key.text != "url" {
        context.complain(of: key.node, section.path("by"), expected: "id or url")
      }
    }
    result.scope = section.word("scope", MergeSettings.Deduplication.Scope.self) ?? result.scope
    if let names = section.texts("strip_query") { result.stripQuery = names.map(\.text) }
    result.byTitle = section.boolean("title") ?? false
    return result
  }
}
