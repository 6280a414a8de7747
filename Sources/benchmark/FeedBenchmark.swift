import ArgumentParser
import FeedSources
import FeedStore
import FeedValues
import Foundation
import Randomness

/// Measures how fast feeds are read, beside `jq`, and what their rows cost in memory.
struct FeedBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Measure reading, the program on a large file, and the program under a stream.",
    discussion: """
      Feeds are objects of about 250 bytes, one a line, and lists, all from a seed. Where jq is \
      installed, `jq -c .id` reads the same file in the same run; read the ratio. The program itself \
      runs on a terminal that this one reads; it has to be built beside it. Rates count processor \
      time, which other work on the machine does not lengthen; delays are by the clock.
      """
  )

  @Option(help: "How many megabytes the reader is measured with.")
  var megabytes = 100

  @Option(help: "How many rows the file has that the program opens.")
  var rows = 1_000_000

  @Option(help: "How many seconds the stream of events flows.")
  var seconds = 60

  @Option(help: "What decides all that the feed says.")
  var seed: UInt64 = 1

  @Flag(help: "Exit with 1 where a figure misses its bar.")
  var check = false

  func validate() throws {
    guard 1...2_000 ~= megabytes else {
      throw ValidationError("--megabytes must be between 1 and 2000.")
    }
    guard 1...10_000_000 ~= rows else {
      throw ValidationError("--rows must be between 1 and 10000000.")
    }
    guard 1...3_600 ~= seconds else {
      throw ValidationError("--seconds must be between 1 and 3600.")
    }
  }

  func run() throws {
    var report = Report()
    let url = FileManager.default.temporaryDirectory
      .appending(path: "listview-benchmark-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try measureReader(url, &report)
    if let program = FeedProgramBenchmark() {
      try measure(program, url, &report)
    } else {
      print("listview is not built beside this program: swift build -c release --product listview")
    }
    if check, !report.isWithinBars { throw ExitCode(1) }
  }

  private func measureReader(_ url: URL, _ report: inout Report) throws {
    let (rowCount, bytes) = try FeedWorkload.write(
      seed: seed,
      to: url,
      bytes: megabytes * 1_000_000
    )
    let size = Double(bytes)
    var keys = 0
    let framing = try Self.best(of: 5) {
      try ProcessorClock.measure { keys = try Self.findKeys(in: url) }
    }
    precondition(keys == rowCount, "\(keys) of \(rowCount) rows were read")
    report.add("framing and keys", size / 1e6 / framing, "MB/s", atLeast: 300)
    if let jq = Self.path(of: "jq") {
      let seconds = try Self.best(of: 2) {
        try ProcessorClock.measureChildren { try Self.runJQ(jq, on: url) }
      }
      report.add("beside jq -c .id", seconds / framing, "×", atLeast: 7)
    } else {
      print("jq is not installed: no ratio")
    }
    var failure: (any Error)?
    var seconds = 0.0
    let growth = ResidentMemory.growth { () -> RowList in
      do {
        var list = RowList()
        seconds = try ProcessorClock.measure { list = try Self.readRows(of: url) } / .seconds(1)
        return list
      } catch {
        failure = error
        return RowList()
      }
    }
    if let failure { throw failure }
    report.add("rows in a list", size / 1e6 / seconds, "MB/s", atLeast: 150)
    if let growth {
      let bar = (1.25 * size + 64 * Double(rowCount)) / 1e6
      report.add("memory of the list", Double(growth) / 1e6, "MB", atMost: bar)
    }
  }

  private func measure(
    _ program: FeedProgramBenchmark,
    _ url: URL,
    _ report: inout Report
  ) throws {
    let (_, bytes) = try FeedWorkload.write(seed: seed, to: url, rows: rows)
    let size = Double(bytes)
    var opening = try program.open(url)
    for _ in 0..<2 {
      let other = try program.open(url)
      opening.firstScreen = min(opening.firstScreen, other.firstScreen)
      if other.work < opening.work {
        (opening.work, opening.workAhead) = (other.work, other.workAhead)
      }
    }
    report.add("first screen", opening.firstScreen / .milliseconds(1), "ms", atMost: 300)
    report.add(
      "everything in",
      size / 1e6 / (opening.work / .seconds(1)),
      "MB/s",
      atLeast: 150
    )
    let ahead = (opening.workAhead / .milliseconds(1)).rounded()
    print("                        and \(ahead) ms to read sort keys ahead")
    let bar = (1.25 * size + 64 * Double(rows)) / 1e6
    report.add("memory with it", Double(opening.memory) / 1e6, "MB", atMost: bar)

    let stream = try program.stream(for: .seconds(seconds), seed: seed)
    report.add("10,000 events a second", stream.load, "cores", atMost: 0.2)
    report.add("its last one shown", stream.isComplete ? 1 : 0, "of 1", atLeast: 1)
    if seconds >= 40 {
      let growth = Double(stream.memoryAfter) / Double(max(stream.memoryBefore, 1))
      report.add("memory, end to half", growth, "×", atMost: 1.1)
    } else {
      print("memory under the stream is not judged: its history fills up within 20 seconds")
    }
    print("                        \(stream.memoryAfter / 1_000_000) MB at the end")

    let snapshots = try program.snapshots(of: 10_000, count: 200)
    let delays = snapshots.delays.map { $0 / .milliseconds(1) }.sorted()
    report.add("20 snapshots a second", snapshots.load, "cores", atMost: 0.2)
    report.add("newest shown, median", delays[delays.count / 2], "ms", atMost: 100)
    report.add("newest shown, 95 %", delays[delays.count * 95 / 100], "ms", atMost: 100)
  }

  /// Figures beside their bars.
  private struct Report {
    private(set) var isWithinBars = true

    mutating func add(_ name: String, _ figure: Double, _ unit: String, atLeast bar: Double) {
      line(name, figure, unit, "≥", bar, isKept: figure >= bar)
    }

    mutating func add(_ name: String, _ figure: Double, _ unit: String, atMost bar: Double) {
      line(name, figure, unit, "≤", bar, isKept: figure <= bar)
    }

    private mutating func line(
      _ name: String,
      _ figure: Double,
      _ unit: String,
      _ relation: String,
      _ bar: Double,
      isKept: Bool
    ) {
      isWithinBars = isWithinBars && isKept
      let padding = String(repeating: " ", count: max(1, 24 - name.count))
      let verdict = isKept ? "holds" : "MISSED"
      print("\(name)\(padding)\(text(figure)) \(unit) · bar \(relation) \(text(bar)) · \(verdict)")
    }

    private func text(_ value: Double) -> String {
      abs(value) < 10 ? "\((value * 100).rounded() / 100)" : "\((value * 10).rounded() / 10)"
    }
  }

  // MARK: Measurements

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

  private static func best(of rounds: Int, _ body: () throws -> Duration) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds { best = min(best, try body() / .seconds(1)) }
    return best
  }

  private static func path(of program: String) -> String? {
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return paths.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// The input of the feed benchmark: all of it from a seed.
struct FeedWorkload {
  private var random: SplitMix64
  private var count = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// An object of about 250 bytes, as a line; its kind is the text that shows on a screen.
  mutating func event() -> [UInt8] {
    let number = random.next()
    let kinds = ["charge.succeeded", "payout.paid", "customer.created", "refund.updated"]
    defer { count += 1 }
    return Array(
      """
      {"id":"evt_\(String(count, radix: 36))_\(String(number, radix: 36))","object":"event",\
      "created":\(1_700_000_000 + count),"type":"\(kinds[Int(number % 4)])","livemode":false,"data":\
      {"amount":\(number % 100_000),"currency":"usd","customer":"cus_\(String(number >> 8, radix: 36))",\
      "description":"Order \\"\(number % 997)\\" of the day","status":"pending"}}

      """.utf8
    )
  }

  /// Writes events into a file until it has a number of bytes, or of rows.
  ///
  /// - Returns: The rows and bytes that it has.
  static func write(
    seed: UInt64,
    to url: URL,
    bytes: Int = .max,
    rows: Int = .max
  ) throws -> (rows: Int, bytes: Int) {
    var workload = FeedWorkload(seed: seed)
    _ = FileManager.default.createFile(atPath: url.path(), contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var written = (rows: 0, bytes: 0)
    var block: [UInt8] = []
    while written.rows < rows, written.bytes + block.count < bytes {
      block += workload.event()
      written.rows += 1
      guard block.count > 1 << 20 else { continue }
      try file.write(contentsOf: block)
      written.bytes += block.count
      block = []
    }
    try file.write(contentsOf: block)
    written.bytes += block.count
    return written
  }

  /// Snapshots of some rows as lines, of which a hundred rows change each time; the first row says
  /// which it is, in a text that shares no letter with the one before.
  static func snapshots(of rows: Int, count: Int) -> [[UInt8]] {
    var texts = (0..<rows).map { "{\"id\":\"row\($0)\",\"status\":\"ok\",\"n\":0}" }
    return (0..<count).map { number in
      texts[0] = "{\"id\":\"row0\",\"status\":\"\(mark(number))\",\"n\":0}"
      for place in 0..<100 {
        let row = 1 + (place * 97 + number * 31) % (rows - 1)
        texts[row] = "{\"id\":\"row\(row)\",\"status\":\"ok\",\"n\":\(number)}"
      }
      return Array(("[" + texts.joined(separator: ",") + "]\n").utf8)
    }
  }

  /// The text of a snapshot: a terminal is only sent the letters that differ, and a letter that stands
  /// there several times only once.
  static func mark(_ number: Int) -> String {
    let letters = (0..<8).map { UInt8(ascii: "a") + UInt8((number + 3 * $0) % 26) }
    return String(decoding: letters, as: UTF8.self)
  }
}
