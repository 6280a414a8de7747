import Columns
import FeedSources
import FeedValues
import ListViewParts
import Testing
import Values

private func log(_ text: String) -> [String] {
  var decoder = FeedDecoder()
  var log = ChangeLog(calendar: .utc)
  let items = decoder.append(Array(text.utf8))
  return log.lines(for: items, key: decoder.keyRule, at: FeedTime(nanoseconds: 0))
}

@Test func `a snapshot is logged as deletions, moves, insertions and updates`() {
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
      "- b open", "> d \(RowChange.Text.moved(from: 4, to: 1))", "+ e open",
      "~ a state: open → shut",
    ]
  )
}

@Test func `single rows are logged one by one`() {
  #expect(
    log(
      #"{"id":"a","n":1}{"id":"b","n":1}{"id":"a","n":1}{"id":"a","n":2}{"at":1,"op":"delete","id":"b"}"#
    )
      == ["+ a 1", "+ b 1", "~ a n: 1 → 2", "- b 1"]
  )
}

@Test func `added and removed fields are logged`() {
  #expect(
    log(#"[{"id":"a","x":{"y":1}}][{"id":"a","x":{"z":2}}]"#).last
      == "~ a x.y: 1 → \(RowChange.Text.none), x.z: \(RowChange.Text.none) → 2"
  )
}

@Test func `no line contains a control character, whatever the feed contains`() {
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

/// The lines of values that arrive one after the other.
private func lines(_ values: String...) -> [String] {
  var decoder = FeedDecoder()
  var log = ChangeLog(calendar: .utc)
  return values.flatMap { value in
    let items = decoder.append(Array(value.utf8))
    log.clocks = decoder.volatileFields
    return log.lines(for: items, key: decoder.keyRule, at: FeedTime(nanoseconds: 0))
  }
}

@Test func `a field that appears later is logged from then on`() {
  #expect(
    lines(#"{"id":1,"a":"x"}"#, #"{"id":2,"a":"y","late":"z"}"#, #"{"id":3,"deep":{"er":true}}"#)
      == ["+ 1 x", "+ 2 y  z", "+ 3 true"]
  )
}

@Test func `a constant field is logged as soon as it differs`() {
  #expect(
    lines(
      #"{"id":1,"level":"info","msg":"a"}{"id":2,"level":"info","msg":"b"}"#,
      #"{"id":3,"level":"info","msg":"c"}"#,
      #"{"id":4,"level":"error","msg":"d"}"#,
      #"{"id":5,"level":"info","msg":"e"}"#
    ).suffix(3) == ["+ 3 info  c", "+ 4 error  d", "+ 5 info  e"]
  )
}

@Test func `a field of many kinds is logged in all of them, and an object by its members`() {
  #expect(
    lines(#"[{"id":1,"text":"a"},{"id":2,"text":{"B":"b"}},{"id":3,"text":7},{"id":4,"text":[1]}]"#)
      == ["+ 1 a", "+ 2 b", "+ 3 7", "+ 4 1"]
  )
}

@Test func `a currency that is part of an amount is not repeated`() {
  #expect(
    lines(#"[{"id":1,"amount":14.5,"currency":"usd"},{"id":2,"amount":5200,"currency":"jpy"}]"#)
      == ["+ 1 $14.5", "+ 2 ¥5,200"]
  )
}

@Test func `a row without informative fields is logged with all its fields`() {
  #expect(lines(#"{"id":1,"x":"same"}{"id":2,"x":"same"}"#) == ["+ 1 same", "+ 2 same"])
}

@Test func `a key is logged once, whatever its escapes, and so is a row that is its own key`() {
  #expect(lines(#"[{"id":"\u0041\/b","n":"x"},{"id":"c","n":"y"}]"#) == ["+ A/b x", "+ c y"])
  #expect(lines(#"[{"a":1,"b":"x"},{"a":1,"b":"x"}]"#).first == #"+ {"a":1,"b":"x"}"#)
}

@Test func `different escapes are not a change, and neither is the progress of a clock`() {
  #expect(
    lines(
      #"[{"id":1,"a":"/","AGE":"1m"}]"#,
      #"[ { "AGE":"2m", "a" : "\/", "id":1 } ]"#,
      #"[{"id":1,"a":"x","AGE":"3m"}]"#
    ) == ["+ 1 /  1m", "~ 1 a: / → x"]
  )
  #expect(lines(#"{"id":1,"a":"\u0041"}"#, #"{"a":"A","id":1}"#) == ["+ 1 A"])
}

@Test func `unlimited field names do not slow the log down`() {
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var log = ChangeLog(calendar: .utc)
  for number in 0..<3_000 {
    let items = decoder.append(Array(#"{"id":\#(number),"name \#(number)":"x"}"#.utf8))
    #expect(log.lines(for: items, key: decoder.keyRule, at: FeedTime(nanoseconds: 0)).count == 1)
  }
}

@Test(arguments: [
  ("t>-5m", ["+ a", "+ b"], ["- a"], ["- b"]), ("t<=-5m", [], ["+ a"], ["+ b"]),
  ("t>2026-11-22", ["+ a", "+ b"], [], []),
])
func `rows start and cease to match a time-dependent filter as time passes`(
  filter: String,
  first: [String],
  later: [String],
  last: [String]
) throws {
  let present = FeedTime(text: "2026-11-22T12:00:00Z")
  var decoder = FeedDecoder()
  var log = ChangeLog(calendar: .utc, filter: try Filter(filter), present: present)
  let rows = #"{"id":"a","t":"2026-11-22T11:57:00Z"}{"id":"b","t":"2026-11-22T11:59:00Z"}"#
  func signs(_ lines: [String]) -> [String] { lines.map { String($0.prefix(3)) } }
  let items = decoder.append(Array(rows.utf8))
  let present0 = try #require(present)
  #expect(signs(log.lines(for: items, key: decoder.keyRule, at: present0)) == first)
  for (minutes, expected) in [(1, []), (3, later), (3, []), (5, last)] {
    let time = present0.advanced(by: .seconds(60 * minutes))
    #expect(signs(log.lines(at: time)) == expected, "\(minutes)")
  }
}
