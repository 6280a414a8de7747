import FeedSources
import FeedStore
import FeedValues
import Testing

private func rows(_ text: String, isPolled: Bool = true) -> [String] {
  let feed = FeedFixture(text, of: .init(isPolled: isPolled, keepsObjectOrder: true))
  let rows = feed.list.rows.map(\.value.string)
  // Rows that arrive one by one stand newest first.
  return feed.kinds.hasSuffix("u") ? rows.reversed() : rows
}

private let ab = [#"{"name":"a","n":1}"#, #"{"name":"b","n":2}"#]

@Test func `arrays in an array are rows, with the names of a header or with numbers`() {
  #expect(
    rows(#"[["a",1],["b",2]]"#)
      == [#"{"column 1":"a","column 2":1}"#, #"{"column 1":"b","column 2":2}"#]
  )
  #expect(rows(#"[["name","n"],["a",1],["b",2]]"#) == ab)
  #expect(rows(#"[["name","n"],["a",null],["b",2]]"#) == [#"{"name":"a","n":null}"#, ab[1]])
  // Rows of different lengths, and cells that are containers.
  #expect(
    rows(#"[[1],[2,{"x":[3]}]]"#) == [#"{"column 1":1}"#, #"{"column 1":2,"column 2":{"x":[3]}}"#]
  )
  // Words over words, as in a spreadsheet.
  #expect(
    rows(#"[["name","city","team"],["Ann","Rome","red"],["Bob","Oslo","blue"]]"#).first
      == #"{"name":"Ann","city":"Rome","team":"red"}"#
  )
}

@Test func `a list of lists that are not rows is unchanged`() {
  #expect(rows("[[],[]]") == ["[]", "[]"])
  #expect(rows(#"[1,[2]]"#) == ["1", "[2]"])
  // Pages of objects are one list.
  #expect(rows(#"[[{"id":1},{"id":2}],[{"id":3}]]"#) == [#"{"id":1}"#, #"{"id":2}"#, #"{"id":3}"#])
}

@Test func `arrays of equal length that arrive one by one are rows`() {
  for isPolled in [true, false] {
    #expect(
      rows("[\"a\",1]\n[\"b\",2]\n", isPolled: isPolled)
        == [#"{"column 1":"a","column 2":1}"#, #"{"column 1":"b","column 2":2}"#]
    )
    #expect(rows("[\"name\",\"n\"]\n[\"a\",1]\n[\"b\",2]\n", isPolled: isPolled) == ab)
    // One alone, or of other lengths, is a list.
    #expect(rows(#"["a","b"]"#, isPolled: isPolled) == ["a", "b"])
    #expect(rows("[\"a\",\"b\"]\n[\"a\"]\n", isPolled: isPolled) == ["a"])
  }
}

@Test func `an array shown as a list becomes a row when others follow`() {
  var decoder = FeedDecoder(.init())
  var list = RowList()
  func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
  take(decoder.append(Array("[1700000000,42.5]\n".utf8)))
  take(decoder.reachEnd(isWhole: false))
  #expect(list.rows.map(\.value.string) == ["1700000000", "42.5"])
  take(decoder.append(Array("[1700000001,43]\n".utf8)))
  take(decoder.reachEnd(isWhole: false))
  take(decoder.append(Array("[1700000002,44]\n".utf8)))
  #expect(
    list.rows.map(\.value.string) == [
      #"{"column 1":1700000002,"column 2":44}"#, #"{"column 1":1700000001,"column 2":43}"#,
      #"{"column 1":1700000000,"column 2":42.5}"#,
    ]
  )
}

/// The answers of databases and services, as their documentation shows them.
@Test(arguments: [
  // pandas, orient="split"; Datasette.
  #"{"columns":["name","n"],"index":[0,1],"data":[["a",1],["b",2]]}"#,
  #"{"ok":true,"rows":[["a",1],["b",2]],"columns":["name","n"],"truncated":false}"#,
  // Elasticsearch SQL; OpenSearch SQL.
  #"{"columns":[{"name":"name","type":"text"},{"name":"n","type":"long"}],"rows":[["a",1],["b",2]]}"#,
  #"{"schema":[{"name":"name","type":"text"},{"name":"n","type":"long"}],"datarows":[["a",1],["b",2]],"total":2,"size":2,"status":200}"#,
  // Trino; ClickHouse, JSONCompact.
  #"{"id":"q1","columns":[{"name":"name","type":"varchar"},{"name":"n","type":"bigint"}],"data":[["a",1],["b",2]],"stats":{"state":"FINISHED"}}"#,
  #"{"meta":[{"name":"name","type":"String"},{"name":"n","type":"UInt8"}],"data":[["a",1],["b",2]],"rows":2,"statistics":{"elapsed":0.1}}"#,
  // Metabase; Snowflake; Databricks; Socrata.
  #"{"data":{"rows":[["a",1],["b",2]],"cols":[{"name":"name","display_name":"Name"},{"name":"n","display_name":"N"}]},"row_count":2}"#,
  #"{"resultSetMetaData":{"numRows":2,"rowType":[{"name":"name","type":"text"},{"name":"n","type":"fixed"}]},"data":[["a",1],["b",2]],"code":"0"}"#,
  #"{"statement_id":"s","manifest":{"schema":{"column_count":2,"columns":[{"name":"name","position":0},{"name":"n","position":1}]}},"result":{"chunk_index":0,"data_array":[["a",1],["b",2]]}}"#,
  #"{"meta":{"view":{"id":"x","columns":[{"id":-1,"name":"name"},{"id":2,"name":"n"}]}},"data":[["a",1],["b",2]]}"#,
  // InfluxDB 1, one series; Azure Log Analytics.
  #"{"results":[{"statement_id":0,"series":[{"name":"cpu","columns":["name","n"],"values":[["a",1],["b",2]]}]}]}"#,
  #"{"tables":[{"name":"PrimaryResult","columns":[{"name":"name","type":"string"},{"name":"n","type":"long"}],"rows":[["a",1],["b",2]]}]}"#,
  // Google Sheets.
  #"{"range":"Sheet1!A1:B3","majorDimension":"ROWS","values":[["name","n"],["a",1],["b",2]]}"#,
])
func `rows that are arrays get the names next to them`(_ text: String) {
  #expect(rows(text) == ab)
}

@Test func `lists with their own labels are one list with the labels`() {
  #expect(
    rows(
      #"{"results":[{"series":[{"name":"cpu","tags":{"host":"a"},"columns":["time","v"],"values":[[1,2]]},{"name":"cpu","tags":{"host":"b"},"columns":["time","v"],"values":[[1,3]]}]}]}"#
    ) == [
      #"{"name":"cpu","host":"a","time":1,"v":2}"#, #"{"name":"cpu","host":"b","time":1,"v":3}"#,
    ]
  )
}

@Test func `a query without rows is an empty list`() {
  let text = #"{"columns":[{"name":"name","type":"text"},{"name":"n","type":"long"}],"rows":[]}"#
  #expect(FeedFixture(text, of: .init(isPolled: true)).kinds == "s")
  #expect(rows(text).isEmpty)
}

@Test func `arrays of numbers in other documents are not rows`() {
  for text in [
    #"{"name":"x","tags":["a","b"],"polygon":[[1,2],[3,4]]}"#,
    #"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#,
    #"{"id":1,"matrix":[[1,2],[3,4]]}"#,
  ] {
    #expect(rows(text) == [text])
  }
  let features =
    #"{"type":"FeatureCollection","features":[{"id":1,"geometry":{"coordinates":[[0,0],[1,1]]}},{"id":2,"geometry":{"coordinates":[[0,0],[1,1]]}}]}"#
  #expect(rows(features).count == 2)
}
