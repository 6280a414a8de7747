import Values

/// Distinguishes log entries from other objects: they have a time, and a message, a level or a request.
///
/// Each log entry is a row of its own, whatever identifiers it carries: the request, process or
/// connection that it is about appears in many entries. The names of fields are those of the logging
/// libraries of common languages (pino, bunyan, winston, zap, zerolog, logrus, slog, structlog,
/// python-json-logger, Serilog, log4j's JSON layout, tracing-subscriber), and of nginx and Docker.
package enum LogLine {
  /// Whether an object is a log entry.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func isLogLine(_ value: JSONValue) -> Bool {
    let (hasTime, hasMessage, hasLevel) = roles(of: value)
    return hasTime && (hasMessage || hasLevel)
  }

  /// Whether an object among the lines of a log is an entry: it has two of a time, a message and a level.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func isEntry(_ value: JSONValue) -> Bool {
    let (hasTime, hasMessage, hasLevel) = roles(of: value)
    return hasTime ? hasMessage || hasLevel : hasMessage && hasLevel
  }

  private static func roles(of value: JSONValue) -> (time: Bool, message: Bool, level: Bool) {
    var (hasTime, hasMessage, hasLevel) = (false, false, false)
    value.forEachFoldedMember { name, range in
      guard let role = LogRole(folded: name) else { return }
      let member = value.part(range)
      switch role {
      case .time: hasTime = hasTime || isTime(member)
      case .message: hasMessage = hasMessage || isMessage(member)
      case .level: hasLevel = hasLevel || isLevel(member)
      }
    }
    return (hasTime, hasMessage, hasLevel)
  }

  /// Whether a member with a name may contain the message of a log entry.
  package static func isMessageName(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { LogRole(folded: foldedWord($0, 0..<$0.count)) } == .message
  }

  /// The member with a log entry's message; nil if there is none, or the object is not a log entry.
  package static func messageName(of value: JSONValue) -> String? {
    guard isLogLine(value) else { return nil }
    return first(of: value) { name, role, member in
      role == .message && member.kind == .string ? name : nil
    }
  }

  /// The first result that is made of a member, given its name, what that means in logs, and its value.
  package static func first<Result>(
    of value: JSONValue,
    _ make: (String, LogRole?, JSONValue) -> Result?
  ) -> Result? {
    var result: Result?
    value.forEachMember { name, member in
      var name = name
      let role = name.withUTF8 { LogRole(folded: foldedWord($0, 0..<$0.count)) }
      result = make(name, role, member)
      return result == nil
    }
    return result
  }

  /// Whether a value can be a time: a number, a string with digits, or an object, such as log4j's
  /// `instant`.
  private static func isTime(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .number, .object: true
    case .string: value.text.withBytes { $0.contains { $0.isDigit } }
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
    let word = value.string
    return Level(wordOrLetter: word) != nil || word.lowercased() == "default"
  }
}
