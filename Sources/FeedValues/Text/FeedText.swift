/// The reports about a feed: the reasons for its interpretation, malformed input, and events of its
/// source.
///
/// Errors, key rules and key problems describe themselves.
package enum FeedText {
  /// Reasons why a value is malformed or refused.
  package enum Malformed {
    package static let value = "expected a value"
    package static let loose = "not all of it is JSON: NaN, Infinity or a comma at the end"
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
}
