@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import Foundation
import TerminalTestSupport
import TestSupport
import Testing
import Values

@testable import ListViewParts
@testable import Patterns

/// Rows of JSON text, with its place as the key.
private func rows(_ texts: [String]) -> [Row] {
  var decoder = FeedDecoder()
  // An array of plain values alone may be the first of several, which are rows then.
  let items = decoder.append(Array("[\(texts.joined(separator: ","))]".utf8)) + decoder.finish()
  guard case .snapshot(let snapshot)? = items.first else { return [] }
  return snapshot.rows
}

private func shown(_ filter: String, _ texts: [String]) throws -> [Int] {
  let filter = try Filter(filter)
  return rows(texts).enumerated().filter { filter.matches($0.element) }.map(\.offset)
}

// MARK: A naive evaluator

/// A value of a row as the naive evaluator sees it.
private indirect enum Value {
  case text(String), number(String), boolean(Bool), null
  case object([(String, Value)])
  case array([Value])

  var json: String {
    switch self {
    case .text(let text):
      String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    case .number(let text): text
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .object(let members):
      "{" + members.map { "\"\($0.0)\": \($0.1.json)" }.joined(separator: " , ") + "}"
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    }
  }

  /// The text that is read of a scalar.
  var string: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .boolean(let value): "\(value)"
    case .null, .object, .array: nil
    }
  }

  var leaves: [String] {
    switch self {
    case .object(let members): members.flatMap(\.1.leaves)
    case .array(let elements): elements.flatMap(\.leaves)
    case .null: []
    default: [string ?? ""]
    }
  }

  /// The fields by depth and in their order, with their paths.
  var fields: [(path: [String], value: Value)] {
    var level: [(path: [String], value: Value)] = [([], self)]
    var all: [(path: [String], value: Value)] = []
    while !level.isEmpty {
      level = level.flatMap { path, value -> [(path: [String], value: Value)] in
        guard case .object(let members) = value else { return [] }
        return members.map { (path + [$0.0], $0.1) }
      }
      all += level
    }
    return all
  }

  func field(_ name: String) -> Value? {
    let wanted = name.lowercased().filter { !"._- ".contains($0) }
    return fields.first { path, _ in
      path.indices.contains {
        path[$0...].joined().lowercased().filter { !"._- ".contains($0) } == wanted
      }
    }?.value
  }
}

private func naiveContains(_ text: String, _ needle: String) -> Bool {
  needle.isEmpty
    || (needle == needle.lowercased() ? text.lowercased().contains(needle) : text.contains(needle))
}

/// The order of two values: by Foundation's decimals, or as texts.
private func naiveOrder(_ value: Value?, _ operand: String) -> ComparisonResult? {
  let locale = Locale(identifier: "en_US_POSIX")
  let number = #/[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/#
  switch value {
  case .text(let text), .number(let text):
    if operand.wholeMatch(of: number) != nil {
      guard text.wholeMatch(of: number) != nil else { return nil }
      return NSDecimalNumber(string: text, locale: locale)
        .compare(NSDecimalNumber(string: operand, locale: locale))
    }
    guard case .text? = value else { return nil }
    let folded = operand == operand.lowercased() ? text.lowercased() : text
    return folded < operand
      ? .orderedAscending : folded == operand ? .orderedSame : .orderedDescending
  default: return nil
  }
}

private func naiveEqual(_ value: Value?, _ operand: String) -> Bool {
  guard let value else { return operand.isEmpty || operand == "null" }
  switch value {
  case .null: return operand.isEmpty || operand == "null"
  case .boolean(let flag): return operand == "\(flag)" || operand == (flag ? "yes" : "no")
  case .text, .number:
    let text = value.string ?? ""
    return naiveOrder(value, operand) == .orderedSame || text == operand
      || operand == operand.lowercased() && text.lowercased() == operand
  case .object, .array: return false
  }
}

private struct Generated {
  var text: String
  var holds: (Value) -> Bool
}

extension SeededGenerator {
  fileprivate mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  fileprivate mutating func row() -> Value {
    func scalar(_ random: inout SeededGenerator) -> Value {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        .number(random.pick(["0", "7", "-3", "10", "100", "99.50", "1e2", "12345678901234567890"]))
      case 1: .boolean(Bool.random(using: &random))
      case 2: .null
      default:
        .text(
          random.pick([
            "failed", "Failed", "refund", "a \"b\" c", "", "100", "größe", "x/y", "tab\tnew\nline",
          ])
        )
      }
    }
    func object(_ depth: Int, _ random: inout SeededGenerator) -> Value {
      var members: [(String, Value)] = []
      for name in ["status", "Amount", "failure_code", "object", "data", "list"] {
        guard Int.random(in: 0..<10, using: &random) < 6 else { continue }
        let isNested = depth < 3 && (name == "object" || name == "data")
        let value: Value =
          isNested
          ? object(depth + 1, &random)
          : name == "list" ? .array([scalar(&random), scalar(&random)]) : scalar(&random)
        members.append((name, value))
      }
      return .object(members)
    }
    return object(0, &self)
  }

  fileprivate mutating func filter(depth: Int) -> Generated {
    func term(_ random: inout SeededGenerator) -> Generated {
      if Int.random(in: 0..<4, using: &random) == 0 {
        let word = random.pick([
          "fail", "Fail", "ref", "\"b\\\" c\"", "100", "größe", "/y", "nosuch",
        ])
        let needle = word.hasPrefix("\"") ? "b\" c" : word
        return Generated(text: word) { row in
          row.leaves.contains { naiveContains($0, needle) }
        }
      }
      let name = random.pick([
        "status", "STATUS", "amount", "failureCode", "\"failure code\"", "data.status",
        "data.object.amount", "object", "nosuch", "list",
      ])
      let plainName = name.filter { $0 != "\"" }
      let sign = random.pick(["=", "!=", ">", ">=", "<", "<=", "~", "!~"])
      let operand = random.pick([
        "failed", "Failed", "100", "1e2", "99.5", "-3", "\"\"", "true", "yes",
        "12345678901234567891",
        "größe", "m",
      ])
      let plain = operand == "\"\"" ? "" : operand
      let space = random.pick(["", " "])
      return Generated(text: name + space + sign + space + operand) { row in
        let value = row.field(plainName)
        let order = naiveOrder(value, plain)
        // A pattern is also looked for in the text of objects and arrays; these hold none of it
        // that their leaves do not.
        let isMatch =
          switch value {
          case .object?, .array?: naiveContains(value?.json ?? "", plain)
          case .null?: naiveContains("null", plain)
          default: value?.string.map { naiveContains($0, plain) } ?? false
          }
        switch sign {
        case "=": return naiveEqual(value, plain)
        case "!=": return !naiveEqual(value, plain)
        case ">": return order == .orderedDescending
        case ">=": return order == .orderedDescending || order == .orderedSame
        case "<": return order == .orderedAscending
        case "<=": return order == .orderedAscending || order == .orderedSame
        case "~": return isMatch
        default: return !isMatch
        }
      }
    }
    guard depth > 0 else { return term(&self) }
    switch Int.random(in: 0..<6, using: &self) {
    case 0, 1:
      let (left, right) = (filter(depth: depth - 1), filter(depth: depth - 1))
      let between = pick([" ", "  ", " and "])
      return Generated(text: "(\(left.text))\(between)(\(right.text))") {
        left.holds($0) && right.holds($0)
      }
    case 2:
      let (left, right) = (filter(depth: depth - 1), filter(depth: depth - 1))
      return Generated(text: "(\(left.text) or \(right.text))") {
        left.holds($0) || right.holds($0)
      }
    case 3:
      let inside = filter(depth: depth - 1)
      let sign = pick(["!", "-"])
      return Generated(text: "\(sign)(\(inside.text))") { !inside.holds($0) }
    default: return term(&self)
    }
  }
}

@Test func `random filters match the rows that a naive evaluator matches`() throws {
  let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil
  var shownCount = 0
  for seed in 0..<(isExhaustive ? 5_000 : 60) as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let values = (0..<12).map { _ in random.row() }
    let all = rows(values.map(\.json))
    #expect(all.count == values.count)
    for _ in 0..<6 {
      let generated = random.filter(depth: 3)
      let filter = try Filter(generated.text)
      for (value, row) in zip(values, all) {
        let expected = generated.holds(value)
        shownCount += expected ? 1 : 0
        #expect(
          filter.matches(row) == expected,
          "seed \(seed): \(generated.text) on \(value.json)"
        )
      }
    }
  }
  #expect(shownCount > 500)
}

// MARK: By hand

@Test func `numbers are compared exactly, whatever their length`() throws {
  let numbers = [
    "9007199254740993", "9007199254740992", "1e400", "0.1", "0.10000000000000001", "-5",
  ]
  let texts = numbers.map { #"{"id":"\#($0)","n":\#($0)}"# }
  #expect(try shown("n=9007199254740993", texts) == [0])
  #expect(try shown("n>9007199254740992", texts) == [0, 2])
  #expect(try shown("n>0.1", texts) == [0, 1, 2, 4])
  #expect(try shown("n=1e-1", texts) == [3])
  #expect(try shown("n<-4.99", texts) == [5])
  #expect(try shown("n=0.1000", texts) == [3])
  #expect(try shown("n>=1e399", texts) == [2])
}

@Test func `decimals are ordered as their digits imply`() {
  for seed in 0..<2_000 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    func make() -> (text: String, scaled: [Int]) {
      let digits = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Int.random(in: 0...9, using: &random) * Int.random(in: 0...1, using: &random)
      }
      let point = Int.random(in: 0...digits.count, using: &random)
      let power = Int.random(in: -4...4, using: &random)
      let isNegative = Bool.random(using: &random)
      let text = digits.map(String.init)
      var written = text[..<point].joined() + "." + text[point...].joined()
      if point == digits.count { written.removeLast() }
      if power != 0 { written += "E\(power)" }
      // Forty digits around the point.
      var scaled = [Int](repeating: 0, count: 41)
      for (offset, digit) in digits.enumerated() {
        scaled[20 + offset - point - power] = isNegative ? -digit : digit
      }
      return ((isNegative ? "-" : "") + written, scaled)
    }
    let (left, right) = (make(), make())
    guard let leftNumber = DecimalNumber(left.text), let rightNumber = DecimalNumber(right.text)
    else {
      Issue.record("seed \(seed): \(left.text) or \(right.text) is no number")
      continue
    }
    let isLess = left.scaled.lexicographicallyPrecedes(right.scaled)
    #expect((leftNumber < rightNumber) == isLess, "seed \(seed): \(left.text) < \(right.text)")
    #expect((leftNumber == rightNumber) == (left.scaled == right.scaled), "seed \(seed)")
  }
  for text in ["", "-", ".", "e5", "1e", "1.2.3", "0x10", "1 ", "nan"] {
    #expect(DecimalNumber(text) == nil, "\(text)")
  }
}

@Test func `values are compared by their meaning`() throws {
  let rows = [
    #"{"id":1,"use":"87%","at":"2026-11-21T10:00:00Z","on":true,"pid":"100","v":"b"}"#,
    #"{"id":2,"use":"9%","at":1763719200,"on":false,"pid":"99","v":"a"}"#,
    #"{"id":3,"use":"100%","at":null,"pid":"x","v":"C"}"#,
  ]
  #expect(try shown("use>80", rows) == [0, 2])
  #expect(try shown("use<10%", rows) == [1])
  #expect(try shown("at>=2026-11-21", rows) == [0])
  #expect(try shown("at<2026-11-21T10:00", rows) == [1])
  #expect(try shown("on=yes", rows) == [0])
  #expect(try shown("on=false", rows) == [1])
  #expect(try shown("on=\"\"", rows) == [2])
  #expect(try shown("at!=\"\"", rows) == [0, 1])
  #expect(try shown("pid>99", rows) == [0])
  #expect(try shown("v<c", rows) == [0, 1])
  #expect(try shown("v<=c", rows) == [0, 1, 2])
  #expect(try shown("v=c", rows) == [2])
}

@Test func `a field is named by its path, the end of its path, its name or its title`() throws {
  let rows = [
    #"{"id":1,"type":"event","data":{"object":{"type":"card","failure_code":"lost"}}}"#,
    #"{"id":2,"data":{"object":{"type":"card","failure-code":"lost"}}}"#,
  ]
  #expect(try shown("type=card", rows) == [1])
  #expect(try shown("data.object.type=card", rows) == [0, 1])
  #expect(try shown("object.type=card", rows) == [0, 1])
  #expect(try shown("\"OBJECT TYPE\"=card", rows) == [0, 1])
  #expect(try shown("FAILURE_CODE=lost", rows) == [0, 1])
  #expect(try shown("failurecode~^lo", rows) == [0, 1])
  #expect(try shown("ode=lost", rows) == [])
  #expect(try shown("value>1", ["1", "2", "\"x\""]) == [1])
}

@Test func `a bare word is searched in decoded values, not in names`() throws {
  let rows = [
    #"{"id":1,"status":"ok","list":["café",{"deep":"Refund \"now\""}]}"#,
    #"{"id":2,"refund":null,"n":12.50,"flag":true}"#,
  ]
  #expect(try shown("refund", rows) == [0])
  #expect(try shown("café", rows) == [0])
  #expect(try shown("\"refund \\\"now\"", rows) == [0])
  #expect(try shown("12.50", rows) == [1])
  #expect(try shown("12x50", rows) == [])
  #expect(try shown("~^12.50$", rows) == [1])
  #expect(try shown("true", rows) == [1])
  #expect(try shown("-refund", rows) == [1])
  #expect(try shown("!refund or ok", rows) == [0, 1])
  #expect(try shown("(café or 12) -true", rows) == [0])
  #expect(try shown("list~(caf|x)", rows) == [0])
}

@Test func `an invalid filter is reported with its position and what was expected`() {
  let cases: [(String, Int, String)] = [
    ("", 0, FilterMistake.expectedTerm(after: "")),
    ("  ", 2, FilterMistake.expectedTerm(after: "")),
    ("status=", 7, FilterMistake.expectedValue(after: "=")),
    ("amount > ", 9, FilterMistake.expectedValue(after: ">")),
    ("=failed", 0, FilterMistake.expectedField(before: "=")),
    ("a or", 4, FilterMistake.expectedTerm(after: "or")), ("(a", 2, Mistake.expected(")")),
    ("a)", 1, FilterMistake.unopened),
    ("\"a", 2, Mistake.expected("\"")), ("a=\"b", 4, Mistake.expected("\"")),
    ("!", 1, FilterMistake.expectedTerm(after: "!")),
    ("- a", 1, FilterMistake.expectedTerm(after: "-")),
    ("type~[a", 7, PatternError(reason: .unclosed("]"), offset: 2).description),
    ("type~\"x(\"", 8, PatternError(reason: .unclosed(")"), offset: 2).description),
    ("a and", 5, FilterMistake.expectedTerm(after: "and")),
    ("()", 1, FilterMistake.expectedTerm(after: "(")),
    (">5", 0, FilterMistake.expectedField(before: ">")),
    ("~", 1, FilterMistake.expectedValue(after: "~")),
    ("!~x", 0, FilterMistake.expectedField(before: "!~")),
    (String(repeating: "!", count: 100) + "a", 32, FilterMistake.tooLarge),
    (String(repeating: "(", count: 5_000), 32, FilterMistake.tooLarge),
    (String(repeating: "a ", count: 500), 400, FilterMistake.tooLarge),
  ]
  for (text, offset, mistake) in cases {
    do throws(SettingError) {
      _ = try Filter(text)
      Issue.record("\(text) is no filter")
    } catch {
      #expect(error.offset == offset, "\(text)")
      #expect(error.description == mistake, "\(text)")
    }
  }
  let error = SettingError(FilterMistake.expectedValue(after: "="), at: 3)
  #expect(error.diagnosis(of: "漢=b") == "漢=b\n    ^ \(error)")
}

@Test func `any text is a filter or an error with a position, and can be applied to any row`() {
  let signs = Array("ab()\"\\!-~=<>.|*[]{}+^$ 19é漢orand\t")
  let all = rows([
    "{}", "[]", "1", "\"x\"", "null", #"{"a":{"a":{"a":[[{"b":"\ud800"}]]}},"":1,"a ":"é"}"#,
    String(repeating: "[", count: 400) + String(repeating: "]", count: 400),
  ])
  for seed in 0..<1_500 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let text = String(
      (0..<Int.random(in: 0..<16, using: &random)).map { _ in
        signs[Int.random(in: 0..<signs.count, using: &random)]
      }
    )
    do throws(SettingError) {
      let filter = try Filter(text)
      for row in all { _ = filter.matches(row) }
    } catch {
      #expect(0...text.count ~= error.offset && !error.description.isEmpty, "seed \(seed): \(text)")
    }
  }
}

@Test func `a field with a percent sign in its name can be named without it`() throws {
  for (name, text) in [("%CPU", "cpu>1"), ("Use%", "use>1"), ("%CPU", "%cpu>1")] {
    let row = #"{"PID":1,"\#(name)":"12.5"}"#
    #expect(try shown(text, [row]) == [0], "\(text) \(row)")
  }
  let path = FieldPath(["a%b"])
  #expect(FieldName("ab").matches(path) && !FieldName("b").matches(path))
}

@Test(arguments: [
  ("status==failed", [0, 1]), ("status=failed && amount>50", [1]),
  ("status=failed|pending", [0, 1, 2]),
  ("status in (failed, pending) amount>50", [1, 2]), ("status IN (\"paid\")", [3]),
  ("status=failed AND NOT amount>50", [0]),
  ("status==paid || status==pending OR amount=1", [2, 3, 4]),
  ("status=~^p", [2, 3]), ("status not in (failed|paid)", [2, 4]),
  ("amount>5 status in (paid)", [3]), ("status=paid amount in (70, 1)", [3]), ("status=a|b", [4]),
  ("in", [2, 4]), ("status in", [4]),
])
func `signs and words of other languages mean the same here`(
  filter: String,
  expected: [Int]
) throws {
  let rows = [
    #"{"status":"failed","amount":10}"#, #"{"status":"failed","amount":100}"#,
    #"{"status":"pending","amount":60}"#, #"{"status":"paid","amount":70}"#,
    #"{"status":"a|b","amount":1,"note":"status in"}"#,
  ]
  #expect(try shown(filter, rows) == expected)
}
