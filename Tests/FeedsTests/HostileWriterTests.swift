import FeedSources
import FeedStore
import FeedValues
import Foundation
import TestSupport
import Testing

/// Follows a file as the loop does, and keeps the list that it says.
private struct Follower {
  let source: FileSource
  private var intake: FeedIntake
  private(set) var list = RowList()
  private(set) var notices: [String?] = []

  init(_ path: String) throws {
    source = try FileSource(path: path, follows: true)
    intake = FeedIntake(source, FeedDecoder(FeedDecoder.Options()))
  }

  /// Reads some times, or until nothing is ready.
  mutating func read(times: Int = .max, wakes: Bool = true) throws {
    if wakes { source.wake() }
    var left = times
    while left > 0, intake.isReady {
      left -= 1
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items), .end(let items):
        for item in items { list.apply(item) }
      case .notice(let text): notices.append(text)
      }
    }
  }

  /// Waits as the loop does until the list is what it should be; false if it never is.
  mutating func waits(for ids: () throws -> [String]) throws -> Bool {
    let end = Date().addingTimeInterval(30)
    while Date() < end {
      // As the loop: reading goes on when the kernel told something, or a second has passed.
      try read(wakes: false)
      if try list.rows.map(\.id.description) == ids() { return true }
      var polled = pollfd(fd: source.descriptors[0], events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, 20) > 0 || source.deadline.map({ $0 <= .now }) ?? false { source.wake() }
    }
    return false
  }
}

/// Does to a file what a follower fears.
private final class HostileWriter {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  var path: String { folder + "/feed" }
  private var generator: SeededGenerator
  private var number = 0
  /// The part of a line that is still to come.
  private var rest: [UInt8] = []

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    write(lines(), O_CREAT | O_WRONLY)
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// One list on a line, not like any other.
  private func line() -> [UInt8] {
    number += 1
    let rows = (0..<pick(0...6)).map { #"{"id":"\#(number).\#($0)","n":\#(pick(0...999))}"# }
    return Array("[\(rows.joined(separator: ","))]\n".utf8)
  }

  private func lines() -> [UInt8] { (0..<pick(1...4)).flatMap { _ in line() } }

  private func write(_ bytes: [UInt8], _ flags: Int32, to path: String? = nil) {
    let file = open(path ?? self.path, flags | O_CLOEXEC, 0o644)
    precondition(file >= 0, "\(String(cString: strerror(errno)))")
    _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// Ends a line that is written in part, so that what follows is not part of it.
  private func finishLine() {
    guard !rest.isEmpty else { return }
    write(rest, O_WRONLY | O_APPEND)
    rest = []
  }

  /// Does one thing; what stands under the name then is a file.
  func act(_ between: () throws -> Void) rethrows {
    let action = pick(0...8)
    if 2...6 ~= action || action == 8 { rest = [] }
    switch action {
    case 0:
      finishLine()
      write(lines(), O_WRONLY | O_APPEND)
    case 1:
      finishLine()
      let line = line()
      let cut = pick(1...line.count - 1)
      write(Array(line[..<cut]), O_WRONLY | O_APPEND)
      rest = Array(line[cut...])
    case 2:
      // Cut and written anew at once, shorter or longer than before.
      write((0..<pick(1...3)).flatMap { _ in lines() }, O_WRONLY | O_TRUNC)
    case 3:
      write([], O_WRONLY | O_TRUNC)
      try between()
      write(lines(), O_WRONLY | O_APPEND)
    case 4:
      write(lines(), O_CREAT | O_WRONLY, to: path + ".new")
      rename(path + ".new", path)
    case 5:
      unlink(path)
      try between()
      write(lines(), O_CREAT | O_WRONLY)
    case 6:
      rename(path, path + ".1")
      if pick(0...1) == 0 { mkdir(path, 0o700) } else { mkfifo(path, 0o600) }
      try between()
      if rmdir(path) != 0 { unlink(path) }
      write(lines(), O_CREAT | O_WRONLY)
    case 7:
      finishLine()
      // Away and back: the same file.
      rename(path, path + ".away")
      try between()
      write(line(), O_WRONLY | O_APPEND, to: path + ".away")
      rename(path + ".away", path)
    default:
      // A hundred rotations; nobody sees them all.
      for _ in 0..<100 {
        rename(path, path + ".1")
        write(lines(), O_CREAT | O_WRONLY)
      }
    }
  }

  /// The rows that the file has now, by another program's reading: those of its last whole value,
  /// which needs no newline.
  func expected() throws -> [String] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let values = lines.lazy.reversed().compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    guard let last = values.first else { return [] }
    let rows = last as? [[String: Any]]
    return try #require(rows).compactMap { $0["id"] as? String }
  }
}

@Test func `whatever a writer does to a file, the final rows are those in it`() throws {
  let base = UInt64.random(in: 0...UInt64.max)
  let rounds = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] == nil ? 12 : 3_000
  for seed in base..<base + UInt64(rounds) {
    var generator = SeededGenerator(seed: seed)
    let writer = try HostileWriter(seed: seed)
    var follower = try Follower(writer.path)
    for _ in 0..<25 {
      try writer.act {
        // Looked at in between, or not; read to the end, or not.
        if Bool.random(using: &generator) {
          try follower.read(times: Int.random(in: 1...8, using: &generator))
        }
      }
      if Bool.random(using: &generator) {
        try follower.read(times: Int.random(in: 1...8, using: &generator))
      }
    }
    let isRight = try follower.waits { try writer.expected() }
    let expected = try writer.expected()
    #expect(isRight, "seed \(seed): \(follower.list.rows.map(\.id)), not \(expected)")
    try follower.read()
    try #require(follower.list.rows.map(\.id.description) == expected, "seed \(seed)")
    #expect(follower.source.deadline == nil, "seed \(seed): what is at rest is not polled")
  }
}

@Test func `a file rotated as fast as possible is followed to the last one`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let path = folder + "/feed"
  try Data("[\"0\"]\n".utf8).write(to: URL(filePath: path))
  var follower = try Follower(path)
  let thread = Thread {
    for number in 1...500 {
      try? Data("[\"\(number - 1)\"]\n[\"\(number)\",".utf8).write(to: URL(filePath: path + ".new"))
      rename(path + ".new", path)
      guard let file = FileHandle(forWritingAtPath: path) else { continue }
      _ = try? file.seekToEnd()
      try? file.write(contentsOf: Data("\"last\"]\n".utf8))
    }
  }
  thread.start()
  #expect(try follower.waits { ["\"500\"", "\"last\""].map { String($0.dropFirst().dropLast()) } })
  #expect(!follower.notices.contains { $0?.contains(FeedText.Source.truncated) ?? false })
  let reopened = FeedText.Source.reopened(wasGone: false)
  #expect(follower.notices.contains { $0?.hasSuffix(reopened) ?? false })
}

@Test func `every event of a file is reported, and withdrawn when it is over`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let path = folder + "/feed"
  func write(_ text: String, _ flags: Int32 = O_APPEND) {
    let file = open(path, O_WRONLY | O_CREAT | flags, 0o644)
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
  }
  write(#"[{"id":1}]"# + "\n")
  var follower = try Follower(path)
  func told(_ act: () -> Void) throws -> [String?] {
    let before = follower.notices.count
    act()
    try follower.read()
    try follower.read()
    return follower.notices[before...].map { $0?.replacingOccurrences(of: path + ": ", with: "") }
  }
  #expect(try told {} == [])
  #expect(
    try told { write("[]\n", O_TRUNC) } == [FeedText.Source.restarted(FeedText.Source.truncated)]
  )
  #expect(
    try told { write(#"[{"id":"a longer one"}]"# + "\n", O_TRUNC) }
      == [FeedText.Source.restarted(FeedText.Source.rewritten)]
  )
  #expect(
    try told { rename(path, path + ".away") } == [FeedText.Source.waiting(FeedText.Source.gone)]
  )
  #expect(try told {} == [])
  #expect(try told { rename(path + ".away", path) } == [nil])
  #expect(
    try told {
      unlink(path)
      mkdir(path, 0o700)
    } == [FeedText.Source.waiting(FeedText.Source.isDirectory)]
  )
  #expect(
    try told {
      rmdir(path)
      mkfifo(path, 0o600)
    } == [FeedText.Source.waiting(FeedText.Source.isOther("FIFO"))]
  )
  #expect(
    try told {
      unlink(path)
      symlink("/dev/zero", path)
    } == [FeedText.Source.waiting(FeedText.Source.isOther(FeedText.Source.device))]
  )
  // The list stays all the while.
  #expect(follower.list.rows.map(\.id.description) == ["a longer one"])
  #expect(
    try told {
      unlink(path)
      write(#"[{"id":"back"}]"# + "\n")
    } == [FeedText.Source.reopened(wasGone: true)]
  )
  #expect(follower.list.rows.map(\.id.description) == ["back"])
  #expect(
    try told {
      rename(path, path + ".old")
      write("[]\n")
    } == [FeedText.Source.reopened(wasGone: false)]
  )
  #expect(follower.list.count == 0 && follower.source.deadline == nil)
}

@Test func `a directory that is deleted and recreated is followed too`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let path = folder + "/feed"
  try Data("[1]\n".utf8).write(to: URL(filePath: path))
  var follower = try Follower(path)
  try follower.read()
  try FileManager.default.removeItem(atPath: folder)
  try follower.read()
  #expect(follower.notices == ["\(path): \(FeedText.Source.waiting(FeedText.Source.gone))"])
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data("[2,3]\n".utf8).write(to: URL(filePath: path))
  #expect(try follower.waits { ["2", "3"] })
}
