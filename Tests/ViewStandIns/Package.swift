// swift-tools-version: 6.2
import PackageDescription

// Compiles the adapters of ListDiffingViews against stand-ins of the views, and checks that what they
// ask for is legal and leads to the rows there are. The stand-ins have the signatures and the rules
// that Apple documents; whether the views agree is not known before somebody runs them.
let package = Package(
  name: "ViewStandIns",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "listview", path: "../..", traits: [])],
  targets: [
    .target(name: "BatchRules"),
    .target(name: "UIKit", dependencies: ["BatchRules"]),
    .target(name: "AppKit", dependencies: ["BatchRules"]),
    // A link to the sources, because the module of the package itself is empty without the views.
    .target(
      name: "Adapters",
      dependencies: ["UIKit", "AppKit", .product(name: "ListDiffing", package: "listview")],
      path: "Sources/ListDiffingViews",
      exclude: ["README.md"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]
    ),
    .executableTarget(
      name: "check",
      dependencies: [
        "Adapters", "UIKit", "AppKit", .product(name: "ListDiffing", package: "listview"),
      ]
    ),
  ]
)
