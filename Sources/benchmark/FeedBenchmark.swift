import ArgumentParser
import Feeds
import Foundation

/// Measures how fast feeds are read, beside `jq`, and what their rows cost in memory.
struct FeedBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Measure framing, finding keys, and the memory of rows.",
    discussion: """
      The feed is objects of about 250 bytes, one a line, from a seed. Where jq is installed, \
      `jq -c .id` reads the same file in the same run; read the ratio.
      """
  )

  @Option(help: "How many megabytes the feed has.")
  var megabytes = 100

  @Option(help: "What decides all that the feed says.")
  var seed: UInt64 = 1

  @Flag(help: "Exit with 1 where a figure misses its bar.")
  var check = false

  func validate() throws {
    guard 1...2_000 ~= megabytes else {
      throw ValidationError("--megabytes must be between 1 and 2000.")
    }
  }

  func run() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "listview-benchmark-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let rowCount = try Self.write(megabytes: megabytes, seed: seed, to: url)
    let size = Double(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    var isWithinBars = true

    var keys = 0
    let framing = try Self.best(of: 3) { keys = try Self.findKeys(in: url) }
    precondition(keys == rowCount, "\(keys) of \(rowCount) rows were read")
    let rate = size / 1e6 / framing
    isWithinBars = isWithinBars && rate >= 300
    print("framing and keys    \(Self.rounded(rate)) MB/s · bar 300")

    if let jq = Self.path(of: "jq") {
      let seconds = try Self.best(of: 1) { try Self.runJQ(jq, on: url) }
      let ratio = seconds / framing
      isWithinBars = isWithinBars && ratio >= 7
      print("jq -c .id           \(Self.rounded(size / 1e6 / seconds)) MB/s")
      print("beside jq           × \(Self.rounded(ratio)) · bar 7")
    } else {
      print("jq                  not installed")
    }

    var failure: (any Error)?
    var seconds = 0.0
    let growth = ResidentMemory.growth { () -> RowList in
      do {
        var list = RowList()
        seconds = try Self.best(of: 1) { list = try Self.readRows(of: url) }
        return list
      } catch {
        failure = error
        return RowList()
      }
    }
    if let failure { throw failure }
    print("all rows in         \(Self.rounded(size / 1e6 / seconds)) MB/s · bar 150")
    isWithinBars = isWithinBars && size / 1e6 / seconds >= 150
    if let growth {
      let bar = 1.25 * size + 64 * Double(rowCount)
      isWithinBars = isWithinBars && Double(growth) <= bar
      print(
        "memory              \(Self.rounded(Double(growth) / 1e6)) MB of \(Self.rounded(size / 1e6))"
          + " MB and \(rowCount) rows · bar \(Self.rounded(bar / 1e6)) MB"
      )
    }
    if check, !isWithinBars { throw ExitCode(1) }
  }

  // MARK: What is measured

  private static let chunkSize = 1 << 18

  private static func findKeys(in url: URL) throws -> Int {
    var decoder = FeedDecoder()
    var count = 0
    var lengths = 0
    func take(_ items: [FeedItem]) {
      for case .upsert(let row, _) in items {
        count += 1
        lengths += row.id.key.count
      }
    }
    try forEachChunk(of: url) { take(decoder.append($0)) }
    take(decoder.finish())
    precondition(lengths > count, "a key is two quotation marks at least")
    return count
  }

  private static func readRows(of url: URL) throws -> RowList {
    var decoder = FeedDecoder()
    var list = RowList()
    try forEachChunk(of: url) { for item in decoder.append($0) { list.apply(item) } }
    for item in decoder.finish() { list.apply(item) }
    return list
  }

  private static func forEachChunk(of url: URL, _ body: ([UInt8]) -> Void) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        count = max(0, read(handle.fileDescriptor, buffer.baseAddress, buffer.count))
      }
      guard !bytes.isEmpty else { return }
      body(bytes)
    }
  }

  private static func runJQ(_ path: String, on url: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-c", ".id", url.path()]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ExitCode(process.terminationStatus) }
  }

  // MARK: Helpers of the measurement

  private static func best(of rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let seconds = try ContinuousClock().measure(body) / .seconds(1)
      best = min(best, seconds)
    }
    return best
  }

  /// Writes the feed; returns how many rows it has.
  private static func write(megabytes: Int, seed: UInt64, to url: URL) throws -> Int {
    var random = RandomSource(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(megabytes * 1_000_000 + 512)
    let kinds = ["charge.succeeded", "payout.paid", "customer.created", "refund.updated"]
    var count = 0
    while bytes.count < megabytes * 1_000_000 {
      let number = random.next()
      let kind = kinds[Int(number % 4)]
      bytes += Array(
        """
        {"id":"evt_\(String(count, radix: 36))_\(String(number, radix: 36))","object":"event",\
        "created":\(1_700_000_000 + count),"type":"\(kind)","livemode":false,"data":{"amount":\
        \(number % 100_000),"currency":"usd","customer":"cus_\(String(number >> 8, radix: 36))",\
        "description":"Order \\"\(number % 997)\\" of the day","status":"pending"}}

        """.utf8
      )
      count += 1
    }
    try Data(bytes).write(to: url)
    return count
  }

  private static func path(of program: String) -> String? {
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return paths.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}
