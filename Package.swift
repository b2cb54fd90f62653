// swift-tools-version: 6.2
import PackageDescription

// Weft's module graph. An arrow of the design is a line of `dependencies` here, and nothing else is allowed:
// the layout test compares every import line in the sources with this file.

let strictSwift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift module. `path` is given for the modules in `Plugins/`, which is also SwiftPM's default folder for
/// build plugins: without an explicit path it would not look for an ordinary target there.
func module(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: strictSwift)
}

func program(_ name: String, path: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strictSwift)
}

/// The tests of a module, with what all tests share. Fixtures are read from the source folder and belong to no target.
func tests(_ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["TestSupport"], exclude: fixtures, swiftSettings: strictSwift)
}

/// A C library of the system, seen by exactly one Swift module.
func library(_ name: String, pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/" + name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A shim of ours over a library whose own headers Swift cannot read (C++, macros, variadic functions), or over files
/// that are compiled in (C23's `#embed`).
func shim(_ name: String, links libraries: [String], embeds files: String = "") -> Target {
  .target(
    name: name, path: "Sources/C/" + name, exclude: files.split(separator: " ").map(String.init),
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
  name: "weft",
  products: [
    .library(name: "WeftKit", targets: ["WeftKit"]),
    .executable(name: "weft", targets: ["weft"]),
  ],
  targets: [
    // C libraries
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    library("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    library("CZLib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    shim("CWebAssets", links: [], embeds: "reader.css reader.js"),
    shim("CCurses", links: ["ncursesw", "tinfo"]),
    shim("CSimdJSON", links: ["simdjson"]),
    shim("CRE2", links: ["re2"]),
    shim("CICU", links: []),
    shim("CIconv", links: []),
    shim("CSpawn", links: []),
    shim("CBytes", links: []),

    // Threads
    module("Locks"),

    // Text: import nothing of ours
    module("CharacterReferences"),
    module("Charsets", ["CIconv"]),
    module("Dates", ["CICU"]),
    module("URIs"),
    module("DisplayText"),
    module("Regexes", ["CRE2"]),
    module("MessageAuthentication", ["CCrypto"]),

    // The engine
    module("WeftModel"),
    module("WeftPaging", ["WeftModel", "URIs"]),
    module("WeftMerge", ["WeftModel", "WeftPaging", "URIs", "Regexes", "MessageAuthentication", "CBytes"]),

    // Documents, transport, configuration
    module("JSONDocument", ["WeftModel", "Regexes", "CSimdJSON"]),
    module("MarkupDocument", ["WeftModel", "CharacterReferences", "Charsets", "URIs", "CBytes", "CLibXML2"]),
    module("SafeHTML", ["MarkupDocument", "URIs"]),
    module("WeftHTTP", ["Locks", "WeftModel", "URIs", "CCurl"]),
    module("SQLite", ["CSQLite"]),
    module("HTTPCache", ["WeftModel", "Dates", "MessageAuthentication", "SQLite", "URIs"]),
    module("Recordings", ["WeftModel", "URIs", "Dates"]),
    module("Processes", ["Locks", "WeftModel", "CSpawn"]),
    module("WeftConfig", ["WeftModel", "WeftPaging", "DisplayText", "CLibYAML"]),

    // Sources and their kinds
    module(
      "WeftSources", ["WeftModel", "WeftPaging", "CharacterReferences", "Charsets", "Dates", "Regexes", "URIs"]),
    module(
      "Feeds", path: "Plugins/Feeds",
      ["WeftModel", "WeftSources", "JSONDocument", "MarkupDocument", "Charsets", "Dates", "URIs"]),
    module(
      "JSONPages", path: "Plugins/JSONPages",
      ["WeftModel", "WeftPaging", "WeftSources", "JSONDocument", "Charsets", "Dates", "URIs"]),
    module(
      "Listings", path: "Plugins/Listings",
      ["WeftModel", "WeftSources", "MarkupDocument", "Charsets", "Dates", "URIs"]),
    module(
      "Programs", path: "Plugins/Programs", ["WeftModel", "WeftSources", "Processes"]),
    module(
      "ExternalProcess", path: "Plugins/ExternalProcess",
      ["Locks", "WeftModel", "JSONDocument", "Processes", "Dates", "URIs"]),

    // Looks at a page and proposes a source for it
    module(
      "Probing",
      [
        "WeftModel", "WeftPaging", "WeftConfig", "WeftSources", "JSONDocument", "MarkupDocument", "Charsets", "Dates",
        "URIs",
      ]),

    // The library product
    module(
      "WeftKit",
      [
        "Probing", "WeftModel", "WeftPaging", "WeftMerge", "WeftHTTP", "HTTPCache", "Recordings", "WeftConfig",
        "WeftSources",
        "JSONDocument",
        "MarkupDocument", "Feeds", "JSONPages", "Listings", "Programs", "ExternalProcess", "Processes", "URIs", "Dates",
        "Charsets", "Regexes", "DisplayText",
      ]),

    // The server, for the demo site and the tests
    module("HTTPServer", ["Locks", "CMicroHTTPD"]),
    module("DemoSite", ["HTTPServer"]),

    // The reader in a browser
    module("WebReader", ["Locks", "WeftKit", "HTTPServer", "SafeHTML", "CWebAssets", "CZLib"]),

    // The reader in a terminal
    module("Curses", ["CCurses"]),
    module("TerminalReader", ["WeftKit", "Curses", "DisplayText", "SQLite"]),

    // Programs
    program(
      "weft", path: "Sources/Command",
      [
        "Locks",
        "WeftKit", "WebReader", "TerminalReader", "Curses", "DisplayText", "Charsets", "Dates", "DemoSite",
        "HTTPServer",
        "SafeHTML",
      ]),
    program(
      "weft-conformance", path: "Sources/Conformance",
      [
        "WeftKit", "WeftModel", "WeftPaging", "WeftSources", "Probing", "URIs", "Dates", "Charsets", "Regexes",
        "JSONDocument", "MarkupDocument", "Listings",
      ]),
    program(
      "weft-bench", path: "Sources/Benchmarks",
      [
        "WeftKit", "WeftHTTP", "WeftMerge", "WeftModel", "JSONDocument", "MarkupDocument", "Feeds", "JSONPages",
        "Listings", "DemoSite", "HTTPServer",
      ]),

    // Tests
    module("TestSupport", path: "Tests/TestSupport", ["WeftModel"]),
    program("cache-writer", path: "Tests/CacheWriter", ["HTTPCache", "WeftModel"]),
    tests("Locks", ["Locks"]),
    tests("Charsets", ["Charsets"]),
    tests("DisplayText", ["DisplayText"]),
    tests("Dates", ["Dates"]),
    tests("URIs", ["URIs"]),
    tests("Regexes", ["Regexes"]),
    tests("MessageAuthentication", ["MessageAuthentication"]),
    tests("SQLite", ["SQLite"]),
    tests("WeftModel", ["WeftModel"]),
    tests("WeftPaging", ["WeftPaging", "WeftModel", "URIs"]),
    tests("WeftMerge", ["WeftMerge", "WeftPaging", "WeftModel", "URIs"]),
    tests("JSONDocument", ["JSONDocument", "WeftModel"]),
    tests("MarkupDocument", ["MarkupDocument", "WeftModel"]),
    tests("SafeHTML", ["SafeHTML", "MarkupDocument"]),
    tests("WeftHTTP", ["WeftHTTP", "WeftModel", "HTTPServer", "URIs"]),
    tests("Processes", ["Processes", "WeftModel"]),
    tests("Recordings", ["Recordings", "WeftModel"]),
    tests("HTTPCache", ["HTTPCache", "SQLite", "WeftModel", "cache-writer"]),
    tests("WeftConfig", ["WeftConfig", "WeftModel", "WeftKit"], fixtures: ["Golden"]),
    tests("WeftSources", ["WeftSources", "WeftModel", "WeftPaging"]),
    tests("Feeds", ["Feeds", "WeftModel", "WeftSources"], fixtures: ["Fixtures"]),
    tests("JSONPages", ["JSONPages", "WeftModel", "WeftSources"], fixtures: ["Fixtures"]),
    tests("Programs", ["Programs", "WeftModel", "WeftSources"]),
    tests("Listings", ["Listings", "WeftModel", "WeftSources", "MarkupDocument"], fixtures: ["Fixtures"]),
    tests(
      "ExternalProcess", ["ExternalProcess", "WeftModel", "WeftKit"], fixtures: ["Fixtures"]),
    tests(
      "Probing", ["Probing", "WeftKit", "WeftModel", "MarkupDocument", "JSONDocument"], fixtures: ["Fixtures"]),
    tests("WeftKit", ["WeftKit", "WeftHTTP", "DemoSite", "HTTPServer"]),
    tests("WebReader", ["WebReader", "WeftKit", "HTTPServer", "SafeHTML"]),
    tests("TerminalReader", ["TerminalReader", "Curses", "DisplayText", "SQLite", "WeftKit"]),
    tests("HTTPServer", ["HTTPServer", "DemoSite"]),
    tests(
      "Command", ["weft", "WebReader", "WeftKit", "DisplayText", "DemoSite", "HTTPServer", "SafeHTML"],
      fixtures: ["Fixtures"]),
    tests("Layout", []),
  ],
  cLanguageStandard: .c2x,
  cxxLanguageStandard: .cxx17
)

// `make fuzz` alone: the targets are built with libFuzzer, whose library brings the `main`.
if Context.environment["WEFT_FUZZ"] != nil {
  package.targets += [
    program(
      "weft-fuzz", path: "Fuzz/Sources",
      [
        "WeftKit", "WeftModel", "WeftPaging", "WeftMerge", "WeftHTTP", "Recordings", "JSONDocument", "MarkupDocument",
        "Feeds", "JSONPages", "Listings", "URIs", "Dates", "Charsets",
      ])
  ]
}
