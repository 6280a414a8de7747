import FeedValues

extension FeedText {
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
