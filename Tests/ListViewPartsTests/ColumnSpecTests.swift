@testable import Columns
import FeedValues
@testable import ListViewParts
import TerminalCore
import Testing

@Test func `a specification is parsed with titles, formats, widths and escapes`() throws {
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

@Test func `a formatted specification parses to the same one`() throws {
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

@Test func `only what has a meaning is escaped, and hidden fields alone hide no others`() throws {
  var spec = try ColumnSpec("1K-blocks,a?,b*")
  #expect(spec.description == "1K-blocks,a?,b*")
  spec.items[0].path = FieldPath(["-x"])
  #expect(spec.items[0].description == "\\-x")
  #expect(try ColumnSpec("-a,-b").showsOthers)
  #expect(try !ColumnSpec("-a,b").showsOthers && !ColumnSpec("?a").showsOthers)
}

@Test func `an invalid specification is reported with the position and the possible values`() {
  let cases: [(text: String, mistake: String, item: String, offset: Int)] = [
    ("id,amount:mony", ColumnMistake.noFormat("mony"), "amount:mony", 3),
    ("id,,x", ColumnMistake.noPath, "", 3), ("", ColumnMistake.noPath, "", 0),
    ("a..b", ColumnMistake.noPath, "a..b", 0), ("a:0", ColumnMistake.badWidth(0), "a:0", 0),
    ("a:text:number", ColumnMistake.noFormat("number"), "a:text:number", 0),
    ("a,b,a:money", ColumnMistake.repeated(FieldPath(["a"])), "a:money", 4),
    ("\\", ColumnMistake.noPath, "\\", 0),
    ("a,x=avg(b,c)", ExpressionMistake.badWindow("c"), "x=avg(b,c)", 10),
  ]
  for (text, mistake, item, offset) in cases {
    #expect(throws: SettingError(mistake, at: offset), "\(text)") { try ColumnSpec(text) }
    #expect(ColumnSpec.item(of: text, at: offset) == item, "\(text)")
  }
  for part in ["'mony'", "text, number, time"] {
    #expect(ColumnMistake.noFormat("mony").contains(part))
  }
}
