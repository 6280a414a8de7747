import Testing

@testable import FeedSources
@testable import FeedValues

private func value(_ text: String) -> JSONValue { JSONValue(ByteSlice(copying: text.utf8)) }

extension JSONValue {
  var json: String { text.withBytes { String(decoding: $0, as: UTF8.self) } }
}

private let pod = value(
  #"""
  {"metadata":{"name":"web"},"status":{"containerStatuses":[
    {"name":"app","ready":true,"restartCount":3,"state":{"running":{"pid":7}}},
    {"name":"proxy","ready":false,"restartCount":4,"state":null},
    {"name":"log","restartCount":0.5}
  ],"conditions":[]},"tags":["a","b"]}
  """#
)

@Test(arguments: [
  ("status.containerStatuses.[].ready", #""1/2""#),
  ("status.containerStatuses.[].restartCount", "7.5"),
  ("status.containerStatuses.[].state.running.pid", "7"), ("status.containerStatuses.[].name", nil),
  ("status.containerStatuses.[].state", nil), ("status.conditions.[].ready", nil), ("tags.[]", nil),
  ("status.[].ready", nil), ("metadata.name", #""web""#),
])
func `the elements of an array are aggregated`(path: String, expected: String?) {
  let path = FieldPath(path)
  #expect(pod[path]?.json == expected)
  #expect(PathReader([path, FieldPath("metadata.name")]).values(of: pod)[0]?.json == expected)
}

@Test(arguments: [
  ("ready", #""1/2""#), ("restart-count", "7.5"), ("containerStatuses.ready", #""1/2""#),
  ("status.containerstatuses.restartCount", "7.5"), ("name", #""web""#), ("missing", nil),
])
func `a field of elements is found by its name, after all others`(name: String, expected: String?) {
  #expect(FieldName(name).value(in: pod)?.json == expected)
}

@Test func `identifiers are not added up, and the field stays empty`() {
  let rows = value(
    #"{"a":[{"n":1},{"n":"2"}],"b":[{"n":1},{"n":true}],"c":[{"n":1e400},{"n":-1e400}]}"#
  )
  #expect(rows[FieldPath("a.[].n")] == nil && rows[FieldPath("b.[].n")] == nil)
  #expect(rows[FieldPath("c.[].n")] == nil)
}

@Test func `a member with the same name as the elements of an array is a member`() {
  #expect(value(#"{"a":{"[]":{"b":1}}}"#)[FieldPath("a.[].b")]?.json == "1")
}

@Test(arguments: [
  // The field that is spelled as the name, wherever it stands.
  ("cpu", #"{"%cpu":1,"cpu":2}"#, "2"), ("%cpu", #"{"cpu":1,"%cpu":2}"#, "2"),
  ("Use%", #"{"use":1,"use%":2,"Use%":3}"#, "3"), ("cpu", #"{"%CPU":1,"CPU %":2}"#, "1"),
  ("x.status", #"{"xstatus":1,"x":{"status":2}}"#, "2"),
  ("x.status", #"{"x":{"Status":1},"x.status":2}"#, "2"),
  ("b", #"{"a":{"b":1},"B":2}"#, "2"), ("a_b", #"{"a":{"b":1},"c":{"a_b":2}}"#, "1"),
  ("%", #"{"a":1,"%":2}"#, "2"),
  // Names that are spelled with escapes.
  ("größe", #"{"id":1,"gr\u00f6\u00dfe":5}"#, "5"), ("a\"b", #"{"a\"b":1}"#, "1"),
  ("GRößE", #"{"id":1,"gr\u00f6\u00dfe":5}"#, "5"), ("ö.c", #"{"\u00f6":{"c":3}}"#, "3"),
  ("amount", #"{"\u0061mount":4}"#, "4"),
  // As columns name them.
  ("pods.[].n", #"{"pods":[{"n":1},{"n":2}]}"#, "3"), ("status", #"{"x":1}"#, nil),
])
func `a name means the field that is spelled so, or else the nearest`(
  name: String,
  row: String,
  expected: String?
) throws {
  var value: JSONValue?
  var reader = ValueReader()
  reader.append(Array(row.utf8)) { value = $0 }
  #expect(FieldName(name).value(in: try #require(value))?.json == expected)
}
