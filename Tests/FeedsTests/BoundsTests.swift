import Foundation
import Testing

@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

private func value(_ text: String) -> JSONValue { JSONValue(ByteSlice(copying: text.utf8)) }

/// A value of so many levels, the members of each in one of two orders.
private func nested(_ depth: Int, reversed: Bool, leaf: String = "0") -> String {
  var text = leaf
  for level in 0..<depth {
    let members = ["\"a\":\(level)", "\"b\":\(text)"]
    text = "{\((reversed ? members.reversed() : members).joined(separator: ","))}"
  }
  return text
}

@Test func `members in another order at every level are compared once`() {
  // Twice the work at every level would take longer than anybody lives.
  for depth in [1, 7, 8, 9, 22, 200, 500] {
    let (plain, reversed) = (nested(depth, reversed: false), nested(depth, reversed: true))
    #expect(value(plain).hasSameContent(as: value(reversed)), "\(depth)")
    let other = nested(depth, reversed: true, leaf: "1")
    #expect(!value(plain).hasSameContent(as: value(other)), "\(depth)")
    #expect(value(plain).canonicalText == value(reversed).canonicalText, "\(depth)")
  }
}

/// A comparison that anybody can see to be right: both values as JSONSerialization reads them.
private func haveSameContent(_ left: String, _ right: String) throws -> Bool {
  func read(_ text: String) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
  }
  return try read(left) == read(right)
}

@Test func `values compare as another parser compares them`() throws {
  let seed = UInt64.random(in: 1...UInt64.max)
  var state = seed
  func random(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(below))
  }
  func text(_ depth: Int) -> String {
    switch random(depth == 0 ? 2 : 5) {
    case 0: return "\(random(3))"
    case 1: return ["\"x\"", "\"\\u0078\"", "\"y\""][random(3)]
    case 2: return "[\((0..<random(3)).map { _ in text(depth - 1) }.joined(separator: " , "))]"
    default:
      let names = ["a", "b", "c"].filter { _ in random(3) > 0 }.shuffled()
      return "{\(names.map { "\"\($0)\": \(text(depth - 1))" }.joined(separator: ","))}"
    }
  }
  /// The same value with its members in another order.
  func shuffled(_ text: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    func write(_ object: Any) -> String {
      switch object {
      case let object as [String: Any]:
        return
          "{\(object.shuffled().map { "\"\($0.key)\":\(write($0.value))" }.joined(separator: ","))}"
      case let list as [Any]: return "[\(list.map(write).joined(separator: ","))]"
      case let text as String: return "\"\(text)\""
      default: return "\(object)"
      }
    }
    return write(object)
  }
  for _ in 0..<3_000 {
    let (left, right) = (text(12), text(12))
    let place = "seed \(seed): \(left) \(right)"
    #expect(
      try value(left).hasSameContent(as: value(right)) == haveSameContent(left, right),
      "\(place)"
    )
    #expect(try value(left).hasSameContent(as: value(shuffled(left))), "\(place)")
  }
}

@Test func `a list holds no more bytes than its limit`() throws {
  let limit = RowLimit(bytes: 1 << 20)
  var list = RowList(limit: limit)
  var decoder = FeedDecoder(key: [FieldPath("id")])
  // The rows become larger: many small ones make room for one.
  for id in 0..<400 {
    let row = "{\"id\":\(id),\"text\":\"\(String(repeating: "x", count: id * 100))\"}"
    for item in decoder.append(Array(row.utf8)) { list.apply(item) }
    let bytes = list.rows.reduce(0) { $0 + $1.value.string.utf8.count + RowLimit.overhead }
    #expect(bytes <= limit.bytes)
  }
  #expect(list.count + list.dropped == 400 && list.count > 20)
  #expect(list.rows.first?.id.description == "399")
  // A row that is larger than all may be stands alone.
  let row = "{\"id\":400,\"text\":\"\(String(repeating: "x", count: 2 << 20))\"}"
  for item in decoder.append(Array(row.utf8)) { list.apply(item) }
  #expect(list.rows.map(\.id.description) == ["400"])
}

@Test func `evicted rows come back step by step`() {
  var player = Player(start: .liveEdge, limit: RowLimit(bytes: 40_000))
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var texts: [[String]] = []
  for id in 0..<60 {
    let row = "{\"id\":\(id),\"text\":\"\(String(repeating: "x", count: id * 37 % 1_900))\"}"
    player.receive(decoder.append(Array(row.utf8)), at: .now, time: nil)
    _ = player.advance(to: .now)
    texts.append(player.rows.map(\.id.description))
  }
  player.pause(at: .now)
  for ids in texts.dropLast().reversed() {
    player.step(by: -1, at: .now)
    #expect(player.rows.map(\.id.description) == ids)
  }
}

@Test func `a recording is readable by its owner only, and never written into a FIFO`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appending(path: "recording").path()
  let before = umask(0)
  _ = try Recorder(path: path)
  umask(before)
  var status = stat()
  #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)

  let fifo = folder.appending(path: "fifo").path()
  try #require(mkfifo(fifo, 0o600) == 0)
  #expect(throws: FeedError.notRecordable(path: fifo)) { try Recorder(path: fifo) }
  #expect(throws: FeedError.self) { try Recorder(path: folder.path()) }
}
