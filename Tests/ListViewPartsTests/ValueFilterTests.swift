@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TableModel
import Testing
import Values

@testable import ListViewParts

private typealias Text = Filter.Text

private let present = FeedTime(text: "2026-11-22T12:00:00Z")

/// The ids of the rows that a filter lets through, at noon in a zone an hour east of Greenwich.
private func matches(_ filter: String, _ rows: [String]) throws -> [Int] {
  let filter = try Filter(filter).resolved(
    in: TimeReader(Calendar { _ in 3_600 }, present: present)
  )
  return try list(rows).enumerated().filter { filter.matches($1) }.map(\.offset)
}

private func list(_ rows: [String]) throws -> [Row] {
  var decoder = FeedDecoder()
  let text = rows.enumerated().map { #"{"id":\#($0),\#($1)}"# }.joined(separator: ",")
  let items = decoder.append(Array("[\(text)]".utf8)) + decoder.finish()
  guard case .snapshot(let snapshot)? = items.first else { return [] }
  return snapshot.rows
}

@Test(arguments: [
  ("level>=warn", [2, 3, 4, 6, 7]), ("level<info", [0, 8]), ("level>error", [4, 7]),
  ("level=warn", [2, 6]), ("not level>=warn", [0, 1, 5, 8]), ("LEVEL>=40", [2, 3, 4, 6, 7]),
])
func `levels are compared by severity, as words and numbers`(filter: String, ids: [Int]) throws {
  let values = [
    #""debug""#, #""info""#, #""warn""#, #""ERROR""#, #""fatal""#, "30", "40", "60", "20",
  ]
  #expect(try matches(filter, values.map { #""level":\#($0)"# }) == ids, "\(filter)")
}

@Test func `the numeric levels of syslog are in descending order`() throws {
  let rows = ["0", "3", "4", #""6""#, "7"].map { #""PRIORITY":\#($0)"# }
  #expect(try matches("priority>=warning", rows) == [0, 1, 2])
}

@Test(arguments: [
  ("v>1Gi", [#""1.5Gi""#, #""900Mi""#, #""2G""#, #""1073741825""#], [0, 2, 3]),
  ("v>=90k", ["90000", "89999", #""100k""#, #""1 MB""#], [0, 2, 3]),
  ("cpu>=40m", [#""40m""#, #""39m""#, #""2""#, "0.04", "0.039"], [0, 2, 3]),
  ("cpu<1", [#""250m""#, #""1500m""#, "1"], [0]),
  ("v>50ms", [#""49ms""#, #""51ms""#, #""1s""#, #""0.05s""#, #""1-00:00:00""#], [1, 2, 4]),
  ("age>40m", [#""39m""#, #""41m""#, #""1h""#, #""2d3h""#], [1, 2, 3]),
  ("latency_ms>1.5s", ["1499", "1501", "2e3"], [1, 2]),
  ("use>80%", [#""81%""#, #""79%""#, "95", #""80.5%""#], [0, 2, 3]),
  ("requests>1M", ["1000001", "1000000", "1048575"], [0, 2]),
  ("memory>1M", ["1048577", "1048575"], [0]),
])
func `units are compared by their meaning`(filter: String, values: [String], ids: [Int]) throws {
  let name = filter.prefix { !"<>=".contains($0) }
  #expect(try matches(filter, values.map { #""\#(name)":\#($0)"# }) == ids, "\(filter)")
}

@Test(arguments: [
  ("t>-20s", [0, 1]), ("t<-20s", [2, 3, 4]), ("t>-1h", [0, 1, 2]), ("t>now", []),
  ("t>2026-11-22", [0, 1, 2, 3]), ("t<\"2026-11-22 11:30:00\"", [3, 4]),
  ("t>=2026-11-22T11:59:30Z", [0, 1, 2]), ("t<=\"Nov 21 2026\"", [4]),
  ("t=2026-11-22", [0, 1, 2, 3]), ("t!=2026-11-22", [4]), ("t=2025-11-22,\"Nov 23 2026\"", [4]),
])
func `times are compared in the user's zone, and relative to the present`(
  filter: String,
  ids: [Int]
) throws {
  let rows = [
    "1795348790", #""2026-11-22 12:59:45""#, #""Nov 22 12:59:30""#,
    #""22/Nov/2026:09:00:00 +0000""#,
    #""2025-11-22""#,
  ].map { #""t":\#($0)"# }
  #expect(try matches(filter, rows) == ids, "\(filter)")
}

@Test(arguments: [
  ("s=a,b", [0, 1]), ("s!=a,b", [2, 3]), ("s=\"c, d\",a", [0, 3]), ("not s=a", [1, 2, 3]),
  ("not (s=a or s=b)", [2, 3]), ("s=a or not s=a,b", [0, 2, 3]), ("s=A,b", [1]), ("s=1,2,c", [2]),
  ("s=a,", [0]),
])
func `lists match any of their values, and not negates`(filter: String, ids: [Int]) throws {
  let rows = ["a", "b", "c", "c, d"].map { #""s":"\#($0)""# }
  #expect(try matches(filter, rows) == ids, "\(filter)")
}

@Test func `a class of responses is a range, and so are two times of day with a hyphen`() throws {
  let rows = ["200", "404", "500", "599", "600", #""5xx""#].map { #""status":\#($0)"# }
  #expect(try matches("status=5xx", rows) == [2, 3, 5])
  #expect(try matches("status!=4xx", rows) == [0, 2, 3, 4, 5])
  let times = ["09:59:59", "10:00:00", "10:05:59", "10:06:00"].map { clock in
    #""t":"2026-11-22 \#(clock)""#
  }
  #expect(try matches("t=10:00-10:05", times) == matches("t=10:00..10:05", times))
}

@Test func `the word not is searched for if nothing follows it`() throws {
  #expect(try matches("not", [#""s":"why not""#, #""s":"yes""#]) == [0])
  #expect(throws: SettingError.self) { try Filter("(a or not )") }
}

/// The problem of a field that is compared with a kind of value that it never holds.
private func problem(
  _ field: String,
  holds kind: String,
  _ example: String? = nil,
  not operand: String,
  _ advice: String
) -> String {
  Text.typeProblem(field, holds: kind, example: example, not: operand, advice: advice)
}

@Test(arguments: [
  (
    "v>5", [#""soon""#],
    problem("v", holds: Text.text, "soon", not: Text.numbers, Text.write("v=soon", or: "v~soon"))
  ),
  (
    "created>2026-01-01", [#""some day""#],
    problem(
      "created",
      holds: Text.text,
      #""some day""#,
      not: Text.times,
      Text.write(#"created="some day""#, or: #"created~"some day""#)
    )
  ),
  // A level that is misspelt is not a word to be ordered by its letters.
  (
    "level>=critcal", [#""WARN""#],
    problem("level", holds: Text.levels, "WARN", not: Text.text, Text.write("level>=warn"))
  ),
  ("v>abc", ["12"], problem("v", holds: Text.numbers, "12", not: Text.text, Text.write("v>12"))),
  (
    "v>=5", [#""2026-11-22 10:00:00""#],
    problem(
      "v",
      holds: Text.times,
      #""2026-11-22 10:00:00""#,
      not: Text.numbers,
      Text.write("v>=2026-11-22", or: "v>=-5m")
    )
  ),
  (
    "v<50", [#""49ms""#],
    problem("v", holds: Text.spans, "49ms", not: Text.numbers, Text.write("v<49ms"))
  ),
  (
    "v>5m", ["true"],
    problem(
      "v",
      holds: Text.booleans,
      "true",
      not: Text.numbersWithUnit,
      Text.write("v=true", or: "v=false")
    )
  ),
  (
    "v>5", [#"{"a":1}"#],
    problem("v", holds: Text.containers, not: Text.numbers, Text.nameField)
  ),
])
func `a comparison that can match no row reports the values of the field and what to write`(
  filter: String,
  values: [String],
  expected: String
) throws {
  let name = filter.prefix { !"<>=".contains($0) }
  let rows = try list(values.map { #""\#(name)":\#($0)"# })
  let resolved = try Filter(filter).resolved(in: TimeReader(.utc, present: present))
  #expect(resolved.typeProblem(in: rows) == expected)
}

@Test(arguments: [
  ("v<2026-3-1", #""2026-02-27""#, Text.times),
  ("v>=03/01/2026", #""2026-02-27""#, Text.times),
  ("v>-5x", #""2026-02-27""#, Text.times), ("v>big", #""1.5G""#, Text.sizes),
  ("v<long", #""3h12m""#, Text.spans),
])
func `a text is not compared with times, sizes or durations by the alphabet in silence`(
  filter: String,
  value: String,
  kind: String
) throws {
  let rows = try list([#""v":\#(value)"#, #""v":null"#, ""].filter { !$0.isEmpty })
  let resolved = try Filter(filter).resolved(in: TimeReader(.utc, present: present))
  #expect(resolved.typeProblem(in: rows)?.contains(kind) == true)
  // The beginning of a time is in the order of times.
  for filter in ["v>=2026-02", "v>2026-02-27T1"] where kind == Text.times {
    let resolved = try Filter(filter).resolved(in: TimeReader(.utc, present: present))
    #expect(
      try resolved.typeProblem(in: list([#""v":"2026-02-27T10:00:00Z""#])) == nil,
      "\(filter)"
    )
  }
  // Beside other texts the alphabet may be meant.
  let mixed = try list([#""v":\#(value)"#, #""v":"some word""#])
  #expect(resolved.typeProblem(in: mixed) == nil)
}

@Test func `a count with a remark in brackets is a number`() throws {
  let rows = try list([
    #""v":"0""#, #""v":"12 (3m2s ago)""#, #""v":"7 (2d ago)""#, #""v":"9 of 10""#,
  ])
  func matching(_ filter: String) throws -> [String] {
    let filter = try Filter(filter)
    return rows.filter { filter.matches($0) }.compactMap { $0.value.member("v")?.string }
  }
  #expect(try matching("v>5") == ["12 (3m2s ago)", "7 (2d ago)"])
  #expect(try matching("v<=7") == ["0", "7 (2d ago)"])
}

@Test(arguments: ["v>5", "v=soon", "v~x", "missing>5", "v>-5m", "v>warn"])
func `a comparison that may match is not reported`(filter: String) throws {
  let rows = try list([#""v":7"#, #""v":"2026-11-22 10:00:00""#, #""v":"info""#, #""v":null"#])
  let resolved = try Filter(filter).resolved(in: TimeReader(.utc, present: present))
  #expect(resolved.typeProblem(in: rows) == nil)
}
