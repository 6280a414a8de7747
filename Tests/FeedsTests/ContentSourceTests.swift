import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

/// Gives bytes in pieces, then ends.
private final class PieceSource: FeedSource {
  private var pieces: [[UInt8]]
  var descriptors: [Int32] { [] }
  var isReady: Bool { true }

  init(_ pieces: [[UInt8]]) { self.pieces = pieces.filter { !$0.isEmpty } }

  func wake() {}

  func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    pieces.isEmpty ? .end : .bytes(pieces.removeFirst())
  }
}

private func text(_ pieces: [[UInt8]]) throws -> String {
  let source = ContentSource(PieceSource(pieces), name: "input", runs: CommandRuns())
  var result: [UInt8] = []
  while true {
    switch try source.read(upTo: 1 << 16, at: .now) {
    case .bytes(let bytes): result += bytes
    case .end: return String(decoding: result, as: UTF8.self)
    // Another program has to have its turn.
    case .idle: usleep(1_000)
    default: break
    }
  }
}

/// The output of a program for some bytes.
private func filter(_ command: [String], _ bytes: [UInt8]) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command
  let (input, output) = (Pipe(), Pipe())
  process.standardInput = input
  process.standardOutput = output
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  try input.fileHandleForWriting.close()
  return [UInt8](output.fileHandleForReading.readDataToEndOfFile())
}

private let sample = "id,name\n1,Ada\n2,Jürgen 🙂\n"

@Test(arguments: ["gzip", "zstd", "xz", "bzip2"])
func `compressed bytes are read through their own programs`(_ program: String) throws {
  let bytes = try filter([program, "-c"], Array(sample.utf8))
  try #require(!bytes.isEmpty, "\(program) is installed")
  for cut in [1, 3, bytes.count - 1] {
    #expect(try text([Array(bytes[..<cut]), Array(bytes[cut...])]) == sample)
  }
}

@Test func `truncated compressed data is an error that names the program`() throws {
  let bytes = try filter(["gzip", "-c"], Array(sample.utf8))
  let error = #expect(throws: FeedError.self) { try text([Array(bytes.dropLast(9))]) }
  #expect(error?.description.contains("gzip") == true)
}

@Test func `UTF-16 with a byte-order mark is decoded, wherever it is split`() throws {
  for isBigEndian in [false, true] {
    let units = [0xFEFF] + Array(sample.utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return isBigEndian ? pair.reversed() : pair
    }
    for cut in 0...bytes.count {
      #expect(try text([Array(bytes[..<cut]), Array(bytes[cut...])]) == sample, "at \(cut)")
    }
    #expect(try text([bytes + [0x3D]]) == sample + "\u{FFFD}")
  }
}

@Test func `binary data is refused with its type and what to do`() {
  typealias Content = FeedText.Content
  for (bytes, content) in [
    (Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84), Content.sqlite),
    (Array("PAR1".utf8) + [UInt8](repeating: 1, count: 60), Content.parquet),
    ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], Content.zip),
    (Array("%PDF-1.7\n".utf8), Content.pdf),
    ((0..<256).map { UInt8($0 % 8) }, Content.data),
  ] {
    let error = #expect(throws: FeedError.self) { try text([bytes]) }
    let line = error?.description ?? ""
    #expect(
      line.contains(content.0) && line.contains(content.advice) && !line.contains("\n"),
      "\(line)"
    )
  }
}

@Test func `text is passed through, whatever it starts with`() throws {
  for sample in ["", "P", "BZ", "B", "(", "SQLite formats\n", "{\"a\":1}\n", "\u{1B}[1mx\n"] {
    #expect(try text(sample.utf8.map { [$0] }) == sample)
  }
}

@Test func `a hole of NULs spoils no line, however it is split, and a single one is kept`() throws {
  let hole = [UInt8](repeating: 0, count: 1_000)
  let bytes = hole + Array("line 6\nli\0ne 7\n".utf8) + hole + Array("line 8\n".utf8) + hole
  for size in [1, 2, 999, 1_000, 1_001, 5_000] {
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    #expect(try text(pieces) == "line 6\nli\0ne 7\nline 8\n", "in pieces of \(size)")
  }
}

@Test func `text that is separated by control characters is text`() throws {
  for separator in ["\u{01}", "\u{1C}", "\u{1F}"] {
    let lines = (0..<20).map { "\($0)\(separator)a\(separator)b\n" }.joined()
    #expect(try text([Array(lines.utf8)]) == lines)
  }
}

@Test func `rows before the place where compressed data is cut off are shown`() throws {
  let lines = (0..<20_000).map { "{\"id\":\($0)}\n" }.joined()
  let bytes = try filter(["gzip", "-c"], Array(lines.utf8))
  let source = PieceSource([Array(bytes.prefix(bytes.count / 2))])
  var intake = FeedIntake(
    ContentSource(source, name: "input", runs: CommandRuns()),
    FeedDecoder(FeedDecoder.Options())
  )
  var list = RowList()
  let error = #expect(throws: FeedError.self) {
    while true {
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items): for item in items { list.apply(item) }
      case .end: return
      case .notice: break
      }
      usleep(100)
      intake.wake(at: .now, childHasEnded: true) { _ in true }
    }
  }
  #expect(error?.description.contains("gzip") == true && list.count > 5_000)
}

@Test
func `a few bytes of data that stay alone are told at once, or when all of the first have come`() {
  let data = Array(repeating: [UInt8]([2, 3, 4, 5]), count: 12).flatMap { $0 }
  let text = Array(repeating: UInt8(ascii: "a"), count: ContentKind.capacity)
  guard case .binary? = ContentKind.of(data, isWhole: false) else {
    Issue.record("a pipe that says no more is not silent")
    return
  }
  #expect(ContentKind.of(data, isWhole: false, awaitsSample: true) == nil)
  #expect(ContentKind.of(data + text, isWhole: false, awaitsSample: true) == .text)
  #expect(ContentKind.of(data, isWhole: true, awaitsSample: true) != .text)
}
