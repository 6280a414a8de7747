import ArgumentParser

/// Measures the layers of the library, each beside what it has to beat.
@main
struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measure the layers of the library.",
    subcommands: [
      DiffBenchmark.self, LibraryBenchmark.self, TableBenchmark.self, TerminalBenchmark.self,
      FeedBenchmark.self,
      FlowBenchmark.self, FindBenchmark.self, AppBenchmark.self,
    ]
  )
}
