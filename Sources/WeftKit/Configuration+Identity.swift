public import WeftModel

extension Configuration {
  /// A hash of what decides which items come in which order: the enabled sources with their kinds, addresses, paging
  /// and conditions, and the order of the merge. A place in the feed of one configuration means nothing in another's.
  ///
  /// Credentials and limits do not count: a new token changes no order. Nor do `since` and `until`, which are often
  /// meant from now back.
  public var identity: UInt64 {
    var hash = ContentHash(seed: 11)
    for source in sources where source.isEnabled {
      for text in [source.name, source.kind, source.url, source.firstURL ?? "", source.request.method ?? ""] {
        hash.combine(text)
      }
      for text in source.programs.command + [""] + source.programs.filter { hash.combine(text) }
      for setting in source.extra { hash.combine(setting.name + "=" + setting.value.text) }
      hash.combine(String(describing: source.sorted))
      hash.combine(String(describing: source.weight))
      hash.combine(String(describing: source.conditions))
      hash.combine(String(describing: source.paging.by))
      hash.combine(String(describing: [source.paging.start, source.paging.step, source.paging.size]))
    }
    hash.combine(merge.order.rawValue)
    hash.combine(merge.fuse.rawValue)
    hash.combine(merge.undated.rawValue)
    hash.combine(merge.future.rawValue)
    hash.combine(String(describing: merge.deduplication))
    return hash.value
  }
}
