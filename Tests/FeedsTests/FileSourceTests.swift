import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

/// A folder of its own that is gone after the test.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "listview-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path() }
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }
  func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: url.appending(path: name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }
}

/// All that a source gives until it has nothing more, bytes joined.
private func drain(_ source: some FeedSource) throws -> (text: String, events: [FeedSourceEvent]) {
  source.wake()
  var bytes: [UInt8] = []
  var events: [FeedSourceEvent] = []
  while source.isReady {
    switch try source.read(upTo: 7, at: .now) {
    case .bytes(let more): bytes += more
    case let event: events.append(event)
    }
  }
  return (String(decoding: bytes, as: UTF8.self), events)
}

@Test func `a file that is not followed ends`() throws {
  let folder = try Folder()
  try folder.write("one\ntwo\n", to: "f")
  let source = try FileSource(path: folder.path("f"), follows: false)
  #expect(try drain(source) == ("one\ntwo\n", [.end]))
  #expect(!source.isReady)
}

@Test func `a growing file is read on, and its changes are signalled`() throws {
  let folder = try Folder()
  try folder.write("one\n", to: "f")
  let source = try FileSource(path: folder.path("f"), follows: true)
  #expect(try drain(source) == ("one\n", [.idle]))
  try folder.append("two\n", to: "f")
  var poll = pollfd(fd: source.descriptors[0], events: Int16(POLLIN), revents: 0)
  #expect(Glibc.poll(&poll, 1, 5_000) == 1)
  #expect(try drain(source) == ("two\n", [.idle]))
}

@Test func `a file that is truncated, replaced, deleted and recreated is followed by its name`()
  throws
{
  let folder = try Folder()
  let path = folder.path("f")
  try folder.write("a long first content\n", to: "f")
  let source = try FileSource(path: path, follows: true)
  #expect(try drain(source).text == "a long first content\n")

  let handle = try FileHandle(forWritingTo: URL(filePath: path))
  try handle.truncate(atOffset: 0)
  try handle.write(contentsOf: Data("short\n".utf8))
  try handle.close()
  let truncated = try drain(source)
  #expect(truncated.text == "short\n")
  #expect(
    truncated.events.first
      == .restarted("\(path): \(FeedText.Source.restarted(FeedText.Source.truncated))")
  )

  try folder.write("new\n", to: "g")
  try FileManager.default.moveItem(atPath: path, toPath: folder.path("old"))
  try FileManager.default.moveItem(atPath: folder.path("g"), toPath: path)
  let replaced = try drain(source)
  #expect(replaced.text == "new\n")
  #expect(
    replaced.events.first
      == .restarted("\(path): \(FeedText.Source.reopened(wasGone: false))", discarding: false)
  )

  try FileManager.default.removeItem(atPath: path)
  #expect(
    try drain(source) == (
      "", [.notice("\(path): \(FeedText.Source.waiting(FeedText.Source.gone))"), .idle]
    )
  )
  try folder.write("back\n", to: "f")
  #expect(try drain(source).text == "back\n")
}

@Test func `an unusable path is reported with the reason`() throws {
  let folder = try Folder()
  #expect(throws: FeedError.missing(path: folder.path("none"))) {
    try FileSource(path: folder.path("none"), follows: true)
  }
  #expect(throws: FeedError.notAFile(path: folder.url.path())) {
    try FileSource(path: folder.url.path(), follows: true)
  }
}

@Test func `a stream delivers what is available, then nothing, then its end`() throws {
  let pipe = Pipe()
  let source = StreamSource(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe")
  #expect(try drain(source) == ("", [.idle]))
  try pipe.fileHandleForWriting.write(contentsOf: Data("x\n".utf8))
  #expect(try drain(source) == ("x\n", [.idle]))
  try pipe.fileHandleForWriting.close()
  #expect(try drain(source) == ("", [.end]))
  #expect(source.descriptors.isEmpty)
}

@Test func `a FIFO waits for its first and its next writers`() throws {
  let folder = try Folder()
  let path = folder.path("fifo")
  try #require(mkfifo(path, 0o600) == 0)
  #expect(StreamSource.isStream(path) && !StreamSource.isStream(folder.url.path()))
  let source = try StreamSource(path: path)
  for text in ["one\n", "two\n", "cut", "off\n"] {
    #expect(try drain(source) == ("", [.idle]))
    let writer = try FileHandle(forWritingTo: URL(filePath: path))
    try writer.write(contentsOf: Data(text.utf8))
    try writer.close()
    let end: [FeedSourceEvent] = text.hasSuffix("\n") ? [] : [.endOfWriter]
    let drained = try drain(source)
    #expect(drained.text == text && drained.events.filter { $0 != .idle } == end)
  }
}

@Test func `a FIFO that was replaced is not taken for what has its name now`() throws {
  let folder = try Folder()
  let path = folder.path("fifo")
  try #require(mkfifo(path, 0o600) == 0)
  let source = try StreamSource(path: path)
  let writer = try FileHandle(forWritingTo: URL(filePath: path))
  try writer.write(contentsOf: Data("one\n".utf8))
  #expect(try drain(source).text == "one\n")
  try FileManager.default.removeItem(atPath: path)
  try folder.write("precious\n", to: "fifo")
  try writer.close()
  let drained = try drain(source)
  #expect(drained.text.isEmpty && Set(drained.events) == [.idle] && drained.events.count < 5)
  #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious\n")
}

@Test func `a writer that leaves within a value does not spoil those of the next one`() {
  let cases: [(writers: [String], ids: [String], malformed: Int)] = [
    (["{\"id\":1}\n{\"id\":2,\"s\"", "{\"id\":4}\n"], ["4", "1"], 1),
    (["{\"id\":1}\n{\"id\":3,\"s\":", "{\"id\":4}\n"], ["4", "1"], 1),
    (["id,name\n1,a\n2,b", "3,c\n", "4,d\n"], ["4", "3", "2", "1"], 0),
    // The first line may come from one writer, and what shows the format from the next one.
    (["id,name\n", "1,a\n2,b\n"], ["2", "1"], 0),
  ]
  for (writers, ids, malformed) in cases {
    var (decoder, list) = (FeedDecoder(), RowList())
    for text in writers {
      for item in decoder.append(Array(text.utf8)) + decoder.endWriter() { list.apply(item) }
    }
    #expect(Set(list.rows.map(\.id.description)) == Set(ids) && list.count == ids.count)
    #expect(decoder.malformedInput.count == malformed, "\(writers)")
  }
  var (decoder, list) = (FeedDecoder(), RowList())
  for text in ["hello there, you\nwor", "second line\n"] {
    for item in decoder.append(Array(text.utf8)) + decoder.endWriter() { list.apply(item) }
  }
  #expect(list.rows.map(\.value.string) == ["hello there, you", "wor", "second line"])
}

@Test func `a FIFO that is not followed waits for its first writers, and ends with them`() throws {
  let folder = try Folder()
  let path = folder.path("fifo")
  try #require(mkfifo(path, 0o600) == 0)
  let source = try StreamSource(path: path, follows: false)
  #expect(try drain(source) == ("", [.idle]))
  let writers = try (0..<2).map { _ in try FileHandle(forWritingTo: URL(filePath: path)) }
  for (offset, writer) in writers.enumerated() {
    try writer.write(contentsOf: Data("\(offset)\n".utf8))
    try writer.close()
    #expect(try drain(source) == ("\(offset)\n", offset == 0 ? [.idle] : [.end]))
  }
}

/// The number of bytes that a pipe takes if nobody reads it.
private func room(in writer: Int32) -> Int {
  _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
  let bytes = [UInt8](repeating: 0x20, count: 4_096)
  var count = 0
  while case let written = write(writer, bytes, bytes.count), written > 0 { count += written }
  return count
}

@Test func `a pipe takes a megabyte while nobody reads, where the system allows it`() throws {
  let (pipe, other) = (Pipe(), Pipe())
  let reader = pipe.fileHandleForReading.fileDescriptor
  let source = StreamSource(descriptor: reader, name: "pipe")
  // F_SETPIPE_SZ, which fails beyond the limits of the system (fcntl(2)).
  let isAllowed = fcntl(other.fileHandleForReading.fileDescriptor, 1_031, 1 << 20) >= 1 << 20
  let room = room(in: pipe.fileHandleForWriting.fileDescriptor)
  #expect(room >= (isAllowed ? 1 << 20 : 4_096))
  try pipe.fileHandleForWriting.close()
  #expect(try drain(source).0.utf8.count == room, "all of it is read")
}

@Test func `names of files are bytes, whatever they are in UTF-8`() throws {
  let names: [[UInt8]] = [
    Array("plain".utf8), Array("é日🙂".utf8), [0xE9], [0x61, 0xFF, 0xFE, 0x62],
    [0xF4, 0x8F, 0xBE, 0x80],
    [0xF4, 0x8F, 0xBF, 0xBF, 0x80], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
  ]
  let texts = names.map { String(pathBytes: $0) }
  #expect(texts.map(\.pathBytes) == names)
  #expect(Set(texts).count == names.count)
  #expect(texts[1] == "é日🙂" && texts[2].shownPath == "\u{FFFD}")
  let folder = try Folder()
  for (name, text) in zip(names, texts) {
    let path = folder.path("") + text
    let file = path.withPath { open($0, O_WRONLY | O_CREAT, 0o600) }
    try #require(file >= 0)
    #expect(write(file, "one\n", 4) == 4)
    let source = try FileSource(path: path, follows: true)
    #expect(try drain(source) == ("one\n", [.idle]), "\(name)")
    // The kernel reports changes under that name.
    #expect(source.deadline == nil)
    #expect(write(file, "two\n", 4) == 4)
    close(file)
    #expect(try drain(source) == ("two\n", [.idle]), "\(name)")
  }
}

@Test func `a file that has contents and no size is read again at an interval`() throws {
  let path = "/proc/self/status"
  #expect(MadeFileSource.isMade(path))
  let folder = try Folder()
  try folder.write("", to: "empty")
  try folder.write("x", to: "full")
  #expect(
    !MadeFileSource.isMade(folder.path("empty")) && !MadeFileSource.isMade(folder.path("full"))
  )
  #expect(!MadeFileSource.isMade(folder.path("none")) && !MadeFileSource.isMade("/dev/null"))

  let file = try MadeFileSource(path: path, every: .seconds(2))
  let source = ContentSource(file, name: path, runs: CommandRuns())
  #expect(source.givesLists)
  var instant = ContinuousClock.now
  for _ in 0..<3 {
    source.wake()
    var (text, events): ([UInt8], [FeedSourceEvent]) = ([], [])
    while source.isReady, events.count < 10 {
      switch try source.read(upTo: 100, at: instant) {
      case .bytes(let bytes): text += bytes
      case let event: events.append(event)
      }
    }
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("Name:"))
    #expect(events.filter { $0 != .notice(nil) } == [.endOfRun(succeeded: true)])
    // Until it is due there is nothing to do.
    let deadline = try #require(source.deadline)
    #expect(deadline == instant + .seconds(2))
    source.wake()
    #expect(try source.read(upTo: 100, at: instant + .seconds(1)) == .idle && !source.isReady)
    instant = deadline
  }
}

@Test func `a file without a size that goes away is an outage until it is back`() throws {
  // The file of an open descriptor; no other test uses such a high one.
  let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 900)
  try #require(descriptor >= 0)
  let source = try MadeFileSource(path: "/proc/self/fdinfo/\(descriptor)", every: .seconds(2))
  let instant = ContinuousClock.now
  var events: [FeedSourceEvent] = []
  while source.isReady, events.count < 10 {
    events.append(try source.read(upTo: 4_096, at: instant))
  }
  #expect(events.last == .endOfRun(succeeded: true) && source.outage == nil)
  close(descriptor)
  source.wake()
  let deadline = try #require(source.deadline)
  #expect(try source.read(upTo: 4_096, at: deadline) == .endOfRun(succeeded: false))
  #expect(source.outage == .missing && source.retry == deadline + .seconds(2))
  #expect(source.isReady)
  guard case .notice(let text?) = try source.read(upTo: 4_096, at: deadline) else {
    Issue.record("no notice")
    return
  }
  #expect(text.contains("fdinfo"))
}

@Test func `a link on the way to a file that is switched is followed at once`() throws {
  let folder = try Folder()
  let files = FileManager.default
  for version in ["v1", "v2", "v3"] {
    try files.createDirectory(atPath: folder.path(version), withIntermediateDirectories: true)
    try folder.write(version, to: "\(version)/file")
  }
  func link(_ name: String, to target: String) throws {
    try? files.removeItem(atPath: folder.path("new"))
    try #require(symlink(target, folder.path("new")) == 0)
    try #require(rename(folder.path("new"), folder.path(name)) == 0)
  }
  // ConfigMaps: file -> ..data/file, ..data -> v1; and a folder that is a link with an absolute target.
  try link("..data", to: "v1")
  try link("file", to: "..data/file")
  try link("current", to: folder.path("v1"))
  for (path, name, targets) in [
    ("file", "..data", ["v2", "v3"]), ("current/file", "current", ["./v2", folder.path("v3")]),
    ("v1/../current/file", "current", ["v1", "v2"]),
  ] {
    let source = try FileSource(path: folder.path(path), follows: true)
    _ = try drain(source)
    for target in targets {
      try link(name, to: target)
      var poll = pollfd(fd: source.descriptors[0], events: Int16(POLLIN), revents: 0)
      #expect(Glibc.poll(&poll, 1, 5_000) == 1, "\(path)")
      #expect(try drain(source).text == String(target.suffix(2)), "\(path)")
    }
  }
}
