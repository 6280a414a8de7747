import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import TestSupport
import Testing

/// A JSON value as a tree, which can be spelled in many ways.
private indirect enum Tree: Equatable {
  case object([(String, Tree)])
  case array([Tree])
  case text(String)
  case plain(String)

  static func == (left: Tree, right: Tree) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { name, value in right.contains { $0.0 == name && $0.1 == value } }
    case (.array(let left), .array(let right)): left == right
    case (.text(let left), .text(let right)):
      left.unicodeScalars.elementsEqual(right.unicodeScalars)
    case (.plain(let left), .plain(let right)): left == right
    default: false
    }
  }

  static func random(_ depth: Int, _ random: inout SeededGenerator) -> Tree {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0:
      .plain(random.one(of: ["1", "1.0", "-0", "0", "1e2", "9007199254740993"]))
    case 1: .plain(random.one(of: ["true", "false", "null"]))
    case 2...4: .text(text(&random))
    case 5:
      .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in Tree.random(depth - 1, &random) }
      )
    default:
      .object(
        (0..<Int.random(in: 0..<5, using: &random)).map { number in
          ("\(text(&random))\(number)", Tree.random(depth - 1, &random))
        }
      )
    }
  }

  static func text(_ random: inout SeededGenerator) -> String {
    let scalars: [Character] = ["a", "/", "\"", "\\", "\n", "\u{1}", "é", "😀", "u", " "]
    return String(
      (0..<Int.random(in: 0..<4, using: &random)).map { _ in random.one(of: scalars)
      }
    )
  }

  /// The tree with one thing in it another.
  func changed(_ random: inout SeededGenerator) -> Tree {
    switch self {
    case .object(var members):
      guard let offset = members.indices.randomElement(using: &random) else {
        return .object([("new", .plain("0"))])
      }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: members.remove(at: offset)
      case 1: members[offset].0 += "x"
      default: members[offset].1 = members[offset].1.changed(&random)
      }
      return .object(members)
    case .array(var elements):
      guard let offset = elements.indices.randomElement(using: &random) else {
        return .array([.plain("0")])
      }
      if Bool.random(using: &random) {
        elements[offset] = elements[offset].changed(&random)
      } else {
        elements.insert(.plain("0"), at: offset)
      }
      return .array(elements)
    case .text(let text): return .text(text + "x")
    case .plain(let text): return text == "0" ? .plain("0.0") : .plain("0")
    }
  }

  func spelled(_ random: inout SeededGenerator) -> String {
    func space() -> String { random.one(of: ["", "", " ", "\n", "\t "]) }
    switch self {
    case .object(let members):
      let texts = members.shuffled(using: &random).map {
        space() + Tree.spelled($0.0, &random) + space() + ":" + space() + $0.1.spelled(&random)
          + space()
      }
      return "{\(texts.joined(separator: ","))\(texts.isEmpty ? space() : "")}"
    case .array(let elements):
      return "[" + elements.map { space() + $0.spelled(&random) + space() }.joined(separator: ",")
        + "]"
    case .text(let text): return Tree.spelled(text, &random)
    case .plain(let text): return text
    }
  }

  private static func spelled(_ text: String, _ random: inout SeededGenerator) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      guard mustEscape || Int.random(in: 0..<3, using: &random) == 0 else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let short: [Unicode.Scalar: String] = ["\n": "\\n", "\"": "\\\"", "\\": "\\\\", "/": "\\/"]
      if let short = short[scalar], Bool.random(using: &random) {
        result += short
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result + "\""
  }
}

extension SeededGenerator {
  fileprivate mutating func one<Element>(of list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &self)]
  }
}

private func row(_ text: String, key: String? = "k") -> Row? {
  let choice = key.map { KeyChoice.fields([FieldPath($0)]) } ?? .automatic
  let options = FeedDecoder.Options(key: choice)
  return FeedFixture(#"[{"k":1,"v":\#(text)}]"#, of: options).list.rows.first
}

@Test func `a row with different escapes is the same, and any real change is a change`() throws {
  for seed in UInt64(1)...3_000 {
    var random = SeededGenerator(seed: seed)
    let tree = Tree.random(3, &random)
    let other = tree.changed(&random)
    let texts = [tree.spelled(&random), tree.spelled(&random), other.spelled(&random)]
    let rows = try texts.map { try #require(row($0), "seed \(seed): \(texts)") }
    let clocks = VolatileFields()
    #expect(rows[0] == rows[1] && rows[1] == rows[0], "seed \(seed): \(texts)")
    #expect(clocks.isContentEqual(rows[0], rows[1]), "seed \(seed): \(texts)")
    #expect(Row.changedFields(from: rows[0], to: rows[1]).isEmpty, "seed \(seed): \(texts)")
    let isSame = tree == other
    #expect((rows[0] == rows[2]) == isSame, "seed \(seed): \(texts)")
    #expect(
      Row.changedFields(from: rows[0], to: rows[2]).isEmpty == isSame,
      "seed \(seed): \(texts)"
    )
    // Rows that are known by all that they say are the same rows.
    let ids = texts.map {
      FeedFixture("[{\"v\":[\($0)]},{\"v\":[\($0)]}]", of: .init()).list.rows.last?.id
    }
    #expect(ids[0] == ids[1] && (ids[0] == ids[2]) == isSame, "seed \(seed): \(texts)")
  }
}

@Test func `numbers are compared as written, unpaired surrogates and invalid bytes as they are`()
  throws
{
  for (old, new) in [
    ("1", "1.0"), ("1e2", "1E2"), ("0", "-0"), (#""\ud800""#, #""\udfff""#),
    (#""\ud800""#, #""\\ud800""#), (#"{"\ud800":1}"#, #"{"\ud801":1}"#), ("1", "\"1\""),
    ("\"é\"", "\"e\u{301}\""), (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), ("[1,2]", "[2,1]"),
    (#"{"a":1}"#, #"{"a":1,"a":1}"#), ("null", "false"), ("{}", "[]"),
  ] {
    let (before, after) = (try #require(row(old)), try #require(row(new)))
    #expect(before != after, "\(old), \(new)")
    #expect(!Row.changedFields(from: before, to: after).isEmpty, "\(old), \(new)")
  }
}

@Test func `only real changes are reported, whatever the escapes of other values`() throws {
  let old = try #require(row(#"{"a":"x","b":{"c":1,"d":"\u0041"}}"#))
  let new = try #require(row(#"{ "b" : {"d":"A","c":2}, "a":"\u0078" }"#))
  #expect(Row.changedFields(from: old, to: new) == [FieldPath("v.b.c")])
}

@Test func `names and keys are found even if written with escapes`() {
  let feed = FeedFixture(#"{"id":"a\\b","v":1}{"i\u0064":"\u0061\u005cb","v":2}"#, of: .init())
  #expect(feed.ids == [#"a\b"#] && feed.values("v") == ["2"])
  let quoted = FeedFixture(#"[{"id":"say \"hi\" \\n"},{"id":"b"}]"#, of: .init())
  #expect(quoted.ids == [#"say "hi" \n"#, "b"])
}

@Test func `a player keeps rows that differ only in their escapes`() {
  var decoder = FeedDecoder()
  var player = Player(start: .liveEdge)
  let start = ContinuousClock.now
  for text in [#"[{"id":1,"a":1,"b":"/"}]"#, #"[{"b":"\/","id":1, "a":1}]"#] {
    player.receive(decoder.append(Array(text.utf8)), at: start)
  }
  #expect(player.rows.map(\.value.string) == [#"{"id":1,"a":1,"b":"/"}"#])
}
