import Foundation
import ListViewParts
import TerminalTestSupport
import Testing

/// The top folder of the package.
let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The text of a document, named by its path in the package.
func document(_ path: String) throws -> String {
  try String(contentsOf: package.appending(path: path), encoding: .utf8)
}

/// The recording that the package ships.
let demo = package.appending(path: "Demo/events.jsonl").path()

/// Starts listview on a terminal of its own; unless a summary is asked for, there is none, and the
/// table begins on the third line.
func listview(
  _ arguments: String...,
  columns: Int = 100,
  lines: Int = 24,
  environment: [String: String] = [:],
  standardInput: Int32? = nil
) throws -> PseudoTerminal {
  try listview(
    arguments,
    columns: columns,
    lines: lines,
    environment: environment,
    standardInput: standardInput
  )
}

func listview(
  _ arguments: [String],
  columns: Int = 100,
  lines: Int = 24,
  environment: [String: String] = [:],
  standardInput: Int32? = nil
) throws -> PseudoTerminal {
  var answers = PseudoTerminal.Answers()
  answers.knowsSynchronizedOutput = true
  let startsSubcommand = arguments.first.map { !$0.hasPrefix("-") } ?? true
  let saysItself = arguments.contains { ["--summary", "--once"].contains($0) }
  let summary = startsSubcommand || saysItself ? [] : ["--summary", "none"]
  return try PseudoTerminal(
    builtProgram("listview"),
    summary + arguments,
    columns: columns,
    lines: lines,
    environment: ["TZ": "UTC"].merging(environment) { $1 },
    standardInput: standardInput,
    answers: answers
  )
}

/// The result of a program that writes to pipes.
struct Output {
  var text: String
  var errors: String
  var status: Int32

  var lines: [Substring] { text.split(separator: "\n") }
}

/// Runs listview with its output in pipes, to its end.
func run(
  _ arguments: [String],
  input: String? = nil,
  environment: [String: String] = [:],
  program: String = builtProgram("listview")
) throws -> Output {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["TZ": "UTC", "XDG_CONFIG_HOME": "/dev/null"].merging(environment) { $1 }
  ) { $1 }
  let folder = try Folder()
  let (output, errors) = (folder.url.appending(path: "out"), folder.url.appending(path: "err"))
  for url in [output, errors] { try Data().write(to: url) }
  process.standardOutput = try FileHandle(forWritingTo: output)
  process.standardError = try FileHandle(forWritingTo: errors)
  let pipe = Pipe()
  process.standardInput = input == nil ? FileHandle.nullDevice : pipe
  try process.run()
  if let input {
    try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipe.fileHandleForWriting.close()
  }
  process.waitUntilExit()
  return Output(
    text: String(decoding: try Data(contentsOf: output), as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
    status: process.terminationStatus
  )
}

/// A folder of its own that is gone after the test.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "listview-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let url = url.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path()
  }

  func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: url.appending(path: name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }
}

/// A snapshot of rows with the ids, at a time in seconds.
func snapshot(_ ids: some Sequence<Int>, at time: Double = 0) -> String {
  let rows = ids.map { #"{"id":"row\#($0)","text":"content \#($0)"}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}

/// The title of a feed at its live edge, with the count of its rows.
func live(_ rows: Int, isCut: Bool = false) -> String {
  title(FeedState.Text.live, rows, isCut: isCut)
}

/// The title of a feed that has ended.
func ended(_ rows: Int) -> String { title(FeedState.Text.ended, rows) }

private func title(_ state: String, _ rows: Int, isCut: Bool = false) -> String {
  "\(state)   \(TitleBar.Text.rowCounts(rows, of: nil, isCut: isCut, columns: 100))"
}

extension PseudoTerminal {
  /// Waits until a line of the screen holds the text.
  func waits(for text: String) -> Bool { wait { emulator.text.contains { $0.contains(text) } } }

  /// The line of the screen that holds the text.
  func line(of text: String) -> Int? { emulator.text.firstIndex { $0.contains(text) } }

  /// The screens after each frame, from the bytes: a frame ends with the end of its synchronised
  /// output, however the reads were cut.
  var frames: [[String]] {
    let end = Array("\u{1B}[?2026l".utf8)
    let replay = TerminalEmulator(columns: emulator.columns, lines: emulator.lines)
    var frames: [[String]] = []
    var start = bytes.startIndex
    while let range = bytes[start...].firstRange(of: end) {
      replay.feed(bytes[start..<range.upperBound])
      frames.append(replay.text)
      start = range.upperBound
    }
    return frames
  }
}
