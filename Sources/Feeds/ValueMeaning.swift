/// What a value of a feed says, before its rows have identities.
enum ValueMeaning {
  /// The whole list.
  case snapshot([JSONValue], at: FeedTime?)
  /// A row that arrives or takes a row's place.
  case upsert(JSONValue, at: FeedTime?)
  /// The row that is known by what this one says leaves.
  case delete(JSONValue, at: FeedTime?)
  /// The row of this key leaves.
  case deleteKey(ByteSlice, at: FeedTime?)
  /// A message without a payload: the end of its key, where rows are known by it, else a row.
  case tombstone(JSONValue, key: JSONValue, at: FeedTime?)
  /// Nothing, as a bookmark.
  case nothing
  /// An error that the feed reports.
  case refused(String)
}

/// What the members of an object tell of its shape.
///
/// They are found in one walk, by names of eight bytes at most, which compare as one word.
private struct ShapeMembers {
  var at, rows, op, row, id, object, data, kind, items, type: JSONValue?
  var topic, offset, payload, key, ts, action, timeNano, cursor: JSONValue?

  init(_ value: JSONValue) {
    value.forEachShortMember { name, value in
      switch name {
      case Self.word("at"): at = at ?? value
      case Self.word("rows"): rows = rows ?? value
      case Self.word("op"): op = op ?? value
      case Self.word("row"): row = row ?? value
      case Self.word("id"): id = id ?? value
      case Self.word("object"): object = object ?? value
      case Self.word("data"): data = data ?? value
      case Self.word("kind"): kind = kind ?? value
      case Self.word("items"): items = items ?? value
      case Self.word("type"): type = type ?? value
      case Self.word("topic"): topic = topic ?? value
      case Self.word("offset"): offset = offset ?? value
      case Self.word("payload"): payload = payload ?? value
      case Self.word("key"): key = key ?? value
      case Self.word("ts"): ts = ts ?? value
      case Self.word("Action"): action = action ?? value
      case Self.word("timeNano"): timeNano = timeNano ?? value
      case Self.word("__CURSOR"): cursor = cursor ?? value
      default: break
      }
    }
  }

  /// A name of eight bytes at most as a word, its first byte the lowest.
  @inline(__always) private static func word(_ name: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<name.utf8CodeUnitCount {
      word |= UInt64(name.utf8Start[index]) << UInt64(8 * index)
    }
    return word
  }
}

extension ValueMeaning {
  /// Reads a value by the shapes that feeds are known to have.
  ///
  /// - Complexity: O(*n*) in the length of its text.
  static func of(_ value: JSONValue) -> (ValueMeaning, FeedShape) {
    switch value.kind {
    case .array: return (.snapshot(value.elements, at: nil), .array)
    case .object: break
    default: return (.upsert(value, at: nil), .scalar)
    }
    let members = ShapeMembers(value)
    if let at = members.at {
      if let rows = members.rows, rows.kind == .array {
        return (.snapshot(rows.elements, at: FeedTime(at)), .recordedSnapshot)
      }
      if let change = recordedChange(members, at: at) { return (change, .recordedChange) }
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
    if members.topic != nil, members.offset != nil, let payload = members.payload,
      value.member("partition") != nil
    {
      return (kafkaMessage(value, payload, members), .kafkaMessage)
    }
    if members.cursor != nil {
      return (.upsert(value.withTextOfByteArrays(), at: nil), .journalEntry)
    }
    if members.action != nil, members.timeNano != nil {
      return (.upsert(value, at: members.timeNano.flatMap { FeedTime($0) }), .dockerEvent)
    }
    return (.upsert(value, at: nil), .object)
  }

  private static func recordedChange(_ members: ShapeMembers, at: JSONValue) -> ValueMeaning? {
    switch members.op?.string {
    case "upsert":
      members.row.map { .upsert($0, at: FeedTime(at)) }
    case "delete":
      if let id = members.id, id.isScalar {
        .deleteKey(KeyRule.text(of: id), at: FeedTime(at))
      } else {
        members.row.map { .delete($0, at: FeedTime(at)) }
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
        "the watch reports an error"
          + (object.member("message").map { ": \($0.string.prefix(120))" } ?? "")
      )
    default: nil
    }
  }

  private static func kafkaMessage(
    _ value: JSONValue,
    _ payload: JSONValue,
    _ members: ShapeMembers
  ) -> ValueMeaning {
    let time = members.ts.flatMap { FeedTime($0) }
    if payload.kind == .null, let key = members.key, key.isScalar {
      return .tombstone(value, key: key, at: time)
    }
    return .upsert(value.unwrapping(payload), at: time)
  }

  /// The rows of an object that is all there is: its only array of objects, else the array in the
  /// first member that is named as lists are; nil where it has neither.
  static func documentRows(of value: JSONValue) -> (member: String, rows: [JSONValue])? {
    guard value.kind == .object else { return nil }
    var arrays: [(member: String, rows: JSONValue)] = []
    var named: [String: JSONValue] = [:]
    value.forEachMember { name, value in
      guard value.kind == .array else { return true }
      if value.firstElement?.kind == .object { arrays.append((name, value)) }
      if documentNames.contains(name), named[name] == nil { named[name] = value }
      return true
    }
    if arrays.count == 1 { return (arrays[0].member, arrays[0].rows.elements) }
    for name in documentNames {
      if let rows = named[name] { return (name, rows.elements) }
    }
    return nil
  }

  private static let documentNames = [
    "data", "items", "results", "rows", "entries", "nodes", "value",
  ]
}
