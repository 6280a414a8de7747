import FeedValues

extension FeedText {
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
}
