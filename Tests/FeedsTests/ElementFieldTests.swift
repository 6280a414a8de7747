import Testing

@testable import Feeds

private func value(_ text: String) -> JSONValue { JSONValue(ByteSlice(copying: text.utf8)) }

extension JSONValue {
  fileprivate var json: String { text.withBytes { String(decoding: $0, as: UTF8.self) } }
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
