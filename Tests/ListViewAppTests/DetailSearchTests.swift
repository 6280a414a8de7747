@testable import Columns
import FeedValues
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts
@testable import Patterns

private let payment = """
  {"id":"p1","amount":4200,"currency":"usd","created":1700000000,"paid":false,\
  "customer":{"name":"Jenny Rosen","tags":["first","Rosen"],"address":{"city":"Paris"}},\
  "note":"short","trace":"at main.swift:1\\nat rosen.swift:22\\nat main.swift:3","rosen":null}
  """

private func list(_ rows: String...) -> String { "[\(rows.joined(separator: ","))]" }

extension AppFixture {
  /// The detail of the first row, with the keys.
  fileprivate static func open(
    _ rows: String,
    columns: Int = 80,
    lines: Int = 44,
    depth: ColorDepth = .indexed256
  ) -> AppFixture {
    var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
    fixture.receive(rows)
    fixture.press(.enter)
    return fixture
  }

  /// The line of the detail with the cursor.
  fileprivate var cursorLine: String? {
    guard let place = app.layout.detail else { return nil }
    return lines[place.lines.dropFirst()].first { $0.hasPrefix("▌") }?.dropFirst()
      .trimmingPrefix { $0 == " " }.description
  }

  /// The text that is lit up on the screen, line by line.
  fileprivate var found: [String] {
    let buffer = buffer
    return (0..<buffer.size.lines - 1).compactMap { line in
      var text = ""
      for column in 0..<buffer.size.columns where isFound(buffer[line: line, column: column]) {
        text += buffer[line: line, column: column].text
      }
      return text.isEmpty ? nil : text
    }
  }

  private func isFound(_ cell: Cell) -> Bool {
    let surfaces: [Theme.Surface] = [.base, .selection]
    let roles: [Theme.Role] = [.text, .dim, .accent, .pending, .faint, .changed, .deleted]
    return cell.style.attributes.contains(.bold)
      && surfaces.contains { surface in
        roles.contains { app.theme.found(app.theme.style($0, on: surface)) == cell.style }
      }
  }
}

@Test func `a search in the detail covers names and values, and unfolds matches`() {
  var fixture = AppFixture.open(list(payment))
  // The customer is folded; the trace is, because it has lines of its own.
  for _ in 0..<5 { fixture.press(.character("j")) }
  fixture.press(.character("h"))
  #expect(fixture.line(of: "▸ customer") != nil && fixture.line(of: "▸ trace") != nil)
  fixture.press(.character("g"))
  fixture.type("/rosen")
  #expect(fixture.lines.last?.contains("1/4") == true, "\(fixture.lines)")
  #expect(fixture.line(of: "▾ customer") != nil && fixture.cursorLine?.hasPrefix("name") == true)
  fixture.press(.enter)
  #expect(fixture.app.layers.last?.isDetail == true)
  #expect(fixture.lines.last?.hasPrefix(" /rosen 1/4") == true, "\(fixture.lines)")
  var seen: [String] = []
  for _ in 0..<4 {
    fixture.press(.character("n"))
    seen.append(fixture.cursorLine ?? "")
  }
  #expect(seen[0].hasPrefix(#"1  "Rosen""#) && seen[1].hasPrefix("at rosen.swift:22"), "\(seen)")
  #expect(seen[2].hasPrefix("rosen") && seen[3].hasPrefix("name"), "\(seen)")
  #expect(fixture.lines.last?.contains(FindState.Text.wrapped(toTop: true, "1/4")) == true)
  fixture.press(.character("N"))
  #expect(fixture.lines.last?.contains(FindState.Text.wrapped(toTop: false, "4/4")) == true)
  #expect(fixture.cursorLine?.hasPrefix("rosen") == true)
  #expect(fixture.found == ["Rosen", "Rosen", "rosen", "rosen"], "\(fixture.found)")
  // From where the cursor was moved to.
  fixture.press(.character("g"), .character("n"))
  #expect(fixture.cursorLine?.hasPrefix("name") == true)
  fixture.press(.escape)
  #expect(fixture.app.layers.last?.isDetail == true && fixture.found.isEmpty)
  fixture.press(.escape)
  #expect(fixture.app.detail == nil)
}

@Test func `smart case, expressions, notes and previous values are searched as shown`() {
  let cases: [(pattern: String, count: Int)] = [
    ("Rosen", 2), ("rosen", 4), ("ROSEN", 0), (#"^at .*:\d$"#, 2), ("4200", 1), (#"^4200$"#, 1),
    ("$4,200", 1), ("2023-11-14", 1), ("false", 1), ("^paid$", 1), (#"main.swift:1 at"#, 0),
    ("nobody", 0),
  ]
  for (pattern, count) in cases {
    var fixture = AppFixture.open(list(payment))
    fixture.type("/" + pattern)
    #expect(fixture.app.detail?.search?.matches.count == count, "\(pattern)")
    #expect(
      fixture.lines.last?.contains(count == 0 ? OpenPrompt.Text.noMatch : "1/\(count)") == true,
      "\(pattern) \(fixture.lines)"
    )
    fixture.press(.enter)
    #expect(count > 0 || fixture.lines.last?.contains(FindState.Text.noMatch(pattern)) == true)
  }
  var fixture = AppFixture.open(list(payment))
  fixture.receive(list(payment.replacing("short", with: "another")))
  fixture.type("/^short$")
  #expect(fixture.lines.last?.contains("1/1") == true)
  #expect(fixture.found == ["short"])
}

@Test func `an invalid expression is marked, and Esc restores the detail`() {
  var fixture = AppFixture.open(list(payment))
  for _ in 0..<5 { fixture.press(.character("j")) }
  fixture.press(.character("h"), .character("k"))
  let before = fixture.lines
  fixture.type("/paris")
  #expect(fixture.cursorLine?.hasPrefix("city") == true)
  fixture.type("[")
  fixture.press(.enter)
  #expect(fixture.lines[42].contains(PatternError(reason: .unclosed("]"), offset: 0).description))
  fixture.press(.escape)
  #expect(fixture.lines == before && fixture.app.layers.last?.isDetail == true)
  // The former search goes on.
  fixture.type("/paid")
  fixture.press(.enter)
  fixture.type("/pari")
  fixture.press(.escape)
  #expect(fixture.app.detail?.search?.pattern.text == "paid")
  fixture.type("/")
  fixture.press(.backspace)
  #expect(fixture.app.detail?.search?.pattern.text == "paid")
  #expect(fixture.app.layers.last?.isDetail == true)
}

@Test func `the table and the detail have separate searches`() {
  var fixture = AppFixture.open(list(payment, #"{"id":"p2","note":"Rosen"}"#, #"{"id":"p3"}"#))
  fixture.press(.escape)
  fixture.type("/p2")
  fixture.press(.enter, .enter)
  fixture.type("/rosen")
  fixture.press(.enter)
  #expect(fixture.lines.last?.hasPrefix(" /rosen 1/1") == true, "\(fixture.lines)")
  fixture.press(.tab)
  #expect(fixture.lines[0].contains(" /p2 1/1 ✕ "), "\(fixture.lines)")
  // The search goes along to the next row, and what is not there is said.
  fixture.press(.tab, .character("K"))
  #expect(fixture.app.detail?.row.id.description == "p1" && fixture.found.contains("Rosen"))
  fixture.press(.character("J"), .character("J"), .character("n"))
  #expect(fixture.lines.last?.contains(FindState.Text.noMatch("rosen")) == true)
}

@Test func `the count follows the row, and the current match is kept`() {
  var fixture = AppFixture.open(list(#"{"id":"a","x":"one","y":"two","z":"one"}"#))
  fixture.type("/one")
  fixture.press(.enter, .character("n"))
  #expect(fixture.lines.last?.hasPrefix(" /one 2/2") == true)
  fixture.receive(list(#"{"id":"a","x":"one","y":"one","z":"one"}"#))
  #expect(fixture.lines.last?.hasPrefix(" /one 3/3") == true, "\(fixture.lines)")
  fixture.press(.character("N"))
  #expect(fixture.cursorLine?.hasPrefix(#"~   y   "two" → "one""#) == true, "\(fixture.lines)")
  fixture.receive("[]")
  #expect(fixture.lines.last?.hasPrefix(" /one 2/3") == true)
}

@Test func `n visits every match once, compared with a scan of the text`() {
  // Random rows; the oracle writes the row out and counts the names and strings that hold an x.
  var random = SeededGenerator(seed: 7)
  for round in 0..<60 {
    var count = 0
    func text() -> String {
      let text = String(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          "xyzw".randomElement(using: &random) ?? "x"
        }
      )
      return text
    }
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 4 ? 2 : 4), using: &random) {
      case 0:
        let text = text()
        count += text.contains("x") ? 1 : 0
        return "\"\(text)\""
      case 1: return "17"
      case 2:
        return
          "[\((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) }.joined(separator: ","))]"
      default:
        // Names may come twice.
        let members = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let name = text()
          let before = count
          let value = value(depth + 1)
          let isScalar = !value.hasPrefix("{") && !value.hasPrefix("[")
          // A name and its value on one line are one match.
          if name.contains("x"), !isScalar || count == before { count += 1 }
          return "\"\(name)\":\(value)"
        }
        return "{\(members.joined(separator: ","))}"
      }
    }
    let row = value(0)
    var fixture = AppFixture.open(#"[{"id":1,"v":\#(row)}]"#, lines: 30)
    fixture.type("/x")
    fixture.press(.enter)
    let detail = fixture.app.detail
    #expect(detail?.search?.matches.count == count, "round \(round): \(row)")
    guard count > 0 else { continue }
    var places: [Int?] = [detail?.search?.current]
    for _ in 1..<count {
      fixture.press(.character("n"))
      places.append(fixture.app.detail?.search?.current)
      let line = fixture.app.detail?.lineAtCursor
      #expect(line != nil, "round \(round)")
    }
    #expect(places.compactMap(\.self).sorted() == Array(0..<count), "round \(round): \(row)")
  }
}

@Test func `a row of any size is searched up to a limit, and more of it is shown`() {
  let members = (0..<2_000).map { #""m\#($0)":"\#($0 % 600 == 599 ? "needle" : "hay")""# }
  var fixture = AppFixture.open(#"[{"id":"big",\#(members.joined(separator: ","))}]"#, lines: 24)
  fixture.type("/needle")
  fixture.press(.enter)
  #expect(fixture.lines.last?.hasPrefix(" /needle 1/3") == true, "\(fixture.lines)")
  #expect(fixture.cursorLine?.hasPrefix("m599 ") == true)
  fixture.press(.character("n"), .character("n"))
  #expect(fixture.cursorLine?.hasPrefix("m1799 ") == true)

  let text = (0..<900).map { "line \($0)" }.joined(separator: "\\n")
  fixture = AppFixture.open(#"[{"id":"long","v":"\#(text)"}]"#, lines: 24)
  fixture.type("/line 7.7$")
  #expect(fixture.lines.last?.contains("1/10") == true, "\(fixture.lines)")
  #expect(fixture.cursorLine?.hasPrefix("line 707 ") == true, "\(fixture.lines)")

  let many = (0..<60_000).map(String.init).joined(separator: ",")
  fixture = AppFixture.open(#"[{"id":"many","v":[\#(many)]}]"#, lines: 24)
  fixture.type("/7$")
  #expect(fixture.lines.last?.contains("1/5,000+") == true, "\(fixture.lines)")
  let word = String(repeating: "wide ", count: 40)
  fixture = AppFixture.open(#"[{"id":"w","v":"\#(word)needle in it"}]"#, lines: 24)
  fixture.type("/wide needle")
  // It reaches over two lines of the text, which are opened.
  #expect(fixture.lines.last?.contains("1/1") == true, "\(fixture.lines)")
  #expect(fixture.line(of: "▾ v") != nil)
}

@Test func `matches are highlighted in every number of colours and at every size`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [(20, 5), (40, 10), (80, 24), (200, 50)] {
      var fixture = AppFixture.open(
        list(#"{"id":"p1","note":"a needle"}"#),
        columns: columns,
        lines: lines,
        depth: depth
      )
      fixture.type("/needle")
      #expect(fixture.found == ["needle"], "\(depth) \(columns)×\(lines): \(fixture.lines)")
      fixture.press(.enter)
      #expect(fixture.lines.last?.contains("/needle") == true)
    }
  }
}
