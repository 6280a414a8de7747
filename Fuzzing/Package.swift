// swift-tools-version: 6.2
import PackageDescription

// The modules are built anew, with libFuzzer's counters and the address sanitizer in them. Swift has
// no undefined-behaviour sanitizer on Linux; its own checks of overflow, bounds and exclusivity stay
// on in a release build.
//
// Most of an execution of a small target goes to the address sanitizer and to counters of code that it
// does not reach. A fast build leaves both out: the same target runs five times as often.
let isFast = Context.environment["LISTVIEW_FUZZ_FAST"] != nil

let sanitizers = [isFast ? "-sanitize=fuzzer" : "-sanitize=fuzzer,address"]

/// The modules in which small targets spend their time.
let smallModules: Set = ["Searching", "TerminalCore", "Values", "Patterns", "Preferences"]

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of listview, out of its own folder.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: "Modules/\(name)",
    exclude: ["README.md"],
    swiftSettings: settings(name)
  )
}

func settings(_ module: String) -> [SwiftSetting] {
  isFast && !smallModules.contains(module) ? features : features + [.unsafeFlags(sanitizers)]
}

let package = Package(
  name: "fuzzing",
  targets: [
    .target(name: "CTTY", path: "Modules/CTTY", exclude: ["README.md"]),
    .target(
      name: "CYAML",
      path: "Modules/CYAML",
      exclude: ["LICENSE", "README.md"],
      cSettings: isFast ? [] : [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
    ),
    module("ListDiffing"),
    module("TableModel", ["ListDiffing", "RowTree", "Searching"]),
    module("Searching"),
    module("TerminalCore", ["Searching"]),
    module("Values", ["Searching"]),
    module("Patterns"),
    module("RowTree", ["Searching"]),
    module("FeedValues", ["Searching", "Values"]),
    module("FeedIdentity", ["FeedValues", "Values"]),
    module("FeedFormats", ["FeedValues", "Patterns", "Values", "CYAML"]),
    module(
      "FeedStore",
      ["FeedValues", "FeedIdentity", "ListDiffing", "RowTree", "Searching", "Values"]
    ),
    module(
      "FeedSources",
      [
        "FeedValues", "FeedIdentity", "FeedFormats", "FeedStore", "Searching", "Values", "Patterns",
        "CTTY",
      ]
    ),
    module("FeedClients", ["FeedValues", "FeedSources"]),
    module(
      "Columns",
      [
        "FeedValues", "FeedIdentity", "FeedStore", "Patterns", "RowTree", "Searching", "TableModel",
        "TerminalCore", "Values",
      ]
    ),
    module(
      "Ordering",
      [
        "Columns", "FeedValues", "FeedIdentity", "FeedStore", "ListDiffing", "RowTree", "Searching",
        "TableModel", "TerminalCore", "Values",
      ]
    ),
    module(
      "ListViewParts",
      [
        "Columns", "Ordering", "ListDiffing", "RowTree", "Searching", "TableModel", "TerminalCore",
        "FeedValues", "FeedIdentity", "FeedStore", "Patterns", "Values",
      ]
    ),
    module(
      "ListViewApp",
      [
        "Columns", "Ordering", "ListViewParts", "TableModel", "TerminalCore", "FeedValues",
        "FeedIdentity", "FeedFormats", "FeedStore", "FeedSources", "Patterns", "Searching",
        "Values",
      ]
    ),
    module("Preferences", ["Columns", "Ordering", "ListViewParts", "Patterns", "TerminalCore"]),
    // What is fuzzed: also built by the tests of listview, which replay seeds and old crashes.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Columns", "Ordering", "FeedClients", "FeedValues", "FeedStore", "FeedSources",
        "ListViewApp", "ListViewParts", "Preferences", "TableModel", "TerminalCore", "Values",
      ],
      path: "Targets",
      swiftSettings: settings("FuzzTargets")
    ),
    .target(name: "CLibFuzzer", path: "CLibFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["FuzzTargets", "CLibFuzzer"],
      path: "Driver",
      swiftSettings: settings("fuzz"),
      linkerSettings: [
        .unsafeFlags(sanitizers + ["-use-ld=lld"]),
        .linkedLibrary("m", .when(platforms: [.linux])),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
