/// The keys of plugins: of `plugin.yaml`, and of `plugins` in a configuration.
extension KeyTable {
  private static let manifestKeys = [
    KeyDeclaration("name", .text, "the plugin's name"),
    KeyDeclaration("version", .text, "the plugin's own version"),
    KeyDeclaration("protocol", .integer(1...1), fallback: "1", "the version of the plugin protocol"),
    KeyDeclaration("command", .program, "the program and its arguments; one with a slash stands in the folder"),
    KeyDeclaration("env", .pairs, "environment variables of the program; it gets these and PATH"),
    KeyDeclaration("initialize", .json, "settings of the whole plugin, which initialize sends"),
    KeyDeclaration("kinds", .json, "the kinds by name"),
    KeyDeclaration("test", .section(.pluginTest), "what weft plugin test reads"),
  ]

  static let manifest = Section(.manifest, path: "", manifestKeys)

  static let plugin = Section(
    .plugin, path: "plugins",
    [KeyDeclaration("folder", .text, "the folder of its plugin.yaml, from the configuration's own")] + manifestKeys)

  static let pluginKind = Section(
    .pluginKind, path: "kinds",
    [
      KeyDeclaration("summary", .text, "one line for weft plugins"),
      KeyDeclaration("settings", .section(.schema), "the settings of a source, as a JSON Schema of type object"),
    ])

  static let pluginTest = Section(
    .pluginTest, path: "test",
    [
      KeyDeclaration("kind", .text, "a kind of the plugin; by default the first"),
      KeyDeclaration("settings", .json, "settings of a source"),
    ])

  /// JSON Schema, draft 2020-12: what is checked, and what only describes.
  static let schema = Section(
    .schema, path: "",
    [
      KeyDeclaration("type", .json, "string, integer, number, boolean, array, object or null, or a list of these"),
      KeyDeclaration("description", .text, mayBeEmpty: true, "one line for help"),
      KeyDeclaration("default", .json, "the value where nothing is written"),
      KeyDeclaration("enum", .list(.json), "the only values"),
      KeyDeclaration("const", .json, "the only value"),
      KeyDeclaration("minimum", .json, "the least number"),
      KeyDeclaration("maximum", .json, "the greatest number"),
      KeyDeclaration("exclusiveMinimum", .json, "numbers are greater"),
      KeyDeclaration("exclusiveMaximum", .json, "numbers are less"),
      KeyDeclaration("minLength", .integer(0...Int.max), "the least number of characters"),
      KeyDeclaration("maxLength", .integer(0...Int.max), "the greatest number of characters"),
      KeyDeclaration("pattern", .pattern, "a regular expression (RE2) that a text matches somewhere"),
      KeyDeclaration("items", .section(.schema), "what the elements of a list may be"),
      KeyDeclaration("minItems", .integer(0...Int.max), "the least number of elements"),
      KeyDeclaration("maxItems", .integer(0...Int.max), "the greatest number of elements"),
      KeyDeclaration("properties", .json, "the members of a map by name"),
      KeyDeclaration("required", .list(.text), "members that a map cannot do without"),
      KeyDeclaration("additionalProperties", .boolean, fallback: "true", "a map may have other members"),
      KeyDeclaration("title", .text, "says nothing to Weft"),
      KeyDeclaration("examples", .json, "says nothing to Weft"),
      KeyDeclaration("format", .text, "says nothing to Weft"),
      KeyDeclaration("$schema", .text, "says nothing to Weft"),
      KeyDeclaration("$id", .text, "says nothing to Weft"),
      KeyDeclaration("$comment", .text, "says nothing to Weft"),
    ])
}
