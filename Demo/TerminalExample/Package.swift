// swift-tools-version: 6.2
import PackageDescription

// The terminal libraries alone: no table, no feed, no program.
let package = Package(
  name: "TerminalExample",
  dependencies: [.package(name: "listview", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "TerminalExample",
      dependencies: [
        .product(name: "TerminalCore", package: "listview"),
        .product(name: "NcursesTerminal", package: "listview"),
        .product(name: "EventLoop", package: "listview"),
      ]
    )
  ]
)
