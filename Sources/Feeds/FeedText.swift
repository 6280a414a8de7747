/// What is said of a feed: why it is read as it is, what could not be read, and what happened to it.
///
/// Errors, rules and troubles with keys describe themselves.
package enum FeedText {
  /// Why a feed has its format.
  package enum Format {
    package static let nothing = "nothing has arrived"
    static func firstByte(_ byte: Character) -> String { "the first byte is '\(byte)'" }
    static func firstBytes(_ text: String) -> String { "the first bytes are '\(text)'" }
    static let firstBytesAreList = "the first bytes are a list"
    static let firstLineIsJSON = "the first line is JSON"
    static let secondLineIsJSON = "the second line is JSON"
    static let syndication = "the first element is that of an RSS or Atom feed"
    static let eventStream = "the first line is a field of an event stream"
    static func table(headerOnLine line: Int) -> String {
      "line \(line) is a header, with rows below it"
    }
    static let tableHeader = "the first line is a header, with rows below it"
    static let directives = "a directive names the fields of the lines below it"
    static let metrics = "the first lines are Prometheus metrics"
    static let settings = "each of the first lines is a name, = and a value"
    static let colonSettings = "each of the first lines is a name, : and a value"
    static let counts = "each of the first lines is a count and a name"
    static let lines = "the first line is neither JSON nor a header"
    static func log(_ format: String, _ count: Int, of lines: Int) -> String {
      "\(format), in \(count) of the first \(lines) lines"
    }
    static func header(separator: String) -> String {
      "the first line is a header separated by \(separator)"
    }
    static func cells(_ count: Int, separator: String, hasHeader: Bool) -> String {
      "all lines have \(count) cells separated by \(separator), "
        + (hasHeader ? "and the first is a header" : "and none is a header")
    }
  }

  /// Why rows are identified as they are.
  package enum Key {
    package static let given = "given with --key"
    static let none = "--key none: every line is a row of its own"
    static let noFields = "the rows have no fields"
    static let noKey = "no field, and no two, are in every row and unique"
    static let objectIdentity = "a name for the identity of objects"
    static let onlyRow = "the only row"
    static let wellKnown = "a well-known name"
    static let identifier = "a name that identifiers have"
    static let creation = "a time of creation"
    static let words = "the first column of words"
    static let numbers = "the first column of whole numbers"
    static let pair = "two columns together"
    static func although(_ flaw: String) -> String { ", though \(flaw)" }
    static func unique(_ rows: Int) -> String { ", in all \(rows) rows and unique" }
    static func rejected(_ candidate: String, _ flaw: String?) -> String {
      "\(candidate) is \(flaw ?? "no key")"
    }
    static func missing(_ count: Int, of rows: Int) -> String {
      "missing in \(count) of \(rows) rows"
    }
    static func repeated(_ count: Int, of rows: Int) -> String {
      "repeated in \(count) of \(rows) rows"
    }
    static func changed(_ rule: String) -> String {
      "\(rule) changed from one list to the next, and these did not"
    }
    static func unrelated(_ rule: String) -> String {
      "objects with the same \(rule) have nothing else in common"
    }
    static let noObject = "a row without fields"
    static let objectNoLog =
      "a name for the identity of objects, in an object that is not a log entry"
    static let logEntry = "a time, and a message or a level: log entries, each a row of its own"
    static let noIdentity = "no name for the identity of objects: each object is a row of its own"
    static let logLines = "lines of a log, each a row of its own"
    static let mqttTopic = "an MQTT message replaces the last one of its topic"
    static let dockerEvent = "the id of a docker event is that of its subject"
    static let recorded = "as it was recorded"
  }

  /// Why a value is malformed, or refused.
  package enum Malformed {
    static let controlCharacter = "a control character in a string"
    static let unknownEscape = "an unknown escape in a string"
    static let unicodeEscape = "\\u needs four hexadecimal digits"
    static let name = "expected a name in quotation marks"
    static let colon = "expected ':' after a name"
    static let elementEnd = "expected ',' or ']' after an element"
    static let memberEnd = "expected ',' or '}' after a member"
    static let numberEnd = "expected white space after a number"
    static let minus = "expected a digit after '-'"
    static let point = "expected a digit after '.'"
    static let exponent = "expected a digit in an exponent"
    static let leadingZero = "a number with a leading zero"
    static func depth(_ limit: Int) -> String { "nested deeper than \(limit)" }
    package static let cutOff = "the value is cut off at the end"
    static let recordCutOff = "the record is cut off at the end"
    static let openQuote = "a quotation mark without an end"
    static let byteOrderMark = "half a byte order mark"
    static func longValue(_ limit: Int) -> String { "a value longer than \(limit) bytes" }
    static func longEvent(_ limit: Int) -> String { "an event of more than \(limit) bytes" }
    static func longLine(_ limit: Int) -> String { "a line longer than \(limit) bytes" }
    static func nothing(at path: String) -> String { "nothing at \(path)" }
    static func watchError(_ message: some StringProtocol) -> String {
      "the watch reports an error" + (message.isEmpty ? "" : ": \(message)")
    }
  }

  /// What happened to a source.
  package enum Source {
    package static let tookTooLong = "took too long and was ended"
    package static func printedTooMuch(_ limit: String) -> String {
      "printed more than \(limit) and was ended"
    }
    package static func exitStatus(_ status: Int32) -> String { "exit status \(status)" }
    package static func ended(by signal: Int32) -> String { "ended by signal \(signal)" }
    static func restarted(_ path: String, _ change: String) -> String {
      "\(path): \(change), reading from its start"
    }
    static func reopened(_ path: String, wasGone: Bool) -> String {
      "\(path): \(wasGone ? "back" : "replaced"), reading the new file"
    }
    static let truncated = "truncated"
    static let rewritten = "rewritten"
    package static let unreadable = "no longer readable under its name"
    static func waiting(_ reason: String) -> String {
      "\(reason), waiting for the file to come back"
    }
    package static let gone = "gone"
    package static func cannotOpen(_ reason: String) -> String { "cannot be opened (\(reason))" }
    static let isDirectory = "replaced by a directory"
    static func isOther(_ kind: String) -> String { "replaced by a \(kind)" }
  }

  /// What an input is instead of text, and what to do.
  package enum Content {
    static func binary(_ kind: String, _ advice: String) -> String {
      "\(kind), which is not text; \(advice)"
    }
    static func noProgram(_ program: String, package: String) -> String {
      "\(program) data, and \(program) is not installed; install the package \(package)"
    }
    static func damaged(_ program: String, _ reason: String) -> String {
      "\(program) data that cannot be read: \(reason)"
    }
    static let convert = "convert it to JSON or CSV first"
    static let nameText = "name a text file"
  }
}
