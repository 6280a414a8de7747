@testable import FeedStore
@testable import FeedSources
import FeedValues
import Testing

private func rows(_ text: String) -> [String] {
  FeedFixture(text, of: .init(isPolled: true)).list.rows.map(\.value.string)
}

@Test func `the rows of a document may be nested deeply`() {
  // Elasticsearch, also without a hit.
  #expect(
    rows(
      #"{"took":2,"_shards":{"total":1},"hits":{"total":{"value":2},"hits":[{"_id":"a"},{"_id":"b"}]}}"#
    ) == [#"{"_id":"a"}"#, #"{"_id":"b"}"#]
  )
  #expect(rows(#"{"took":2,"_shards":{"total":1},"hits":{"total":{"value":0},"hits":[]}}"#) == [])
  // Prometheus.
  #expect(
    rows(
      #"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"job":"a"},"value":[1,"2"]}]}}"#
    ) == [#"{"metric":{"job":"a"},"value":[1,"2"]}"#]
  )
  // GraphQL: the nodes of the edges.
  #expect(
    rows(
      #"{"data":{"repository":{"issues":{"edges":[{"cursor":"x","node":{"id":1}},{"cursor":"y","node":{"id":2}}]}}}}"#
    ) == [#"{"id":1}"#, #"{"id":2}"#]
  )
  // reddit.
  #expect(
    rows(#"{"kind":"Listing","data":{"after":null,"children":[{"kind":"t3","data":{"id":"a"}}]}}"#)
      == [#"{"kind":"t3","data":{"id":"a"}}"#]
  )
}

@Test func `the statistics of one host are the rows of mpstat`() {
  let text = """
    {"sysstat":{"hosts":[{"nodename":"vm","sysname":"Linux","statistics":[{"timestamp":"10:00:00",
    "cpu-load":[{"cpu":"all","usr":1.5},{"cpu":"0","usr":2.5}]}]}]}}
    """
  #expect(rows(text) == [#"{"cpu":"all","usr":1.5}"#, #"{"cpu":"0","usr":2.5}"#])
}

@Test func `the members of a map are rows with their names`() {
  #expect(
    rows(#"{"eth0":{"rx":1,"tx":2},"lo":{"rx":3,"tx":4}}"#)
      == [#"{"key":"eth0","rx":1,"tx":2}"#, #"{"key":"lo","rx":3,"tx":4}"#]
  )
  #expect(
    rows(#"{"networks":{"a":{"key":1,"x":2},"b":{"key":3,"x":2}}}"#)
      == [#"{"name":"a","key":1,"x":2}"#, #"{"name":"b","key":3,"x":2}"#]
  )
}

@Test func `the rows of a map that makes up most of a document get its names`() {
  #expect(
    rows(
      #"{"version":3,"services":{"web":{"image":"nginx","ports":[1]},"db":{"image":"pg"}},"volumes":{}}"#
    )
      == [#"{"key":"web","image":"nginx","ports":[1]}"#, #"{"key":"db","image":"pg"}"#]
  )
  let small =
    #"{"description":"a long text that is most of this object","m":{"a":{"x":1},"b":{"x":2}}}"#
  #expect(rows(small) == [small])
}

@Test func `an object with lists and parts of its own is one row`() {
  for text in [
    #"{"metadata":{"uid":"1"},"spec":{"replicas":2},"status":{"ready":true}}"#,
    #"{"id":1,"name":"a long enough name","owner":{"login":"x","keys":[{"k":1}]}}"#,
    #"{"cpu":1,"mem":{"used":2}}"#,
    #"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","managedFields":[{"manager":"kubectl","operation":"Update"}]}}"#,
  ] {
    #expect(rows(text) == [text], "\(text)")
  }
}

@Test func `lines keep their order`() {
  func order(_ text: String) -> [String] {
    FeedFixture(text, of: .init(keepsObjectOrder: true)).list.rows.map { row in
      (row.value.member("message") ?? row.value).string
    }
  }
  #expect(order("to do\n  one\n  two\n") == ["to do", "  one", "  two"])
  #expect(
    order("2026-11-22 10:00:02 c\n2026-11-22 10:00:01 b\n2026-11-21 09:00:00 a\n")
      == ["c", "b", "a"]
  )
  #expect(
    order("2026-11-22 10:00:01 a\n2026-11-22 10:00:02 b\n")
      == ["a", "b"]
  )
}

@Test(arguments: [
  // Entries of a log, in the order of the file.
  ([3, 2, 1], "time", "msg", [3, 2, 1]), ([1, 2, 3], "time", "msg", [1, 2, 3]),
  ([2, 3, 1], "time", "msg", [2, 3, 1]),
  // Events, the newest first in the file or the last.
  ([3, 2, 1], "created_at", "kind", [3, 2, 1]), ([1, 2, 3], "created_at", "kind", [3, 2, 1]),
  // Neither.
  ([2, 3, 1], "created_at", "kind", [1, 3, 2]), ([3, 2, 1], "n", "kind", [1, 2, 3]),
])
func `finite objects are shown newest first, and the entries of a log in their order`(
  times: [Int],
  time: String,
  text: String,
  expected: [Int]
) {
  let lines = times.map {
    #"{"id":"\#($0)","\#(time)":"2026-11-22T10:00:0\#($0)Z","\#(text)":"x\#($0)"}"#
  }
  let feed = FeedFixture(lines.joined(separator: "\n") + "\n", of: .init(keepsObjectOrder: true))
  #expect(feed.list.rows.map { $0.value.member(text)?.string } == expected.map { "x\($0)" })
}

@Test func `an object that replaces another has no order of its own`() {
  let text = #"{"id":1,"time":3,"v":"a"}{"id":2,"time":2,"v":"b"}{"id":1,"time":1,"v":"c"}"#
  let feed = FeedFixture(text, of: .init(keepsObjectOrder: true))
  #expect(feed.list.rows.map { $0.value.member("v")?.string } == ["b", "c"])
}

@Test func `successive envelopes with lists are snapshots`() {
  let text = """
    {"rows":[{"id":1,"n":1},{"id":2,"n":1}]}
    {"rows":[{"id":2,"n":2}]}
    {"rows":[]}
    {"rows":[{"id":3,"n":1}]}

    """
  let feed = FeedFixture(text, of: .init())
  #expect(feed.kinds == "ssss")
  #expect(feed.ids == ["3"])
  #expect(FeedFixture(#"{"rows":[{"a":1}],"ms":3}{"rows":[],"ms":4}"#, of: .init()).kinds == "uu")
}
