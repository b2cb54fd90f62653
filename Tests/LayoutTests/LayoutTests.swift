import Foundation
import Testing

/// The rules of the package's layout that no compiler flag checks.
@Suite struct LayoutTests {
  private let package: PackageDescription

  init() throws { package = try PackageDescription() }

  /// What belongs to the toolchain and the system.
  private let system: Set<String> = ["Swift", "Glibc", "FoundationEssentials", "Synchronization"]
  private let testing: Set<String> = ["Testing", "Foundation", "XCTest", "Dispatch"]

  @Test func thePackageIsReadWhole() throws {
    #expect(package.targets.count > 30)
    let names = Set(package.targets.map(\.name))
    for target in package.targets {
      #expect(!PackageDescription.files(in: target.path, ["swift", "h", "c", "cpp"]).isEmpty, "\(target.name)")
      #expect(target.dependencies.isSubset(of: names), "\(target.name): \(target.dependencies.subtracting(names))")
    }
    #expect(package.targets.first { $0.name == "WeftPaging" }?.dependencies == ["WeftModel", "URIs"])
  }

  @Test func importsAreDeclared() throws {
    for target in package.targets {
      var allowed = target.dependencies.union(system)
      if target.kind == .tests { allowed.formUnion(testing) }
      for file in PackageDescription.files(in: target.path) {
        for module in try PackageDescription.imports(file) where !allowed.contains(module) {
          Issue.record(
            "\(file) imports \(module), which Package.swift does not allow for \(target.name)")
        }
      }
    }
  }

  @Test func aLibraryOfTheSystemHasOneImporter() throws {
    // `CBytes` stands over no library: loops over bytes for whoever needs them.
    for library in package.targets
    where library.kind == .library || library.kind == .shim && library.name != "CBytes" {
      let importers = package.targets.filter { $0.dependencies.contains(library.name) }.map(\.name)
      #expect(importers.count == 1, "\(library.name) is a dependency of \(importers)")
    }
  }

  @Test func theKindsDoNotKnowEachOther() {
    let kinds = package.targets.filter { $0.path.hasPrefix("Plugins/") }
    let names = Set(kinds.map(\.name))
    for kind in kinds { #expect(kind.dependencies.isDisjoint(with: names), "\(kind.name)") }
  }

  @Test func foundationStaysOutside() throws {
    for file in ["Sources", "Plugins"].flatMap({ PackageDescription.files(in: $0) }) {
      #expect(try !PackageDescription.imports(file).contains("Foundation"), "\(file)")
    }
  }

  /// A state machine reads best in one piece.
  private let stateMachines: Set<String> = ["PaginationStateMachine", "MergeMachine", "HTMLTokenizer"]

  @Test func filesStaySmall() throws {
    for file in ["Sources", "Plugins", "Tests"].flatMap({ PackageDescription.files(in: $0) }) {
      let lines = try PackageDescription.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
      let name = String(file.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      let limit = stateMachines.contains(name) ? 600 : 350
      #expect(lines - 1 <= limit, "\(file) has \(lines - 1) lines")
    }
  }

  @Test func namesDifferByMoreThanCase() throws {
    let folders = ["Sources", "Plugins", "Tests", "config", "scripts", "docs"]
    let enumerated = folders.flatMap { folder -> [String] in
      let paths = try? FileManager.default.subpathsOfDirectory(
        atPath: PackageDescription.root.appending(path: folder).path)
      return (paths ?? []).map { folder + "/" + $0 }
    }
    let names = enumerated + package.targets.map { "target " + $0.name }
    let groups = Dictionary(grouping: Set(names)) { $0.lowercased() }
    for group in groups.values where group.count > 1 { Issue.record("only case tells these apart: \(group.sorted())") }
  }
}
