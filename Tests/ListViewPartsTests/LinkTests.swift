import FeedSources
import FeedStore
import FeedValues
import TerminalCore
import Testing

@testable import ListViewParts

/// The text and the target of the links of a line.
private func links(_ text: String, of row: String) -> [[String]] {
  var decoder = FeedDecoder()
  let items = decoder.append(Array("[\(row)]\n".utf8)) + decoder.finish()
  guard case .snapshot(let snapshot)? = items.first, let row = snapshot.rows.first else {
    return []
  }
  var buffer = CellBuffer(TerminalSize(columns: 60, lines: 1))
  buffer.write(text, line: 0, column: 0)
  buffer.linkAddresses(line: 0, columns: 0..<60, of: row)
  return buffer.links.map { link in
    [link.columns.map { buffer[line: 0, column: $0].text }.joined(), link.target]
  }
}

@Test(arguments: [
  // The address is a cell, in a sentence, in quotes, in another field.
  (
    "7  https://a.org/x  ok", #"{"u":"https://a.org/x"}"#, [["https://a.org/x", "https://a.org/x"]]
  ),
  (
    "see (http://a.org/x(1)), or <https://b.org>.",
    #"{"m":"see (http://a.org/x(1)), or <https://b.org>."}"#,
    [["http://a.org/x(1)", "http://a.org/x(1)"], ["https://b.org", "https://b.org"]]
  ),
  (
    "日本 https://a.org/é", #"{"m":"日本 https:\/\/a.org\/\u00e9"}"#,
    [["https://a.org/é", "https://a.org/%C3%A9"]]
  ),
  // It is cut off at its end, in its middle, at the edge of a pane.
  (
    "https://a.org/on…  1", #"{"u":"https://a.org/one/two"}"#,
    [["https://a.org/on…", "https://a.org/one/two"]]
  ),
  (
    "https://a…/two", #"{"u":"https://a.org/one/two"}"#,
    [["https://a…/two", "https://a.org/one/two"]]
  ),
  (
    "https://a.org/one", #"{"u":"https://a.org/one/two"}"#,
    [["https://a.org/one", "https://a.org/one/two"]]
  ),
  // Several could be meant, it is not of this row, or of no web address.
  ("https://a.org/…", #"{"u":"https://a.org/1","v":"https://a.org/2"}"#, []),
  ("https://a.org/1", #"{"u":"https://b.org/1"}"#, []),
  (
    "javascript://a  xhttp://a.org  https://", #"{"m":"javascript://a xhttp://a.org https://"}"#, []
  ),
])
func `addresses that are shown are linked to those of the row`(
  shown: String,
  row: String,
  expected: [[String]]
) {
  #expect(links(shown, of: row) == expected)
}

@Test func `an address with a great many brackets takes no time`() {
  let address = "http://a" + String(repeating: ")", count: 1 << 12)
  #expect(
    links("http://a", of: #"{"u":"\#(address.prefix(4_000))"}"#) == [["http://a", "http://a"]]
  )
  #expect(
    links("http://a", of: #"{"u":"\#(String(repeating: "x", count: 1 << 15)) http://a"}"#) == []
  )
}
