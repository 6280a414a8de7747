internal import Values

/// Distinguishes log entries from other objects: they have a time, and a message, a level or a request.
///
/// Each log entry is a row of its own, whatever identifiers it carries: the request, process or
/// connection that it is about appears in many entries. The names of fields are those of the logging
/// libraries of common languages (pino, bunyan, winston, zap, zerolog, logrus, slog, structlog,
/// python-json-logger, Serilog, log4j's JSON layout, tracing-subscriber), and of nginx and Docker.
enum LogLine {
  /// Whether an object is a log entry.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func isLogLine(_ value: JSONValue) -> Bool {
    var hasTime = false
    var hasText = false
    value.forEachFoldedMember { name, range in
      guard let role = LogRole(folded: name) else { return }
      let member = value.part(range)
      switch role {
      case .time: hasTime = hasTime || isTime(member)
      case .message: hasText = hasText || isMessage(member)
      case .level: hasText = hasText || isLevel(member)
      }
    }
    return hasTime && hasText
  }

  /// The member with a log entry's message; nil if there is none, or the object is not a log entry.
  static func messageName(of value: JSONValue) -> String? {
    guard isLogLine(value) else { return nil }
    var result: String?
    value.forEachMember { name, member in
      var name = name
      let role = name.withUTF8 { LogRole(folded: foldedWord($0, 0..<$0.count)) }
      if role == .message, member.kind == .string { result = name }
      return result == nil
    }
    return result
  }

  /// The time of an object, by the first member with a suitable name; nil if there is none.
  static func time(of value: JSONValue) -> FeedTime? {
    var result: FeedTime?
    value.forEachMember { name, member in
      var name = name
      let role = name.withUTF8 { LogRole(folded: foldedWord($0, 0..<$0.count)) }
      if role == .time || KeyNames.isCreationName(name) { result = FeedTime(member) }
      return result == nil
    }
    return result
  }

  /// The first member with a suitable name that is a time; nil if there is none.
  static func timeName(of value: JSONValue, _ times: TimeReader) -> String? {
    var result: String?
    value.forEachMember { name, member in
      var name = name
      let role = name.withUTF8 { LogRole(folded: foldedWord($0, 0..<$0.count)) }
      if role == .time || KeyNames.isCreationName(name), times.time(member) != nil { result = name }
      return result == nil
    }
    return result
  }

  /// Whether a value can be a time: a number, a string with digits, or an object, such as log4j's
  /// `instant`.
  private static func isTime(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .number, .object: true
    case .string: value.text.withBytes { $0.contains { $0 &- UInt8(ascii: "0") < 10 } }
    case .array, .boolean, .null: false
    }
  }

  /// Whether a value can be a message: a string, or an object that contains one.
  private static func isMessage(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string: true
    case .object: value.member("message")?.kind == .string || value.member("msg")?.kind == .string
    default: false
    }
  }

  /// Whether a value is a level: a word.
  ///
  /// Numbers are levels only next to a message, which is sufficient by itself: a tank has a level too.
  private static func isLevel(_ value: JSONValue) -> Bool {
    guard value.kind == .string else { return false }
    return levels.contains(value.string.lowercased())
  }

  private static let levels: Set<String> = [
    "trace", "trc", "verbose", "finest", "finer", "fine", "debug", "dbg", "dbug", "config", "info",
    "inf", "information", "informational", "notice", "warn", "warning", "wrn", "error", "err",
    "eror",
    "severe", "crit", "critical", "fatal", "ftl", "alert", "panic", "emerg", "emergency", "default",
    "t", "v", "d", "i", "n", "w", "e", "c", "f",
  ]
}

/// The role of a member of a log entry, by its name.
enum LogRole {
  case time
  case message
  case level

  /// The role of a name.
  ///
  /// - Parameter name: Up to eight first bytes of the name, as a word with the first byte the lowest,
  ///   each with bit 5 set, so that capitals are small letters.
  @inline(__always)
  init?(folded name: UInt64) {
    switch name {
    case 0x74 /* t */,
      0x7374 /* ts */,
      0x7460 /* @t */,
      0x656D_6974 /* time */,
      0x6574_6164 /* date */,
      0x74_7374 /* tst */,
      0x6D61_7473_656D_6974 /* timestam… */,
      0x6174_7365_6D69_7460 /* @timesta… */,
      0x656D_6974_6574_6164 /* datetime */,
      0x65_6D69_7463_7361 /* asctime */,
      0x636F_6C7F_656D_6974 /* time_loc… */,
      0x6F73_697F_656D_6974 /* time_iso… */,
      0x6C6C_696D_656D_6974 /* timeMill… */,
      0x6D69_7474_6E65_7665 /* eventTim… */,
      0x74_6E61_7473_6E69 /* instant */,
      0x6E65_6877 /* when */:
      self = .time
    case 0x67_736D /* msg */,
      0x65_6761_7373_656D /* message */,
      0x67_6F6C /* log */,
      0x74_6E65_7665 /* event */,
      0x6D60 /* @m */,
      0x74_6D60 /* @mt */,
      0x656D_7F74_726F_6873 /* short_me… */,
      0x6C79_6170_7478_6574 /* textPayl… */,
      0x6C79_6170_6E6F_736A /* jsonPayl… */,
      0x74_7365_7571_6572 /* request */,
      0x7F74_7365_7571_6572 /* request_… */,
      0x7364_6C65_6966 /* fields */:
      self = .message
    case 0x6C_6576_656C /* level */,
      0x6C_766C /* lvl */,
      0x7974_6972_6576_6573 /* severity */,
      0x6D61_6E6C_6576_656C /* levelnam… */,
      0x6C65_7665_6C67_6F6C /* loglevel */,
      0x6576_656C_7F67_6F6C /* log_leve… */,
      0x6576_656C_2E67_6F6C /* log.leve… */,
      0x6C60 /* @l */:
      self = .level
    default: return nil
    }
  }
}
