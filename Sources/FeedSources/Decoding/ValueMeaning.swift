import FeedFormats
import FeedIdentity
import FeedValues
internal import Values

/// The meaning of a value of a feed, before its rows are identified.
enum ValueMeaning {
  /// The whole list.
  case snapshot([JSONValue], at: FeedTime?)
  /// The first rows of a list that a recording has in several lines, before the last of them.
  case part([JSONValue])
  /// A row that is inserted or replaces the one with its key.
  case upsert(JSONValue, at: FeedTime?)
  /// A row of a text that reads downwards, as a recording has it.
  case append(JSONValue, at: FeedTime?)
  /// A row of a text that is inserted in front of the row with a key, as a recording has it.
  case insert(JSONValue, inFrontOf: ByteSlice, at: FeedTime?)
  /// Several such rows, in order.
  case upserts([TimedValue])
  /// The row identified by this value is deleted.
  case delete(JSONValue, at: FeedTime?)
  /// The row with this key is deleted.
  case deleteKey(ByteSlice, at: FeedTime?)
  /// A message without a payload: if rows are identified by this member, the end of its row, else a
  /// row.
  case tombstone(JSONValue, of: StaticString, at: FeedTime?)
  /// Nothing, like a bookmark.
  case nothing
  /// An error that the feed reports.
  case refused(String)
}

/// A value with its time.
struct TimedValue {
  var value: JSONValue
  var time: FeedTime?
}

/// The structure of an object, inferred from its members.
///
/// They are found in one walk, by names of eight bytes at most, which compare as one word.
private struct StructureMembers {
  /// Ranges instead of values, because most of them are never needed.
  private let value: JSONValue
  private var atRange: Range<UInt32> = 0..<0
  private var rowsRange: Range<UInt32> = 0..<0
  private var opRange: Range<UInt32> = 0..<0
  private var rowRange: Range<UInt32> = 0..<0
  private var idRange: Range<UInt32> = 0..<0
  private var objectRange: Range<UInt32> = 0..<0
  private var dataRange: Range<UInt32> = 0..<0
  private var kindRange: Range<UInt32> = 0..<0
  private var itemsRange: Range<UInt32> = 0..<0
  private var typeRange: Range<UInt32> = 0..<0
  private var topicRange: Range<UInt32> = 0..<0
  private var offsetRange: Range<UInt32> = 0..<0
  private var payloadRange: Range<UInt32> = 0..<0
  private var keyRange: Range<UInt32> = 0..<0
  private var tsRange: Range<UInt32> = 0..<0
  private var actionRange: Range<UInt32> = 0..<0
  private var timeNanoRange: Range<UInt32> = 0..<0
  private var cursorRange: Range<UInt32> = 0..<0
  private var beforeRange: Range<UInt32> = 0..<0

  private static let none: Range<UInt32> = 0..<0

  init(_ value: JSONValue) {
    self.value = value
    let none = Self.none
    value.forEachShortMember { name, range in
      switch name {
      case 0x7461 /* at */: if atRange == none { atRange = range }
      case 0x73776F72 /* rows */: if rowsRange == none { rowsRange = range }
      case 0x706F /* op */: if opRange == none { opRange = range }
      case 0x776F72 /* row */: if rowRange == none { rowRange = range }
      case 0x6469 /* id */: if idRange == none { idRange = range }
      case 0x7463656A626F /* object */: if objectRange == none { objectRange = range }
      case 0x61746164 /* data */: if dataRange == none { dataRange = range }
      case 0x646E696B /* kind */: if kindRange == none { kindRange = range }
      case 0x736D657469 /* items */: if itemsRange == none { itemsRange = range }
      case 0x65707974 /* type */: if typeRange == none { typeRange = range }
      case 0x6369706F74 /* topic */: if topicRange == none { topicRange = range }
      case 0x74657366666F /* offset */: if offsetRange == none { offsetRange = range }
      case 0x64616F6C796170 /* payload */: if payloadRange == none { payloadRange = range }
      case 0x79656B /* key */: if keyRange == none { keyRange = range }
      case 0x7374 /* ts */: if tsRange == none { tsRange = range }
      case 0x6E6F69746341 /* Action */: if actionRange == none { actionRange = range }
      case 0x6F6E614E656D6974 /* timeNano */: if timeNanoRange == none { timeNanoRange = range }
      case 0x6572_6F66_6562 /* before */: if beforeRange == none { beforeRange = range }
      case 0x524F535255435F5F /* __CURSOR */: if cursorRange == none { cursorRange = range }
      default: break
      }
    }
  }

  var at: JSONValue? { member(atRange) }
  var rows: JSONValue? { member(rowsRange) }
  var op: JSONValue? { member(opRange) }
  var row: JSONValue? { member(rowRange) }
  var id: JSONValue? { member(idRange) }
  var object: JSONValue? { member(objectRange) }
  var data: JSONValue? { member(dataRange) }
  var kind: JSONValue? { member(kindRange) }
  var items: JSONValue? { member(itemsRange) }
  var type: JSONValue? { member(typeRange) }
  var topic: JSONValue? { member(topicRange) }
  var offset: JSONValue? { member(offsetRange) }
  var payload: JSONValue? { member(payloadRange) }
  var key: JSONValue? { member(keyRange) }
  var ts: JSONValue? { member(tsRange) }
  var action: JSONValue? { member(actionRange) }
  var timeNano: JSONValue? { member(timeNanoRange) }
  var cursor: JSONValue? { member(cursorRange) }
  var before: JSONValue? { member(beforeRange) }

  private func member(_ range: Range<UInt32>) -> JSONValue? {
    range.isEmpty ? nil : value.part(range)
  }
}

extension ValueMeaning {
  /// Interprets a value by its structure.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - hints: The hints found while it was scanned; nil if it was not examined.
  ///   - times: Reads the time of the value.
  /// - Returns: The meaning of the value, and its structure.
  /// - Complexity: O(*n*) in the length of its text.
  static func of(
    _ value: JSONValue,
    _ hints: StructureHints?,
    _ times: TimeReader
  ) -> (ValueMeaning, FeedStructure) {
    switch value.kind {
    case .array:
      if let entries = value.redisEntries {
        return (.snapshot(entries.map(\.value), at: nil), .redisStream)
      }
      return (.snapshot(value.elements, at: nil), .array)
    case .object: break
    // Programs write this for an empty list, and a broker for a timeout.
    case .null: return (.nothing, .scalar)
    default: return (.upsert(value, at: nil), .scalar)
    }
    if let entries = value.redisReply { return (.upserts(entries), .redisStream) }
    if let hints, hints.isPlain { return (.upsert(value, at: nil), .object) }
    let members = StructureMembers(value)
    if let at = members.at {
      if let rows = members.rows, rows.kind == .array {
        if members.op?.string == "part" { return (.part(rows.elements), .recordedSnapshot) }
        return (.snapshot(rows.elements, at: times.time(at)), .recordedSnapshot)
      }
      if let change = recordedChange(members, at: times.time(at)) {
        return (change, .recordedChange)
      }
    }
    // A list in an envelope without other content.
    if let rows = members.rows, rows.kind == .array, value.hasOneMember {
      return (.snapshot(rows.elements, at: nil), .document)
    }
    if let object = members.object {
      if let data = members.data, data.kind == .array, object.string == "list" {
        return (.snapshot(data.elements, at: nil), .stripeList)
      }
      if object.kind == .object, let event = watchEvent(members.type, object) {
        return (event, .kubernetesWatchEvent)
      }
    }
    if let items = members.items, items.kind == .array, let kind = members.kind,
      kind.kind == .string, kind.string.hasSuffix("List")
    {
      return (.snapshot(items.elements, at: nil), .kubernetesList)
    }
    if let topic = members.topic, let payload = members.payload {
      if members.offset != nil, value.member("partition") != nil {
        let time = members.ts.flatMap(times.time)
        return (message(value, payload, knownBy: "key", members.key, at: time), .kafkaMessage)
      }
      if value.member("payloadlen") != nil, value.member("qos") != nil {
        let time = value.member("tst").flatMap(times.time)
        return (message(value, payload, knownBy: "topic", topic, at: time), .mqttMessage)
      }
    }
    if members.cursor != nil {
      return (.upsert(value.withTextOfByteArrays(), at: nil), .journalEntry)
    }
    if members.action != nil, members.timeNano != nil {
      return (.upsert(value, at: members.timeNano.flatMap(times.time)), .dockerEvent)
    }
    return (.upsert(value, at: nil), .object)
  }

  private static func recordedChange(
    _ members: StructureMembers,
    at time: FeedTime?
  ) -> ValueMeaning? {
    switch members.op?.string {
    case "upsert":
      members.row.map { .upsert($0, at: time) }
    case "append":
      members.row.map { .append($0, at: time) }
    case "insert":
      if let row = members.row, let next = members.before {
        .insert(row, inFrontOf: KeyRule.text(of: next), at: time)
      } else {
        members.row.map { .append($0, at: time) }
      }
    case "delete":
      if let id = members.id, id.isScalar {
        .deleteKey(KeyRule.text(of: id), at: time)
      } else {
        members.row.map { .delete($0, at: time) }
      }
    default: nil
    }
  }

  private static func watchEvent(_ type: JSONValue?, _ object: JSONValue) -> ValueMeaning? {
    switch type?.string {
    case "ADDED", "MODIFIED": .upsert(object, at: nil)
    case "DELETED": .delete(object, at: nil)
    case "BOOKMARK": .nothing
    case "ERROR":
      .refused(
        FeedText.Malformed.watchError((object.member("message")?.string ?? "").prefix(120))
      )
    default: nil
    }
  }

  private static func message(
    _ value: JSONValue,
    _ payload: JSONValue,
    knownBy name: StaticString,
    _ key: JSONValue?,
    at time: FeedTime?
  ) -> ValueMeaning {
    if payload.kind == .null, let key, key.isScalar { return .tombstone(value, of: name, at: time) }
    return .upsert(value.unwrapping(payload), at: time)
  }
}
