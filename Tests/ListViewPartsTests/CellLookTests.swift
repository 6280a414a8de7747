@testable import Columns
@testable import FeedFormats
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import TerminalCore
import Testing
import Values

@testable import ListViewParts

/// The columns of rows as a screen with colours has them.
private func columns(
  _ text: String,
  spec: String? = nil,
  key: KeyRule? = nil
) throws -> (
  columns: [Column], rows: [Row]
) {
  var decoder = FeedDecoder()
  var rows = RowList()
  for item in decoder.append(Array(text.utf8)) + decoder.finish() { rows.apply(item) }
  var list = ColumnList()
  list.hasLooks = true
  list.setSpec(try spec.map { try ColumnSpec($0) }, isExact: true, key: nil)
  list.choose(from: rows.rows, key: key ?? decoder.keyRule, calendar: .utc)
  return (list.columns, Array(rows.rows))
}

/// The cells of a column, what steps out of the rest in brackets behind its role: `[dim:charge.]paid`.
private func cells(
  _ values: [String],
  field: String = "v",
  format: String? = nil,
  width: Int = 60
) throws -> [String] {
  let rows = values.enumerated().map { #"{"k":"row\#($0)","\#(field)":\#($1)}"# }
  let spec = format.map { "\(field):\($0)" }
  let (columns, list) = try columns("[\(rows.joined(separator: ","))]", spec: spec)
  let column = try #require(columns.first { $0.path.name == field })
  return list.map { row in
    guard let value = column.value(of: row) else { return "" }
    return markup(column.cell(of: value, in: row, .utc, at: nil, width: width))
  }
}

private func markup(_ cell: ColumnCell) -> String {
  if let role = cell.role { return "[\(role):\(cell.text)]" }
  var (text, column) = ("", 0)
  let characters = Array(cell.text)
  for run in cell.runs {
    text += String(characters[column..<run.columns.lowerBound])
    text += "[\(run.role):\(String(characters[run.columns]))]"
    column = run.columns.upperBound
  }
  return text + String(characters[column...])
}

private func quoted(_ values: String...) -> [String] { values.map { "\"\($0)\"" } }

// MARK: Numbers

@Test func `gains and losses are coloured by sign`() throws {
  #expect(
    try cells(["1.25", "-0.4", "0"], field: "change")
      == ["[success:+1.25]", "[failure:-0.4 ]", "[dim:0   ]"]
  )
  // Written with signs, it needs no name.
  #expect(try cells(quoted("+3", "-2", "0")) == ["[success:+3]", "[failure:-2]", "[dim:0]"])
  #expect(
    try cells(quoted("+1.5%", "-0.2%", "0.0%"))
      == ["[success:+1.5%]", "[failure:-0.2%]", "[dim:0.0%]"]
  )
  #expect(
    try cells(["4.90", "-0.05"], field: "percent") == ["[success:+4.90%]", "[failure:-0.05%]"]
  )
}

@Test func `numbers on both sides of zero are not gains and losses unless something says so`()
  throws
{
  for field in ["latitude", "temperature", "x", "balance_point"] {
    #expect(try cells(["12.5", "-7.1"], field: field) == ["12.5", "-7.1"], "\(field)")
  }
  // One number without a sign, and the signs say nothing.
  #expect(try cells(quoted("+3", "2", "-1")) == ["+3", "2", "-1"])
}

@Test func `zeros are dimmed, whatever their unit`() throws {
  #expect(try cells(["0", "12"]) == ["[dim:0]", "12"])
  #expect(try cells(["0.0", "0.7"], field: "load") == ["[dim:0.0]", "0.7"])
  #expect(try cells(["0", "2048"], field: "size_bytes") == ["[dim:0 B]", "2 KiB"])
  #expect(try cells(["0", "350"], field: "latency_ms") == ["[dim:0s]", "350ms"])
  #expect(try cells(quoted("0%", "30%")) == ["[dim:0%]", "30%"])
  #expect(try cells(quoted("0", "none", "yes and no")) == ["0", "none", "yes and no"])
}

@Test func `counts have thousands separators, and numeric identifiers do not`() throws {
  #expect(try cells(["198176", "12"], field: "volume") == ["198,176", "12"])
  #expect(try cells(["-1234567", "900"], field: "stock") == ["-1,234,567", "900"])
  for field in ["port", "pid", "line", "user_id", "orderNumber", "zip", "year_built"] {
    #expect(try cells(["45678", "1234"], field: field) == ["45678", "1234"], "\(field)")
  }
  #expect(try cells(["1987", "2026"], field: "season") == ["1987", "2026"])
  #expect(try cells(["1234.5", "99999"], field: "v") == ["1234.5", "99999  "])
}

@Test func `a percentage is recognised by its sign or its name`() throws {
  #expect(try cells(["12.5", "99"], field: "cpu_percent") == ["12.5%", "99%  "])
  #expect(try cells(["12.5", "0"], field: "%CPU") == ["12.5", "[dim:0  ]"])
  #expect(try cells(["0.25", "0.75"], field: "completion") == ["0.25", "0.75"])
}

// MARK: Names

@Test func `the family of dotted names is dimmed`() throws {
  #expect(
    try cells(quoted("charge.failed", "charge.succeeded", "charge.dispute.created", "payout.paid"))
      == [
        "[dim:charge.]failed", "[dim:charge.]succeeded", "[dim:charge.]dispute.created",
        "[dim:payout.]paid",
      ]
  )
  #expect(
    try cells(quoted("org.acme.Engine", "org.acme.Wheel", "org.acme.Door"))
      == ["[dim:org.acme.]Engine", "[dim:org.acme.]Wheel", "[dim:org.acme.]Door"]
  )
}

@Test func `names that merely contain a dot form no families`() throws {
  for values in [
    quoted("report.pdf", "summary.pdf", "photo.png"), quoted("a.example.com", "b.example.org"),
    quoted("10.0.0.1", "10.0.0.2", "10.0.0.3"), quoted("1.2.3", "1.2.4"),
    quoted("lee@example.com", "pat@example.com"), quoted("One. Two.", "One. Three."),
    quoted("charge.failed"),
  ] {
    #expect(try cells(values) == values.map { String($0.dropFirst().dropLast()) }, "\(values)")
  }
}

@Test func `the directories of paths are dimmed, and the last component stays whole`() throws {
  #expect(
    try cells(quoted("/etc/hosts", "src/main.c", "/var/log/"))
      == ["[dim:/etc/]hosts", "[dim:src/]main.c", "[dim:/var/]log/"]
  )
  #expect(
    try cells(quoted("/usr/share/doc/listview/README.md", "/etc/hosts"), width: 20)
      == ["[dim:/usr/shar…/]README.md", "[dim:/etc/]hosts"]
  )
  for values in [
    quoted("1/1", "0/2"), quoted("https://example.com/a", "https://example.com/b"),
    quoted("either / or", "this / that"),
  ] {
    #expect(try cells(values) == values.map { String($0.dropFirst().dropLast()) }, "\(values)")
  }
}

@Test func `the program of a command line stands out`() throws {
  #expect(
    try cells(quoted("/usr/sbin/sshd -D", "bash", "[kthreadd]", "kworker/0:1"), field: "command")
      == ["[dim:/usr/sbin/]sshd[dim: -D]", "bash", "[dim:[kthreadd]]", "kworker/0:1"]
  )
}

@Test func `identifiers that do not fit are shortened in the middle`() throws {
  let long = quoted("evt_1N8xQ2eZvKYlo2C7u4kq9PwD", "evt_9A7bQ2eZvKYlo2C7m1zz8QcE")
  let cut = try cells(long, field: "event_id", width: 13)
  #expect(cut == ["evt_1N…kq9PwD", "evt_9A…zz8QcE"])
  #expect(cut.allSatisfy { DisplayWidth.width(of: $0) == 13 })
  let words = quoted("a sentence that does not fit", "another one that does not either")
  #expect(try cells(words, width: 13) == words.map { String($0.dropFirst().dropLast()) })
}

// MARK: Words

@Test func `requests are coloured by method and status`() throws {
  let rows = """
    [{"k":1,"method":"GET","path":"/api/users/12","status":200},
    {"k":2,"method":"DELETE","path":"/api/users/13","status":404},
    {"k":3,"method":"POST","path":"/api/users","status":503}]
    """
  let (columns, list) = try columns(rows)
  func texts(_ name: String) throws -> [String] {
    let column = try #require(columns.first { $0.path.name == name })
    return try list.map {
      markup(column.cell(of: try #require(column.value(of: $0)), in: $0, .utc, at: nil, width: 20))
    }
  }
  #expect(try texts("method") == ["[accent:GET]", "[failure:DELETE]", "[success:POST]"])
  #expect(try texts("status") == ["[success:200]", "[pending:404]", "[failure:503]"])
  // The path of a request is not a file.
  #expect(try texts("path") == ["/api/users/12", "/api/users/13", "/api/users"])
  // Three digits alone are not a status.
  #expect(try cells(["200", "404"], field: "width") == ["200", "404"])
  #expect(try cells(["200", "747"], field: "status_code") == ["200", "747"])
}

@Test func `yes and no are coloured by the question`() throws {
  #expect(try cells(["true", "false"], field: "ready") == ["[success:yes]", "[dim:no]"])
  #expect(try cells(["true", "false"], field: "is_failed") == ["[failure:yes]", "[dim:no]"])
  #expect(try cells(quoted("on", "off"), field: "light") == ["[success:on]", "[dim:off]"])
  #expect(try cells(quoted("on", "off", "dimmed"), field: "light") == ["on", "off", "dimmed"])
}

@Test func `log levels are recognised by their words, whatever the field is called`() throws {
  #expect(
    try cells(quoted("INFO", "WARN", "ERROR"), field: "sev")
      == ["[dim:INFO]", "[pending:WARN]", "[failure:ERROR]"]
  )
  #expect(try cells(quoted("info", "desk"), field: "where") == ["info", "desk"])
}

/// The first cell of lines with control sequences, and the runs in it.
private func coloredCell(_ line: String, width: Int = 60) throws -> ColumnCell {
  let escape = "\u{1B}"
  let text = Array(line.replacing("^", with: escape).utf8) + [0x0A]
  var decoder = FeedDecoder(.init(format: .lines))
  var list = RowList()
  for item in decoder.append(text) + decoder.finish() { list.apply(item) }
  let row = list.rows[0]
  let columns = ColumnChoice.columns(of: [row], key: nil, calendar: .utc)
  let column = try #require(columns.first)
  let value = try #require(column.value(of: row))
  return column.cell(of: value, in: row, .utc, at: nil, width: width)
}

@Test func `the colours of a line are roles of the theme`() throws {
  for (line, expected) in [
    ("^[31mred^[0m and ^[32mgreen", "[failure:red] and [success:green]"),
    ("^[90mquiet^[39m 日本 ^[33mtea", "[dim:quiet] 日本 [warning:tea]"),
    (
      "^[38;5;208morange^[0m ^[38;5;21mblue^[0m ^[38;5;240mgrey",
      "[warning:orange] [moved:blue] [dim:grey]"
    ),
    ("^[38;2;0;255;0mlime^[0m ^[38;2;250;250;250mwhite^[0m", "[success:lime] [text:white]"),
    ("^[38;2;255;0;255mpink^[0m ^[36mcyan", "[accent:pink] [accent:cyan]"),
    ("^[38;2;255;20;20mfire^[0m", "[failure:fire]"),
  ] {
    let cell = try coloredCell(line)
    let plain = expected.replacing(#/\[\w+:([^\]]*)\]/#) { String($0.output.1) }
    #expect(cell.text == plain)
    var text = ""
    for run in cell.runs { text += "\(run.role) " }
    let roles = expected.matches(of: #/\[(\w+):/#).map { String($0.output.1) + " " }.joined()
    #expect(text == roles)
  }
  let cell = try coloredCell("日本 ^[1;31mx^[0m")
  #expect(cell.runs.map(\.columns) == [5..<6] && cell.runs.first?.pen?.isBold == true)
  #expect(try coloredCell("abcdef^[31mghij", width: 8).runs.map(\.columns) == [6..<8])
}

@Test func `the words of lines are styled by position`() throws {
  let lines = (1...20).map { n in
    #""Nov \#(n) 12:03:\#(10 + n) host app[\#(n * 37)]: \#(n % 2 == 0 ? "started" : "failed")""#
  }
  let (columns, rows) = try columns("[\(lines.joined(separator: ","))]")
  let column = try #require(columns.first)
  let value = try #require(column.value(of: rows[0]))
  #expect(
    markup(column.cell(of: value, in: rows[0], .utc, at: nil, width: 80))
      == "[dim:Nov] [dim:1] [dim:12:03:11] [dim:host] app[37]: [failure:failed]"
  )
  let assignments = try lineCells("SHELL=/bin/bash", "LANG=C.UTF-8", "A=b=c d")
  #expect(
    assignments == [
      "[accent:SHELL][dim:=]/bin/bash", "[accent:LANG][dim:=]C.UTF-8", "[accent:A][dim:=]b=c d",
    ]
  )
  let prose = try lineCells("It was the best of times", "Call me Ishmael", "All happy families are")
  #expect(prose == ["It was the best of times", "Call me Ishmael", "All happy families are"])
}

/// The cells of rows that are texts.
private func lineCells(_ lines: String...) throws -> [String] {
  let (columns, rows) = try columns("[\(lines.map { "\"\($0)\"" }.joined(separator: ","))]")
  let column = try #require(columns.first)
  return try rows.map {
    markup(column.cell(of: try #require(column.value(of: $0)), in: $0, .utc, at: nil, width: 80))
  }
}

@Test func `the names of settings stand out from their values`() throws {
  let (columns, rows) = try columns(#"[{"key":"HOME","value":"/root"},{"key":"A","value":"b c"}]"#)
  let texts = columns.map { column in
    column.value(of: rows[0]).map {
      markup(column.cell(of: $0, in: rows[0], .utc, at: nil, width: 40))
    }
  }
  #expect(texts == ["[accent:HOME]", "/root"])
}

// MARK: Flashes, meters and graphs

@Test func `the length of a meter is its share, in whole columns`() {
  for (share, width, expected) in [
    (0.0, 8, ""), (1.0, 4, "▇▇▇▇"), (0.5, 4, "▇▇"), (0.001, 4, "▏"), (0.12, 4, "▏"),
    (0.13, 4, "▇"), (0.9375, 2, "▇▇"), (2.0, 3, "▇▇▇"), (-1.0, 3, ""),
  ] {
    #expect(Meter(share: share, role: .text).text(width: width) == expected, "\(share)")
  }
}

// MARK: Looks that are asked for, and that are off

@Test func `each look can be requested by the name of its format`() throws {
  #expect(try cells(["12", "3"], format: "delta") == ["[success:+12]", "[success:+3]"])
  #expect(try cells(["12345", "3"], field: "pid", format: "count") == ["12,345", "3"])
  #expect(try cells(["12", "0"], format: "percent") == ["12%", "[dim:0%]"])
  #expect(try cells(quoted("a.b", "c"), format: "dotted") == ["[dim:a.]b", "c"])
  #expect(try cells(quoted("a/b", "c"), format: "path") == ["[dim:a/]b", "c"])
  #expect(try cells(quoted("/a/b -c", "c"), format: "command") == ["[dim:/a/]b[dim: -c]", "c"])
  #expect(try cells(["200", "17"], format: "http") == ["[success:200]", "17"])
  #expect(try cells(quoted("abcdefghij", "c"), format: "id", width: 7) == ["abc…hij", "c"])
  #expect(try cells(["12345", "3"], format: "number") == ["12345", "3"])
  #expect(try cells(quoted("a.b", "a.c"), format: "text") == ["a.b", "a.c"])
}

@Test func `one exceptional value decides for the whole column`() throws {
  let good = (0..<40).map { "\"charge.kind\($0 % 4)\"" }
  #expect(try cells(good)[0] == "[dim:charge.]kind0")
  #expect(try cells(good + [#""someone @ home""#])[0] == "charge.kind0")
  #expect(try cells(["1.5", "-2", #""n/a""#], field: "change")[0] == "1.5")
}

// MARK: Contrast

@Test func `every role used in cells is legible`() {
  for appearance in [Appearance.dark, .light] {
    let theme = Theme(depth: .trueColor, appearance: appearance)
    let base = appearance == .dark ? RGBColor(0x10_14_18) : RGBColor(0xFF_FF_FF)
    let text = appearance == .dark ? RGBColor(0xD8_DE_E9) : RGBColor(0x1F_23_28)
    for surface in [Theme.Surface.base] {
      for role in [Theme.Role.text, .dim, .accent, .success, .failure, .pending] {
        let style = theme.style(role, on: surface)
        func color(_ color: TerminalColor, _ standard: RGBColor) -> RGBColor {
          if case .rgb(let color) = color { color } else { standard }
        }
        let contrast = color(style.foreground, text)
          .contrast(with: color(style.background, base))
        #expect(contrast >= 4.5, "\(appearance) \(role) on \(surface): \(contrast)")
      }
    }
  }
}
