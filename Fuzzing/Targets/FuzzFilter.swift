import Columns
import FeedSources
import FeedStore
import FeedValues
import ListViewParts
import Values

/// The first line is a filter, and all else that a command line takes as text.
///
/// The rows below it are filtered. An error names a place in the text.
func fuzzFilter(_ bytes: [UInt8]) throws(Violation) {
  let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  let text = String(decoding: bytes[..<end], as: UTF8.self)
  _ = FieldPath(text)
  _ = RowsPath(text)?.description
  if let spec = try? ColumnSpec(text) {
    let again = try? ColumnSpec("\(spec)")
    try check(again == spec, "columns written and read again: \(spec)")
  }
  _ = try? SummarySpec(text)
  if let memory = try? ColumnMemory(String(decoding: bytes, as: UTF8.self)) {
    try check((try? ColumnMemory(memory.text)) == memory, "columns kept and read again")
  }
  let filter: Filter
  do throws(SettingError) {
    filter = try Filter(text)
  } catch {
    try check(!error.diagnosis(of: text).isEmpty, "an error without a word")
    return
  }
  var decoder = FeedDecoder()
  let items = decoder.append(Array(bytes[end...])) + decoder.finish()
  var list = RowList()
  for item in items { list.apply(item) }
  for row in list.rows.prefix(200) {
    try check(filter.matches(row) == filter.matches(row), "a row matches and does not")
  }
}
