import Feeds
import ListViewApp
@testable import ListViewParts
import TerminalCore
import Testing

@Test func `a specification is read with titles, formats, widths and escapes`() throws {
  let spec = try ColumnSpec(
    #"id,created:ago,Total=data.object.amount:money:12,-livemode,?note:20,*"#
  )
  #expect(spec.includesOthers)
  #expect(
    spec.items.map(\.path.description) == [
      "id", "created", "data.object.amount", "livemode", "note",
    ]
  )
  #expect(spec.items.map(\.format) == [nil, .ago, .money, nil, nil])
  #expect(spec.items.map(\.width) == [nil, nil, 12, nil, 20])
  #expect(spec.items.map(\.visibility) == [.shown, .shown, .shown, .hidden, .automatic])
  #expect(spec.items[2].title == "Total")

  let odd = try ColumnSpec(
    #"%CPU,Mounted on,@timestamp:time,labels.app\.kubernetes\.io/name,a\:b\,c\=d"#
  )
  #expect(
    odd.items.map(\.path.names) == [
      ["%CPU"], ["Mounted on"], ["@timestamp"], ["labels", "app.kubernetes.io/name"], ["a:b,c=d"],
    ]
  )
  #expect(!odd.includesOthers)
}

@Test func `a specification written out is read as the same one`() throws {
  let names = ["id", "a.b", "x:y", "=", "-z", "?", "*", "a,b", "\\", "Mounted on", "é", "."]
  var checked = 0
  for name in names {
    for title in [nil, "T", "-a=b,c:", "?x"] {
      for format in [nil, Column.FormatName.money] {
        for width in [nil, 7] {
          for visibility in [Column.Visibility.shown, .hidden, .automatic] {
            var spec = try ColumnSpec("id")
            spec.items[0].path = FieldPath([name, "deep"])
            spec.items[0].title = title
            spec.items[0].format = format
            spec.items[0].width = width
            spec.items[0].visibility = visibility
            spec.includesOthers = width == nil
            #expect(try ColumnSpec(spec.description) == spec, "\(spec)")
            checked += 1
          }
        }
      }
    }
  }
  #expect(checked == names.count * 4 * 2 * 2 * 3)
}

@Test func `a bad specification says where and what is possible`() {
  let cases: [(text: String, reason: ColumnSpecError.Reason, item: String, position: Int)] = [
    ("id,amount:mony", .noFormat("mony"), "amount:mony", 4), ("id,,x", .noPath, "", 4),
    ("", .noPath, "", 1), ("a..b", .noPath, "a..b", 1), ("a:0", .badWidth(0), "a:0", 1),
    ("a:text:number", .noFormat("number"), "a:text:number", 1),
    ("a,b,a:money", .repeated("a"), "a:money", 5), ("\\", .noPath, "\\", 1),
  ]
  for (text, reason, item, position) in cases {
    #expect(throws: ColumnSpecError(reason, in: item[...], at: position)) { try ColumnSpec(text) }
  }
  let error = ColumnSpecError(.noFormat("mony"), in: "amount:mony", at: 4)
  for part in ["'amount:mony'", "4", "'mony'", "text, number, time"] {
    #expect(error.description.contains(part))
  }
}

private func headers(_ spec: String, _ feed: String, columns: Int = 100) throws -> [Substring] {
  var fixture = AppFixture(
    columns: columns,
    lines: 8,
    configuration: App.Configuration(feedName: "test", columns: try ColumnSpec(spec))
  )
  fixture.receive(feed)
  return fixture.lines[1].split(separator: " ")
}

@Test func `columns that are asked for are shown in that order, whatever they say, and no others`()
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

@Test func `a path that is asked for is that path, and not the other ones of its name`() throws {
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

@Test func `columns chosen and left to the program again need no rows`() throws {
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
