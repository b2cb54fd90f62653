// swift-tools-version: 6.2
import PackageDescription

// A program of its own that adds a kind to Weft. Elsewhere the dependency is
// .package(url: "https://example.org/weft.git", from: "1.0.0").
let package = Package(
  name: "weekdays",
  dependencies: [.package(name: "weft", path: "../..")],
  targets: [.executableTarget(name: "weekdays", dependencies: [.product(name: "WeftKit", package: "weft")])]
)
