@testable import Columns
import FeedValues
import ListViewApp
@testable import ListViewParts
import TerminalCore
import Testing

private func headers(_ spec: String, _ feed: String, columns: Int = 100) throws -> [Substring] {
  var fixture = AppFixture(
    columns: columns,
    lines: 8,
    configuration: App.Configuration(feedName: "test", columns: try ColumnSpec(spec))
  )
  fixture.receive(feed)
  return fixture.lines[1].split(separator: " ")
}

@Test func `exactly the requested columns are shown, in order, however uninformative`()
  throws
{
  let feed =
    #"[{"id":"a","x":1,"y":{"z":"p"},"same":"s"},{"id":"b","x":2,"y":{"z":"q"},"same":"s"}]"#
  #expect(try headers("same,y.z,id", feed) == ["SAME", "Z", "ID"])
  #expect(try headers("Zed=y.z,missing", feed) == ["Zed", "MISSING"])
  #expect(try headers("x,*", feed).starts(with: ["X"]))
  #expect(try headers("x,*", feed).contains("ID"))
  #expect(try !headers("-x,*", feed).contains("X"))
  // They are there before any row is.
  #expect(try headers("id,x", "") == ["ID", "X"])
}

@Test func `a requested path shows that path only, not others of the same name`() throws {
  let feed =
    #"[{"id":1,"data":{"billing":{"email":"a@x"}}},{"id":2,"data":{"email":"b@x"}}]"#
  for (spec, shown, hidden) in [
    ("id,data.email", "b@x", "a@x"), ("id,data.billing.email", "a@x", "b@x"),
  ] {
    var fixture = AppFixture(
      configuration: App.Configuration(feedName: "test", columns: try ColumnSpec(spec))
    )
    fixture.receive(feed)
    fixture.receive(feed)
    #expect(fixture.line(of: shown) != nil && fixture.line(of: hidden) == nil, "\(spec)")
  }
}

@Test func `choosing columns and restoring the defaults needs no rows`() throws {
  for size in [(80, 24), (40, 10), (20, 5), (200, 50)] {
    var fixture = AppFixture(columns: size.0, lines: size.1)
    for command in [":columns id,n", ":columns", ":columns n", ":columns"] {
      fixture.type(command)
      fixture.press(.enter)
      fixture.app.advance(to: fixture.now)
      fixture.settle()
    }
    #expect(fixture.lines.count == size.1)
  }
}
