@testable import FeedSources
import FeedValues
import TestSupport

/// The output of a feed's source while everything goes wrong with it.
struct FaultyFeed {
  /// The next event at the other end, or on the way from there.
  enum Action: CaseIterable, Hashable {
    case insert, update, delete, reorder, several, rest
    // Faults.
    case burst, cut, torn, repeated, reusedKey, doubledKey, malformed, clockJump, restart
    case truncation, failedRun, notice, bareBytes, begunAnew
  }

  private(set) var writer: FeedWriter
  private let swarm: Swarm<Action>

  init(_ form: FeedWriter.Form, using random: inout SeededGenerator) {
    writer = FeedWriter(form, limit: [4, 12, 40].randomElement(using: &random) ?? 12)
    swarm = Swarm(using: &random)
  }

  /// The next output of the source.
  mutating func next(using random: inout SeededGenerator) -> [SimulatedEvent] {
    let action = swarm.draw(using: &random)
    var text = ""
    switch action {
    case .insert: text = change(1, using: &random)
    case .update:
      let record = writer.update(using: &random)
      text = record.map { written($0) } ?? ""
    case .delete:
      let record = writer.delete(using: &random)
      text = record.map { written($0, isAbsent: true) } ?? ""
    case .reorder:
      writer.reorder(using: &random)
      text = list()
    case .several: text = change(Int.random(in: 2...6, using: &random), using: &random)
    case .rest: return [.feed(.idle)]
    case .burst:
      for _ in 0..<Int.random(in: 10...40, using: &random) { text += change(2, using: &random) }
    case .cut: return cut(change(3, using: &random), using: &random)
    case .torn: text = torn(change(3, using: &random), using: &random)
    case .repeated:
      text = change(1, using: &random)
      text += text
    case .reusedKey: text = written(writer.insert(using: &random, reusesKey: true))
    case .doubledKey:
      guard let record = writer.records.randomElement(using: &random) else { break }
      text = written(record, among: writer.records + [record])
    case .malformed: text = (Self.malformed.randomElement(using: &random) ?? "") + "\n"
    case .clockJump:
      writer.time += [-86_400, -10, 3_600, 10_000_000].randomElement(using: &random) ?? 0
    case .restart:
      return [.feed(.restarted("the source was opened anew"))]
    case .truncation:
      let bytes = Array(change(2, using: &random).utf8)
      return [
        .feed(.bytes(Array(bytes.dropLast(bytes.count / 2) + [0x0A]))),
        .feed(.restarted("truncated")),
      ]
    case .failedRun:
      return writer.isPolled
        ? [.feed(.bytes(Array("half of a li".utf8))), .feed(.endOfRun(succeeded: false))] : []
    case .notice: return [.feed(.notice(Bool.random(using: &random) ? "exit status 1" : nil))]
    case .bareBytes:
      let bytes = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return [.feed(.bytes(bytes + [0x0A]))]
    case .begunAnew:
      writer.clear()
      text = list()
    }
    writer.time += Int.random(in: 0...3, using: &random)
    return events(of: text)
  }

  private func events(of text: String) -> [SimulatedEvent] {
    guard !text.isEmpty else { return [] }
    let bytes = SimulatedEvent.feed(.bytes(Array(text.utf8)))
    return writer.isPolled ? [bytes, .feed(.endOfRun(succeeded: true))] : [bytes]
  }

  /// The text of some changes.
  private mutating func change(_ count: Int, using random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<count {
      let record: FeedWriter.Record?
      var isAbsent = false
      switch Int.random(in: 0..<5, using: &random) {
      case 0...1: record = writer.insert(using: &random)
      case 2...3: record = writer.update(using: &random)
      default:
        record = writer.delete(using: &random)
        isAbsent = true
      }
      writer.time += Int.random(in: 0...1, using: &random)
      if let line = record.flatMap({ writer.line($0, isAbsent: isAbsent) }) {
        text += line + "\n"
      }
    }
    return text.isEmpty ? list() : text
  }

  private func written(
    _ record: FeedWriter.Record,
    isAbsent: Bool = false,
    among records: [FeedWriter.Record]? = nil
  ) -> String {
    if let line = writer.line(record, isAbsent: isAbsent) { return line + "\n" }
    return writer.list(of: records ?? writer.records).map { $0 + "\n" } ?? ""
  }

  private func list() -> String { writer.list(of: writer.records).map { $0 + "\n" } ?? "" }

  /// Text that arrives in pieces, with time between them; the pieces may be parts of characters.
  private func cut(_ text: String, using random: inout SeededGenerator) -> [SimulatedEvent] {
    var bytes = Array(text.utf8)[...]
    var events: [SimulatedEvent] = []
    while !bytes.isEmpty, events.count < 8 {
      let count = min(bytes.count, Int.random(in: 1...max(1, bytes.count / 2), using: &random))
      events.append(.feed(.bytes(Array(bytes.prefix(count)))))
      events.append(.wait(Int.random(in: 0...40, using: &random)))
      bytes = bytes.dropFirst(count)
    }
    if !bytes.isEmpty { events.append(.feed(.bytes(Array(bytes)))) }
    if writer.isPolled { events.append(.feed(.endOfRun(succeeded: true))) }
    return events
  }

  /// Text of which a piece is lost.
  private func torn(_ text: String, using random: inout SeededGenerator) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > 2 else { return text }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...max(1, bytes.count / 2), using: &random))
    return String(decoding: bytes[..<start] + bytes[end...], as: UTF8.self)
  }

  private static let malformed = [
    "{", "}", "[", "]]", #"{"id":}"#, #"{"id":"r1","n":NaN}"#, #"{"id":"r1""#, "{'id':1}",
    #"{"id":"r5","status":["a",{"b":null}]}"#,
    #"{"id":null}"#, #"{"id":{"a":1}}"#, "{}", "null", "0", #""text""#, "\u{FEFF}[]",
    #"{"id":"r6","":"","\u001b[2J":"\u009c"}"#, #"{"op":"delete"}"#,
    #"{"op":"delete","id":"none"}"#,
    #"{"op":"upsert"}"#, #"{"rows":3}"#, #"{"at":1,"rows":[1,"a",null]}"#, "data: {}", "a,b,c",
    "\t",
    String(repeating: "[", count: 600),
    #"{"id":"r7","n":"# + String(repeating: "9", count: 300) + "}",
  ]
}
