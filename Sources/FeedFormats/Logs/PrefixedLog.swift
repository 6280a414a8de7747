import FeedValues
import Values

extension LineForm {
  static let prefixed = LineForm(FeedText.Lines.prefixed, PrefixedLog.read)
}

/// JSON behind what the program that collected it writes in front of each line: `web-1  | {…}` (docker compose), `[1] {…}`
/// (concurrently), `2026-05-18T18:16:07Z {…}` (`kubectl logs --timestamps`).
enum PrefixedLog {
  private static let source = LogName("source")
  /// The maximum length of what stands in front.
  private static let longestPrefix = 128

  /// The fields of the object, after the time or the name in front of it.
  static func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    guard let start = line.prefix(longestPrefix).firstIndex(of: UInt8(ascii: "{")), start > 1,
      line[start - 1].isBlank, let value = object(line, from: start),
      var record = prefix(LogCursor(line), end: start)
    else { return nil }
    // The object may have a source of its own.
    if value.member("source") != nil { record.rename(source, to: LogName("container")) }
    return add(value, to: &record) ? record : nil
  }

  /// The object that the rest of a line is; nil if it is something else.
  static func object(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> JSONValue? {
    guard start < line.count, line[start] == UInt8(ascii: "{") else { return nil }
    var scanner = JSONScanner()
    guard case .value(let end) = scanner.scan(line, from: start),
      line[end...].allSatisfy(\.isJSONSpace)
    else { return nil }
    return JSONValue(ByteSlice(copying: UnsafeBufferPointer(rebasing: line[start..<end])))
  }

  /// Adds the members of an object, which replace others of their names; returns whether there are any.
  @discardableResult
  static func add(_ value: JSONValue, to record: inout LogRecord) -> Bool {
    var isEmpty = true
    value.forEachMember { name, member in
      isEmpty = false
      record.replace(LogName(name), .json(member.text.withBytes { Array($0) }))
      return true
    }
    return !isEmpty
  }

  /// The prefix of an object: a time, a name in brackets, or a name before a bar.
  private static func prefix(_ line: LogCursor, end: Int) -> LogRecord? {
    var cursor = line
    var record = LogRecord()
    if cursor.peek() == UInt8(ascii: "[") {
      guard let name = cursor.enclosed("[", "]") else { return nil }
      record.add(source, .text(name))
    } else if let time = cursor.time(), time.kind == .full {
      record.add(.time, .text(time.range))
    } else {
      cursor.position = line.position
      guard let name = cursor.take(while: { !$0.isBlank && $0 != UInt8(ascii: "{") }) else {
        return nil
      }
      cursor.skipSpaces()
      guard cursor.skip("|") else { return nil }
      record.add(source, .text(name))
    }
    cursor.skipSpaces()
    return cursor.position == end ? record : nil
  }
}

extension LineForm {
  static let collected = LineForm(FeedText.Lines.collected, CollectedLog.read)
}

/// Lines of several programs behind the names that the program that collected them writes in front: `web-1  | …` (docker
/// compose), `[pod/web/app] …` (`kubectl logs --prefix`), `0|web  | …` (pm2).
///
/// Each program has a form of its own, so that each line is read by itself.
enum CollectedLog {
  private static let source = LogName("source")

  static func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    if let record = PrefixedLog.read(line) { return record }
    guard let prefix = prefix(of: line) else { return nil }
    let rest = UnsafeBufferPointer(rebasing: line[prefix.end...])
    let entry = entry(rest)
    var record = LogRecord()
    // An entry may have a source of its own.
    let name = entry?.has(source) ?? false ? LogName("container") : source
    record.add(name, .text(prefix.name))
    if let entry {
      record.append(entry, shiftedBy: prefix.end)
    } else if prefix.isCertain {
      record.addMessage(prefix.end..<line.count)
    } else {
      return nil
    }
    return record
  }

  /// The fields of a line without its prefix; nil if it has no form of its own.
  private static func entry(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    LogFormat.recognize([line], isStrict: false).flatMap { $0.format.read(line) }
  }

  /// The name in front of a line, the beginning of the rest, and whether the name can be nothing else.
  private static func prefix(
    of line: UnsafeBufferPointer<UInt8>
  ) -> (name: Range<Int>, end: Int, isCertain: Bool)? {
    var cursor = LogCursor(line)
    if cursor.peek() == UInt8(ascii: "[") {
      guard let name = cursor.enclosed("[", "]"), cursor.skip(" "),
        line[name].first?.isLetter == true,
        line[name].count(where: { $0 == UInt8(ascii: "/") }) > 1,
        !line[name].contains(where: \.isBlank)
      else { return nil }
      return (name, cursor.position, true)
    }
    func isPart(_ byte: UInt8) -> Bool {
      byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte)
    }
    guard var name = cursor.take(while: isPart) else { return nil }
    let isNumbered = line[name].allSatisfy(\.isDigit)
    if isNumbered {
      guard cursor.skip("|"), let word = cursor.take(while: isPart) else { return nil }
      name = word
    }
    cursor.skipSpaces()
    guard cursor.skip("|"), cursor.isAtEnd || cursor.skip(" "), !LogHead.isLevel(line[name]) else {
      return nil
    }
    // A container has a number behind its service.
    let number = line[name].reversed().prefix(while: \.isDigit).count
    let isContainer =
      number > 0 && number < name.count && "-_".utf8.contains(line[name.upperBound - number - 1])
    // More bars are those of a table.
    let rest = line[cursor.position...]
    let isTable = zip(rest, rest.dropFirst()).contains { $0.isBlank && $1 == UInt8(ascii: "|") }
    return (name, cursor.position, (isNumbered || isContainer) && !isTable)
  }
}
