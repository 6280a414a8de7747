// swift-tools-version: 6.2
import PackageDescription

// The library alone: no terminal, no feed, no program.
let package = Package(
  name: "TableExample",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "listview", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "TableExample",
      dependencies: [.product(name: "TableModel", package: "listview")]
    )
  ]
)
