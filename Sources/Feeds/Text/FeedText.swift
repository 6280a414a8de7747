/// The reports about a feed: the reasons for its interpretation, malformed input, and events of its
/// source.
///
/// Errors, key rules and key problems describe themselves.
package enum FeedText {
  /// Reasons for the format of a feed.
  package enum Format {
    package static let nothing = "nothing has arrived"
    package static func firstByte(_ byte: Character) -> String { "the first byte is '\(byte)'" }
    package static func firstBytes(_ text: String) -> String { "the first bytes are '\(text)'" }
    package static let firstBytesAreList = "the first bytes are a list"
    package static let firstLineIsJSON = "the first line is JSON"
    package static let secondLineIsJSON = "the second line is JSON"
    package static let syndication = "the first element is that of an RSS or Atom feed"
    package static let yaml = "the first lines are names with values below them"
    package static func given(with option: String) -> String { "given with \(option)" }
    package static func declared(_ contentType: String) -> String {
      "the sender declares \(contentType)"
    }
    package static func name(endingIn ending: String) -> String { "the name ends in \(ending)" }
    package static func records(of page: String) -> String { "all lines have the cells of \(page)" }
    package static func colons(_ count: Int) -> String {
      "all lines have \(count) cells between colons, and none are names"
    }
    package static func lines(_ format: String, _ count: Int, of lines: Int) -> String {
      "\(format): \(count) of \(lines) lines"
    }
    package static func lines(beginningWith start: String) -> String {
      "lines that begin with \(start)"
    }
    package static func lines(withFields names: [String]) -> String {
      "lines by a pattern with \(names.joined(separator: ", "))"
    }
    package static let tabs = "tabs"
    package static let commas = "commas"
    package static let semicolons = "semicolons"
    package static let bars = "bars"
    package static let separatorLine = "the first line declares the separator"
    package static let eventStream = "the first line is a field of an event stream"
    package static func table(headerOnLine line: Int) -> String {
      "line \(line) is a header, with rows below it"
    }
    package static let tableHeader = "there is a header, with no rows below it so far"
    package static let directives = "a directive names the fields of the lines below it"
    package static let metrics = "the first lines are Prometheus metrics"
    package static let settings = "each of the first lines is a name, = and a value"
    package static let colonSettings = "each of the first lines is a name, : and a value"
    package static let fieldsOfRecords =
      "the first lines are names and values of records, with blank lines between them"
    package static let listing = "the first lines list files below the names of their folders"
    package static let counts = "each of the first lines is a count and a name"
    package static let lines = "the first line is neither JSON nor a header"
    package static func log(_ format: String, _ count: Int, of lines: Int) -> String {
      "\(format), in \(count) of the first \(lines) lines"
    }
    package static func header(separator: String) -> String {
      "the first line is a header separated by \(separator)"
    }
    package static func columns(_ count: Int) -> String {
      "the words of the first lines are below each other, in \(count) columns without names"
    }
    package static func cells(_ count: Int, separator: String, hasHeader: Bool) -> String {
      "all lines have \(count) cells separated by \(separator), "
        + (hasHeader ? "and the first is a header" : "and none is a header")
    }
  }

  /// Reasons for the identification of rows.
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
    package static let dates = "the first column, of dates"
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
    package static let firstRow =
      "one row does not show what distinguishes rows: each is a row of its own"
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

  /// Reasons why a value is malformed or refused.
  package enum Malformed {
    package static let value = "expected a value"
    package static func literal(_ word: StaticString) -> String { "expected \(word)" }
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
    package static func longRow(_ limit: Int) -> String {
      "a row that is longer than \(limit) bytes as JSON"
    }
    package static func repeatedNames(_ factor: Int) -> String {
      "the names of the fields make the rows more than \(factor) times as long as their lines"
    }
    package static let listCutOff = "the list is cut off: some of its parts are missing"
    package static func longList(_ limit: Int) -> String {
      "a list of more than \(limit >> 20) MiB"
    }
    package static func longEvent(_ limit: Int) -> String { "an event of more than \(limit) bytes" }
    package static func longLine(_ limit: Int) -> String { "a line longer than \(limit) bytes" }
    package static func nothing(at path: String) -> String { "nothing at \(path)" }
    package static func document(_ format: String, _ reason: String) -> String {
      "\(format): \(reason)"
    }
    package static func longDocument(_ limit: Int) -> String {
      "a document of more than \(limit) bytes"
    }
    package static let documentCutOff = "the document is cut off"
    package static let memory = "not enough memory"
    package static func alias(_ name: some StringProtocol) -> String {
      "unknown alias *\(name)"
    }
    package static func aliases(_ limit: Int) -> String {
      "its aliases stand for more than \(limit) MiB"
    }
    package static func encoding(_ name: some StringProtocol) -> String {
      "unsupported encoding \(name): convert it with iconv -f \(name)"
    }
    package static func root(_ name: String) -> String { "<\(name)> is neither RSS nor Atom" }
    package static let textBeforeTag = "text before the first tag"
    package static func endTag(_ name: String, expected: String?) -> String {
      "expected \(expected.map { "</\($0)>" } ?? "the end"), not </\(name)>"
    }
    package static let attributeQuotes = "an attribute without quotation marks"
    package static func manyAttributes(_ limit: Int) -> String { "more than \(limit) attributes" }
    package static let tagName = "expected a name"
    package static let entities = "document types that define entities are not supported"
    package static func expected(_ sign: Character) -> String { "expected \(sign)" }
    package static func watchError(_ message: some StringProtocol) -> String {
      "the watch reports an error" + (message.isEmpty ? "" : ": \(message)")
    }
  }

  /// Events of a source.
  package enum Source {
    package static let tookTooLong =
      "took too long and was ended: raise --deadline, or add --stream if it never ends"
    package static let ended = "ended"
    package static let feed = "the feed"
    package static func tooLarge(_ limit: Int) -> String {
      let size = limit >> 20 > 0 ? "\(limit >> 20) MiB" : "\(limit) bytes"
      return "the list is larger than \(size) and was ended: add --stream to read it as it arrives"
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
    package static let fifo = "FIFO"
    package static let socket = "socket"
    package static let device = "device"
    package static let unreadable = "no longer readable under its name"
    package static func waiting(_ reason: String) -> String {
      "\(reason), waiting for the file to come back"
    }
    package static let gone = "gone"
    package static func cannotOpen(_ reason: String) -> String { "cannot be opened (\(reason))" }
    package static let isDirectory = "replaced by a directory"
    package static func isOther(_ kind: String) -> String { "replaced by a \(kind)" }
  }

  /// Kinds of input other than text, with advice what to do.
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
    private static let convert = "convert it to JSON or CSV first"
    private static let nameText = "name a text file"
    package static let data = ("binary data", advice: convert)
    package static let tar = ("a tar archive", advice: "tar -xOf FILE MEMBER | listview")
    package static let sqlite = (
      "an SQLite database", advice: "sqlite3 -json FILE 'SELECT …' | listview"
    )
    package static let parquet = (
      "a Parquet file", advice: "duckdb -json -c \"FROM 'FILE'\" | listview"
    )
    package static let arrow = ("an Arrow file", advice: convert)
    package static let avro = ("an Avro file", advice: "avro-tools tojson FILE | listview")
    package static let zip = (
      "a ZIP archive or an office document", advice: "unzip -p FILE MEMBER | listview"
    )
    package static let journal = (
      "a journal", advice: "journalctl --file FILE -o json | listview"
    )
    package static let program = ("a program", advice: "listview -- FILE runs it")
    package static let picture = ("a picture", advice: nameText)
    package static let pdf = ("a PDF document", advice: "pdftotext -layout FILE - | listview")
    package static let lz4 = ("LZ4 data", advice: "lz4 -dc FILE | listview")
  }
}
