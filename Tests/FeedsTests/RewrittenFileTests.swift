@testable import FeedStore
@testable import FeedFormats
import Foundation
import Testing

@testable import FeedSources
@testable import FeedValues

private final class Followed {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
  let path: String
  let source: FileSource

  init(_ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "f").path()
    try Data(text.utf8).write(to: URL(filePath: path))
    source = try FileSource(path: path, follows: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// All that the source gives until it rests; what it gave before a new beginning is discarded.
  func read() throws -> String {
    source.wake()
    var bytes: [UInt8] = []
    while source.isReady {
      switch try source.read(upTo: 1 << 18, at: .now) {
      case .bytes(let more): bytes += more
      case .restarted(_, discarding: true): bytes = []
      default: break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes over the file from its start, as `dd conv=notrunc` does, or truncates it before.
  func overwrite(_ text: String, truncating: Bool = false, at offset: Int = 0) throws {
    let file = open(path, O_WRONLY | (truncating ? O_TRUNC : 0))
    defer { close(file) }
    let bytes = Array(text.utf8)
    #expect(pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count)
  }

  func append(_ text: String, to name: String = "f") throws {
    let file = open(folder.appending(path: name).path(), O_WRONLY | O_APPEND)
    defer { close(file) }
    let bytes = Array(text.utf8)
    #expect(write(file, bytes, bytes.count) == bytes.count)
  }

  func rename(to name: String, successor: String) throws {
    #expect(Glibc.rename(path, folder.appending(path: name).path()) == 0)
    try Data(successor.utf8).write(to: URL(filePath: path))
  }
}

/// A document of a length whose middle alone tells one number from another.
private func document(_ number: Int, length: Int) -> String {
  let half = String(repeating: "x", count: length / 2)
  return "[{\"id\":1,\"a\":\"\(half)\",\"n\":\(1_000_000 + number),\"b\":\"\(half)\"}]\n"
}

@Test(arguments: [true, false], [100, 500, 70_000, 400_000])
func `a document rewritten in place is read again, however similar it is`(
  truncating: Bool,
  length: Int
)
  throws
{
  let file = try Followed(document(0, length: length))
  #expect(try file.read() == document(0, length: length))
  for number in 1...40 {
    try file.overwrite(document(number, length: length), truncating: truncating)
    #expect(try file.read() == document(number, length: length), "\(number)")
  }
}

@Test func `a single changed byte in a large file is found wherever it is`() throws {
  let text = (0..<40_000).map { "{\"id\":\($0),\"text\":\"the row of \($0)\"}\n" }.joined()
  let file = try Followed(text)
  #expect(try file.read() == text)
  for offset in [0, 128, 65_535, 65_536, text.utf8.count / 2, text.utf8.count - 129] {
    try file.overwrite("#", at: offset)
    let all = try file.read()
    #expect(all.utf8.count == text.utf8.count, "offset \(offset)")
    #expect(Array(all.utf8)[offset] == UInt8(ascii: "#"))
  }
}

@Test func `a file that only grows or is touched is never read again`() throws {
  let line = "{\"text\":\"\(String(repeating: "x", count: 3_000))\"}\n"
  let file = try Followed(line)
  #expect(try file.read() == line)
  for _ in 0..<300 {
    try file.append(line)
    #expect(try file.read() == line)
    #expect(try file.read() == "")
  }
  #expect(utimes(file.path, nil) == 0)
  #expect(try file.read() == "")
}

@Test func `a change that the file system's timestamps do not show is found`() throws {
  let file = try Followed(document(0, length: 300_000))
  #expect(try file.read() == document(0, length: 300_000))
  var status = stat()
  #expect(stat(file.path, &status) == 0)
  try file.overwrite(document(1, length: 300_000))
  // The same time of modification, to the nanosecond.
  var times = [status.st_atim, status.st_mtim]
  #expect(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
  #expect(try file.read() == document(1, length: 300_000))
}

@Test func `lines written to a rotated file are read even after its successor exists`() throws {
  let file = try Followed("{\"id\":0}\n")
  var text = try file.read()
  let old = open(file.path, O_WRONLY | O_APPEND)
  defer { close(old) }
  func writeOld(_ line: String) {
    let bytes = Array(line.utf8)
    #expect(write(old, bytes, bytes.count) == bytes.count)
  }
  try file.rename(to: "f.1", successor: "")
  for id in 1...20 {
    writeOld("{\"id\":\(id)}\n")
    text += try file.read()
  }
  try file.append("{\"id\":100}\n")
  text += try file.read()
  for id in 21...40 {
    // Torn, so that a line of the new file must not come between.
    writeOld("{\"id\":")
    text += try file.read()
    try file.append("{\"id\":\(id + 100)}\n")
    text += try file.read()
    writeOld("\(id)}\n")
    text += try file.read()
  }
  let ids = text.split(separator: "\n").map { $0.filter(\.isNumber) }.compactMap { Int($0) }
  #expect(ids.sorted() == Array(0...40) + [100] + Array(121...140))
}

@Test func `a value truncated at the end of a part is malformed, and a complete line is a row`() {
  var decoder = FeedDecoder()
  #expect(decoder.append(Array("{\"id\":1}\n{\"id\":2,\"te".utf8)).count == 1)
  _ = decoder.endPart()
  #expect(decoder.malformedInput.count == 1)
  #expect(decoder.append(Array("{\"id\":3}\n".utf8)).count == 1)
  #expect(decoder.malformedInput.count == 1)

  var lines = FeedDecoder(FeedDecoder.Options(format: .lines))
  #expect(lines.append(Array("one\ntwo".utf8)).count == 1)
  #expect(lines.endPart().count == 1)
  #expect(lines.malformedInput.count == 0)
}
