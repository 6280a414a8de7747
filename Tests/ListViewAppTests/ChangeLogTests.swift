import Feeds
import ListViewApp
import Testing

private func log(_ text: String) -> [String] {
  var decoder = FeedDecoder()
  var log = ChangeLog(calendar: .utc)
  let items = decoder.append(Array(text.utf8))
  return log.lines(for: items, key: decoder.keyRule)
}

@Test func `a snapshot is told as deletions, moves, insertions and updates`() {
  let lines = log(
    """
    [{"id":"a","state":"open"},{"id":"b","state":"open"},{"id":"c","state":"open"},\
    {"id":"d","state":"open"}]
    [{"id":"d","state":"open"},{"id":"e","state":"open"},{"id":"a","state":"shut"},\
    {"id":"c","state":"open"}]
    """
  )
  #expect(
    lines == [
      "+ a open", "+ b open", "+ c open", "+ d open",
      "- b open", "> d from 4 to 1", "+ e open", "~ a state: open → shut",
    ]
  )
}

@Test func `single rows are told one by one`() {
  #expect(
    log(
      #"{"id":"a","n":1}{"id":"b","n":1}{"id":"a","n":1}{"id":"a","n":2}{"at":1,"op":"delete","id":"b"}"#
    )
      == ["+ a 1", "+ b 1", "~ a n: 1 → 2", "- b 1"]
  )
}

@Test func `fields that come and go are told`() {
  #expect(
    log(#"[{"id":"a","x":{"y":1}}][{"id":"a","x":{"z":2}}]"#).last
      == "~ a x.y: 1 → none, x.z: none → 2"
  )
}

@Test func `no line holds a control character, whatever the feed holds`() {
  let lines = log(
    #"[{"id":"a\u001b[2J\n","t\u0007":"\u001b]0;x\u0007\r\n\u202e"}][{"id":"a\u001b[2J\n","t\u0007":"\u009b31m"}]"#
  )
  #expect(lines.count == 2)
  for line in lines {
    for scalar in line.unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .format, "\(line.debugDescription)")
    }
  }
}
