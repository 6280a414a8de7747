import FeedIdentity
import FeedSources
import FeedValues
import Testing

private func problems(_ text: String, _ options: FeedDecoder.Options = .init()) -> [KeyProblem] {
  FeedFixture(text, of: options).decoder.keyProblems
}

private let id = KeyRule.fields([FieldPath("id")])

@Test func `a key that no row has is reported with the fields that they have`() {
  let key = KeyRule.fields([FieldPath("nosuch")])
  let options = FeedDecoder.Options(key: .fields([FieldPath("nosuch")]))
  #expect(
    problems(#"[{"id":1,"a":{},"name":"x"},{"id":2}]"#, options)
      == [.absent(key, fields: ["id", "name"])]
  )
  #expect(problems(#"{"id":1}"#, options) == [.absent(key, fields: ["id"])])
  let description = KeyProblem.absent(key, fields: ["id", "name"]).description
  for name in ["nosuch", "--key", "id, name"] { #expect(description.contains(name)) }
}

@Test func `rows without the key are counted`() {
  #expect(
    problems(#"{"id":1}{"n":1}{"n":2}"#) == [.missing(id, rows: 2, of: 3)]
  )
  #expect(problems(#"{"id":1}{"n":1}[{"id":1}]"#).isEmpty)
}

@Test func `rows that share a key are counted, with the first of the keys`() {
  let options = FeedDecoder.Options(key: .fields([FieldPath("id")]))
  let problem = problems(#"[{"id":"a"},{"id":"b"},{"id":"b"},{"id":"a"},{"id":"b"}]"#, options)
  #expect(problem == [.shared(id, rows: 3, example: "b")])
  for part in ["3", "id", "b", "--key A,B"] {
    #expect(problem.first?.description.contains(part) == true)
  }
  #expect(problems(#"[{"id":"a"},{"id":"a"}][{"id":"a"}]"#, options).isEmpty)
}

@Test func `rows without identity are reported if a key might help`() {
  #expect(problems(#"[{"a":1},{"a":1}]"#) == [.wholeContent])
  #expect(problems(#"{"msg":"a"}"#) == [.arrival])
  #expect(problems(#"["a","b"]"#).isEmpty && problems("some line\nanother line\n").isEmpty)
  #expect(problems(#"{"Action":"start","timeNano":1,"id":"x"}"#).isEmpty)
  #expect(problems(#"[{"id":1},{"id":2}]"#).isEmpty && problems("").isEmpty)
}
