// swift-tools-version: 6.2
import PackageDescription

// Continuous integration sets LISTVIEW_STRICT, so that a warning of a newer compiler stops us and
// never a person who only wants to build.
let strict = Context.environment["LISTVIEW_STRICT"] != nil

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

// Without Foundation nothing else brings in what `squareRoot()` and `rounded()` call in debug builds.
let mathematics: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

// The settings of a release: bounds that the C library checks, and the commit, which `--version` prints. Without
// the variable nothing changes from commit to commit, and nothing is built again.
let cSettings: [CSetting] =
  [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
  + (Context.environment["LISTVIEW_COMMIT"].map { [.define("LISTVIEW_COMMIT", to: $0)] } ?? [])

// Targets that need no pointers are built with strict memory safety. The others look at bytes in place
// or call C: ListDiffing, whose tables are buffers that say who owns them and in which bounds they are
// read, Patterns, the feed and what stands above it, and what talks to the terminal or the system.
let package = Package(
  name: "listview",
  // What the libraries need of each: the Synchronization module, for the changes of a list that
  // another task awaits. The program runs on Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "listview", targets: ["listview"]),
    .library(name: "ListDiffing", targets: ["ListDiffing"]),
    .library(name: "ListDiffingViews", targets: ["ListDiffingViews"]),
    .library(name: "TableModel", targets: ["TableModel"]),
    .library(name: "TerminalCore", targets: ["TerminalCore"]),
    .library(name: "NcursesTerminal", targets: ["NcursesTerminal"]),
    .library(name: "EventLoop", targets: ["EventLoop"]),
  ],
  // Who depends on a library alone turns the trait off (`traits: []`), and checks out nothing else.
  traits: [
    .trait(name: "Program", description: "The program, with what it needs besides the libraries."),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0")
  ],
  targets: [
    // The table: values only, standard library only.
    .target(name: "ListDiffing", swiftSettings: settings, linkerSettings: mathematics),
    // Table and collection views of UIKit and AppKit; empty elsewhere.
    .target(
      name: "ListDiffingViews",
      dependencies: ["ListDiffing"],
      swiftSettings: settings
    ),
    .target(
      name: "TableModel",
      dependencies: ["ListDiffing", "RowTree", "Searching"],
      swiftSettings: settings + [.strictMemorySafety()],
      linkerSettings: mathematics
    ),

    // Binary search.
    .target(name: "Searching", swiftSettings: settings),
    // The seeded generator of the simulator and of the tests.
    .target(name: "Randomness", swiftSettings: settings + [.strictMemorySafety()]),

    // The terminal: cells are values; only NcursesTerminal knows a real one.
    .target(
      name: "TerminalCore",
      dependencies: ["Searching"],
      swiftSettings: settings + [.strictMemorySafety()],
      linkerSettings: mathematics
    ),
    // The module map links the libraries itself: Debian's ncursesw.pc carries -D flags that SwiftPM
    // refuses with a warning on every build.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CTTY", cSettings: cSettings),
    .target(
      name: "NcursesTerminal",
      dependencies: ["TerminalCore", "CNcurses", "CTTY"],
      swiftSettings: settings
    ),
    .target(name: "EventLoop", dependencies: ["CTTY"], swiftSettings: settings),

    // What values mean: numbers, times, spans, sizes and levels.
    .target(
      name: "Values",
      dependencies: ["Searching"],
      swiftSettings: settings + [.strictMemorySafety()],
      linkerSettings: mathematics
    ),

    // Regular expressions that take no more than time in proportion to the text.
    .target(name: "Patterns", swiftSettings: settings),
    // Lists whose versions share what they have in common.
    .target(
      name: "RowTree",
      dependencies: ["Searching"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),

    // The parser of libyaml, as it is: Docs/decisions says why.
    .target(name: "CYAML", exclude: ["LICENSE"], cSettings: cSettings),

    // The feed. Values: JSON as it arrived, its paths and rows.
    .target(
      name: "FeedValues",
      dependencies: ["Searching", "Values"],
      swiftSettings: settings
    ),
    // The keys of rows, and the clocks among their fields.
    .target(name: "FeedIdentity", dependencies: ["FeedValues", "Values"], swiftSettings: settings),
    // Text of all forms as JSON: tables, logs, records, documents.
    .target(
      name: "FeedFormats",
      dependencies: ["FeedValues", "Patterns", "Values", "CYAML"],
      swiftSettings: settings
    ),
    // The list and its history.
    .target(
      name: "FeedStore",
      dependencies: [
        "FeedValues", "FeedIdentity", "ListDiffing", "RowTree", "Searching", "Values",
      ],
      swiftSettings: settings
    ),
    // Files, pipes and commands, and the decoder of what they say.
    .target(
      name: "FeedSources",
      dependencies: [
        "FeedValues", "FeedIdentity", "FeedFormats", "FeedStore", "Searching", "Values", "Patterns",
        "CTTY",
      ],
      swiftSettings: settings
    ),
    // Feeds by their addresses, each read by its protocol's own client.
    .target(
      name: "FeedClients",
      dependencies: ["FeedValues", "FeedSources"],
      swiftSettings: settings
    ),
    .target(
      name: "FeedSimulator",
      dependencies: ["Randomness"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),

    // What a field is and how it is shown: columns, expressions, filters.
    .target(
      name: "Columns",
      dependencies: [
        "FeedValues", "FeedIdentity", "FeedStore", "Patterns", "RowTree", "Searching", "TableModel",
        "TerminalCore", "Values",
      ],
      swiftSettings: settings
    ),
    // Filter, pins, order and groups between the list and the table.
    .target(
      name: "Ordering",
      dependencies: [
        "Columns", "FeedValues", "FeedIdentity", "FeedStore", "ListDiffing", "RowTree", "Searching",
        "TableModel", "TerminalCore", "Values",
      ],
      swiftSettings: settings
    ),
    // The program. The parts of the app know neither the app nor each other's screen.
    .target(
      name: "ListViewParts",
      dependencies: [
        "Columns", "Ordering",
        "ListDiffing", "RowTree", "Searching", "TableModel", "TerminalCore", "FeedValues",
        "FeedIdentity", "FeedStore", "Patterns",
        "Values",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ListViewApp",
      dependencies: [
        "Columns", "Ordering",
        "ListViewParts", "TableModel", "TerminalCore", "FeedValues", "FeedIdentity", "FeedFormats",
        "FeedStore", "FeedSources", "Patterns", "Searching", "Values",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Preferences",
      dependencies: ["Columns", "Ordering", "ListViewParts", "Patterns", "TerminalCore"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "listview",
      dependencies: [
        "Columns", "Ordering",
        "ListViewApp", "ListViewParts", "Preferences", "TableModel", "TerminalCore",
        "NcursesTerminal", "EventLoop",
        "FeedValues", "FeedIdentity", "FeedFormats", "FeedStore", "FeedSources", "FeedClients",
        "FeedSimulator", "ListDiffing", "Patterns", "Values", "CTTY",
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Program"])
        ),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "Columns", "Ordering",
        "ListDiffing", "TableModel", "TerminalCore", "NcursesTerminal", "EventLoop", "CTTY",
        "FeedValues", "FeedIdentity", "FeedStore", "FeedSources", "FeedSimulator", "ListViewApp",
        "ListViewParts", "Randomness", "Searching",
        "Values",
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Program"])
        ),
      ],
      swiftSettings: settings
    ),

    // Tests. A terminal in the process (libvterm) reads what the programs draw.
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    // The tests run with the signals as at login, whoever starts them.
    .target(name: "CTestProcess", path: "Tests/CTestProcess"),
    // Test targets without tests: plain targets would be part of `swift build`, which must work
    // where libvterm is missing.
    .testTarget(
      name: "TestSupport",
      dependencies: ["Randomness", "CTestProcess"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TerminalTestSupport",
      dependencies: ["CVTerm", "TestSupport"],
      path: "Tests/TerminalTestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ListDiffingTests",
      dependencies: ["ListDiffing", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TableModelTests",
      dependencies: ["TableModel", "ListDiffing", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TerminalCoreTests",
      dependencies: ["TerminalCore", "TerminalTestSupport", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(name: "SearchingTests", dependencies: ["Searching"], swiftSettings: settings),
    .testTarget(name: "RowTreeTests", dependencies: ["RowTree"], swiftSettings: settings),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: settings),
    .testTarget(
      name: "ValuesTests",
      dependencies: ["Values"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PatternsTests",
      dependencies: ["Patterns", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FeedClientsTests",
      dependencies: ["FeedClients", "FeedValues", "FeedStore", "FeedSources", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FeedsTests",
      dependencies: [
        "FeedValues", "FeedIdentity", "FeedFormats", "FeedStore", "FeedSources", "Values", "CTTY",
        "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FeedSimulatorTests",
      dependencies: ["FeedSimulator"],
      swiftSettings: settings
    ),
    // The program that the tests run on a terminal; no product, and nothing of libvterm in it.
    .executableTarget(
      name: "terminal-probe",
      dependencies: ["NcursesTerminal", "TerminalCore", "EventLoop"],
      path: "Tests/TerminalProbe",
      swiftSettings: settings
    ),
    .testTarget(
      name: "NcursesTerminalTests",
      dependencies: [
        "NcursesTerminal", "TerminalCore", "EventLoop", "CNcurses", "CTTY", "TerminalTestSupport",
        "TestSupport", "terminal-probe",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Columns", "Ordering",
        "FeedClients", "FeedValues", "FeedFormats", "FeedSources", "ListViewParts", "Preferences",
        "TerminalTestSupport",
        "TestSupport", "listview",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PreferencesTests",
      dependencies: ["Columns", "Ordering", "Preferences", "ListViewParts", "TerminalCore"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    // What Fuzzing/run fuzzes; the tests replay its seeds and what it found.
    .testTarget(
      name: "FuzzTargets",
      dependencies: [
        "Columns", "Ordering",
        "FeedClients", "FeedValues", "FeedStore", "FeedSources", "ListViewApp", "ListViewParts",
        "Preferences", "TableModel",
        "TerminalCore", "Values",
      ],
      path: "Fuzzing/Targets",
      swiftSettings: settings
    ),
    .testTarget(
      name: "FuzzReplayTests",
      dependencies: ["FuzzTargets"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    // What tests of the app share: a test target without tests, as TerminalTestSupport.
    .testTarget(
      name: "ListViewTestSupport",
      dependencies: [
        "Columns", "Ordering", "ListViewApp", "ListViewParts", "FeedValues", "FeedIdentity",
      ],
      swiftSettings: settings
    ),
    // The whole program but its edges, with a feed that goes wrong and a terminal in the process.
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Columns", "Ordering",
        "ListViewApp", "ListViewParts", "TableModel", "TerminalCore", "FeedValues", "FeedStore",
        "FeedSources", "NcursesTerminal",
        "Values", "ListViewTestSupport", "TerminalTestSupport", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ListViewPartsTests",
      dependencies: [
        "Columns", "Ordering",
        "ListViewParts", "ListDiffing", "RowTree", "TableModel", "TerminalCore", "FeedValues",
        "FeedIdentity", "FeedStore", "FeedSources",
        "FeedSimulator", "Patterns", "Values", "TerminalTestSupport", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ListViewAppTests",
      dependencies: [
        "Columns", "Ordering",
        "ListViewApp", "ListViewParts", "TableModel", "TerminalCore", "FeedValues", "FeedIdentity",
        "FeedStore", "FeedSources", "FeedSimulator",
        "Patterns", "Values", "ListViewTestSupport", "TerminalTestSupport", "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The folder of each module has a README.md, which is nothing to build.
for target in package.targets
where target.path == nil && [.regular, .executable].contains(target.type) {
  target.exclude.append("README.md")
}

// LISTVIEW_ONLY=FeedClients,TableModel keeps these modules, what they are built from, and their tests, so
// that a module can be built and tested without the ones above it.
#if os(Linux)
  let only = Context.environment["LISTVIEW_ONLY"]
#else
  // The program needs Linux: signalfd, memfd, subreapers. These libraries need nothing but Swift.
  let only = Context.environment["LISTVIEW_ONLY"] ?? "ListDiffing,ListDiffingViews,TableModel"
#endif

// LISTVIEW_OPTIMIZED compiles the libraries with optimisation, and with their assertions, in debug builds:
// the tests of `Tests/run` take a third of the time. Of some libraries the tests do too little for that to be worth
// the time that it takes. The largest one is compiled as a whole, which takes less than half of the work; of others
// that hardly saves any, and everything above them would wait for one processor.
if Context.environment["LISTVIEW_OPTIMIZED"] != nil {
  let unoptimized: Set = ["FeedClients", "ListDiffingViews", "NcursesTerminal", "Preferences"]
  for target in package.targets where target.type == .regular && !unoptimized.contains(target.name)
  {
    let whole = target.name == "ListViewParts"
    let flags = SwiftSetting.unsafeFlags(
      ["-O", "-assert-config", "Debug"]
        + (whole ? ["-whole-module-optimization", "-num-threads", "1"] : []),
      .when(configuration: .debug)
    )
    target.swiftSettings = (target.swiftSettings ?? []) + [flags]
  }
}

if let only {
  var kept: Set<String> = []
  var packages: Set<String> = []
  var open = only.split(separator: ",").flatMap { [String($0), "\($0)Tests"] }
  while let name = open.popLast() {
    guard kept.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .productItem(_, let package?, _, _): packages.insert(package)
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !kept.isSuperset(of: library.targets)
    case let program as Product.Executable: !kept.isSuperset(of: program.targets)
    default: true
    }
  }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
    return !packages.contains { location.hasSuffix("/\($0)") }
  }
}
