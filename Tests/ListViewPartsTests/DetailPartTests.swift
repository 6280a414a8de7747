import FeedValues
import Patterns
import TerminalCore
import Testing

@testable import ListViewParts

private let size = TerminalSize(columns: 60, lines: 10)

private func detail(_ json: String) -> Detail { Detail(rows("[\(json)]")[0], size: size) }

@Test func `a detail moves, folds and copies, and requests the rest`() {
  var detail = detail(#"{"id":"a","data":{"n":1,"m":2},"z":3}"#)
  let all = detail.count
  #expect(detail.valueAtCursor?.value.string == "a")
  #expect(detail.handle(.key(.down), in: context()).requests?.isEmpty == true)
  _ = detail.handle(.key(.enter), in: context())
  #expect(detail.count == all - 2, "an object is folded")
  _ = detail.handle(.key(.enter), in: context())
  #expect(detail.count == all)
  _ = detail.handle(.key(.character("G")), in: context())
  let copy = detail.handle(.key(.character("y")), in: context()).requests ?? []
  guard case .copy(let bytes, let name)? = copy.first else {
    Issue.record("nothing is copied: \(copy)")
    return
  }
  #expect(bytes == Array("3".utf8) && name == "z")
  let pause = detail.handle(.key(.character(" ")), in: context()).requests ?? []
  guard case .perform(.feed(.pause))? = pause.first else {
    Issue.record("what is no key of the detail is not asked for: \(pause)")
    return
  }
}

@Test func `the changes that an open detail keeps are bounded, and the newest are kept`() {
  var detail = detail(#"{"id":"a","m":{}}"#)
  var lines = 0
  for step in 0..<60 {
    let names = (0..<100).map { "k\(step)-\($0)" }
    let members = names.map { "\"\($0)\":1" }.joined(separator: ",")
    detail.update(
      to: rows("[{\"id\":\"a\",\"m\":{\(members)}}]")[0],
      changed: { Row.changes(from: $0, to: $1) },
      time: nil,
      at: start + .seconds(step)
    )
    #expect(detail.changes.count <= Detail.maximumChanges)
    lines = max(lines, detail.count)
    #expect(names.allSatisfy { detail.changes[FieldPath(["m", $0])] != nil }, "\(step)")
  }
  #expect(lines <= 2 * Detail.maximumChanges)
}

@Test func `a detail keeps the previous value of a field, and its cursor on the field`() throws {
  var detail = detail(#"{"id":"a","status":"open","n":1}"#)
  _ = detail.handle(.key(.character("G")), in: context())
  let new = rows(#"[{"id":"a","new":0,"status":"paid","n":1}]"#)[0]
  let status = FieldPath("status")
  detail.update(to: new, changed: { Row.changes(from: $0, to: $1) }, time: nil, at: start)
  #expect(detail.changes[status]?.old?.string == "open")
  #expect(detail.changes[status]?.new?.string == "paid")
  #expect(try #require(detail.valueAtCursor).path == FieldPath("n"))
  detail.update(to: nil, changed: { _, _ in [] }, time: nil, at: start)
  #expect(detail.isAbsent && detail.row == new, "a deleted row stays readable")
}

@Test func `a search in the detail visits all matches, and unfolds them`()
  throws
{
  var detail = detail(#"{"id":"a","data":{"deep":{"x":"needle"}},"z":"a Needle"}"#)
  func path(after isForward: Bool) -> (wraps: Bool?, path: String?) {
    let wraps = detail.goToMatch(isForward: isForward)
    return (wraps, detail.valueAtCursor?.path.description)
  }
  // The members of `data` are out of sight.
  _ = detail.handle(.key(.down), in: context())
  _ = detail.handle(.key(.enter), in: context())
  let folded = detail.count
  detail.setSearch(for: try Pattern("needle"))
  detail.look { _, _ in [] }
  #expect(path(after: true) == (false, "data.deep.x") && detail.count > folded)
  #expect(path(after: true) == (false, "z"))
  #expect(path(after: true) == (true, "data.deep.x"))
  #expect(path(after: false) == (true, "z"))
  detail.setSearch(for: try Pattern("nothing like it"))
  detail.look { _, _ in [] }
  #expect(path(after: true) == (nil, "z"))
}
