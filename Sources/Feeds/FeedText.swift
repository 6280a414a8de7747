/// What is reported about a feed: why it is read as it is, what is malformed, and what happened to
/// its source.
///
/// Errors, rules and problems with keys describe themselves.
package enum FeedText {
  /// Why a feed has its format.
  package enum Format {
    package static let nothing = "nothing has arrived"
    package static func firstByte(_ byte: Character) -> String { "the first byte is '\(byte)'" }
    package static func firstBytes(_ text: String) -> String { "the first bytes are '\(text)'" }
    package static let firstBytesAreList = "the first bytes are a list"
    package static let firstLineIsJSON = "the first line is JSON"
    package static let secondLineIsJSON = "the second line is JSON"
    package static let syndication = "the first element is that of an RSS or Atom feed"
    package static let eventStream = "the first line is a field of an event stream"
    package static func table(headerOnLine line: Int) -> String {
      "line \(line) is a header, with rows below it"
    }
    package static let tableHeader = "the first line is a header, with rows below it"
    package static let directives = "a directive names the fields of the lines below it"
    package static let metrics = "the first lines are Prometheus metrics"
    package static let settings = "each of the first lines is a name, = and a value"
    package static let colonSettings = "each of the first lines is a name, : and a value"
    package static let counts = "each of the first lines is a count and a name"
    package static let lines = "the first line is neither JSON nor a header"
    package static func log(_ format: String, _ count: Int, of lines: Int) -> String {
      "\(format), in \(count) of the first \(lines) lines"
    }
    package static func header(separator: String) -> String {
      "the first line is a header separated by \(separator)"
    }
    package static func cells(_ count: Int, separator: String, hasHeader: Bool) -> String {
      "all lines have \(count) cells separated by \(separator), "
        + (hasHeader ? "and the first is a header" : "and none is a header")
    }
  }

  /// Why rows are identified as they are.
  package enum Key {
    package static let given = "given with --key"
    package static let none = "--key none: every line is a row of its own"
    package static let noFields = "the rows have no fields"
    package static let noKey = "no field, and no two, are in every row and unique"
    package static let objectIdentity = "a name for the identity of objects"
    package static let onlyRow = "the only row"
    package static let wellKnown = "a well-known name"
    package static let identifier = "a name that identifiers have"
    package static let creation = "a time of creation"
    package static let words = "the first column of words"
    package static let numbers = "the first column of whole numbers"
    package static let pair = "two columns together"
    package static func although(_ flaw: String) -> String { ", though \(flaw)" }
    package static func unique(_ rows: Int) -> String { ", in all \(rows) rows and unique" }
    package static func rejected(_ candidate: String, _ flaw: String?) -> String {
      "\(candidate) is \(flaw ?? "no key")"
    }
    package static func missing(_ count: Int, of rows: Int) -> String {
      "missing in \(count) of \(rows) rows"
    }
    package static func repeated(_ count: Int, of rows: Int) -> String {
      "repeated in \(count) of \(rows) rows"
    }
    package static func changed(_ rule: String) -> String {
      "\(rule) changed from one list to the next, and these did not"
    }
    package static func unrelated(_ rule: String) -> String {
      "objects with the same \(rule) have nothing else in common"
    }
    package static let noObject = "a row without fields"
    package static let objectNoLog =
      "a name for the identity of objects, in an object that is not a log entry"
    package static let logEntry =
      "a time, and a message or a level: log entries, each a row of its own"
    package static let noIdentity =
      "no name for the identity of objects: each object is a row of its own"
    package static let logLines = "lines of a log, each a row of its own"
    package static let mqttTopic = "an MQTT message replaces the last one of its topic"
    package static let dockerEvent = "the id of a docker event is that of its subject"
    package static let recorded = "as it was recorded"
  }

  /// Why a value is malformed, or refused.
  package enum Malformed {
    package static let controlCharacter = "a control character in a string"
    package static let unknownEscape = "an unknown escape in a string"
    package static let unicodeEscape = "\\u needs four hexadecimal digits"
    package static let name = "expected a name in quotation marks"
    package static let colon = "expected ':' after a name"
    package static let elementEnd = "expected ',' or ']' after an element"
    package static let memberEnd = "expected ',' or '}' after a member"
    package static let numberEnd = "expected white space after a number"
    package static let minus = "expected a digit after '-'"
    package static let point = "expected a digit after '.'"
    package static let exponent = "expected a digit in an exponent"
    package static let leadingZero = "a number with a leading zero"
    package static func depth(_ limit: Int) -> String { "nested deeper than \(limit)" }
    package static let cutOff = "the value is cut off at the end"
    package static let recordCutOff = "the record is cut off at the end"
    package static let openQuote = "a quotation mark without an end"
    package static let byteOrderMark = "half a byte order mark"
    package static func longValue(_ limit: Int) -> String { "a value longer than \(limit) bytes" }
    package static func longEvent(_ limit: Int) -> String { "an event of more than \(limit) bytes" }
    package static func longLine(_ limit: Int) -> String { "a line longer than \(limit) bytes" }
    package static func nothing(at path: String) -> String { "nothing at \(path)" }
    package static func watchError(_ message: some StringProtocol) -> String {
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
    package static func restarted(_ change: String) -> String {
      "\(change), reading from its start"
    }
    package static func reopened(wasGone: Bool) -> String {
      "\(wasGone ? "back" : "replaced"), reading the new file"
    }
    package static let truncated = "truncated"
    package static let rewritten = "rewritten"
    package static let unreadable = "no longer readable under its name"
    package static func waiting(_ reason: String) -> String {
      "\(reason), waiting for the file to come back"
    }
    package static let gone = "gone"
    package static func cannotOpen(_ reason: String) -> String { "cannot be opened (\(reason))" }
    package static let isDirectory = "replaced by a directory"
    package static func isOther(_ kind: String) -> String { "replaced by a \(kind)" }
  }

  /// What an input is instead of text, and what to do.
  package enum Content {
    package static func binary(_ kind: String, _ advice: String) -> String {
      "\(kind), which is not text; \(advice)"
    }
    package static func noProgram(_ program: String, package: String) -> String {
      "\(program) data, and \(program) is not installed; install the package \(package)"
    }
    package static func damaged(_ program: String, _ reason: String) -> String {
      "\(program) data that cannot be read: \(reason)"
    }
    package static let convert = "convert it to JSON or CSV first"
    package static let nameText = "name a text file"
  }
}
