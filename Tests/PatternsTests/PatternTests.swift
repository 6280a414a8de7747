import Foundation
import TestSupport
import Testing

@testable import Patterns

/// A random regular expression that Foundation reads in the same way.
private func randomPattern(depth: Int, using random: inout SeededGenerator) -> String {
  func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
  let atom = { (random: inout SeededGenerator) -> String in
    let choices = [
      "a", "b", "c", "_", ".", "[ab]", "[^a]", "[a-c1]", #"\d"#, #"\w"#, #"\s"#, #"\W"#, " ",
    ]
    return choices[Int.random(in: 0..<choices.count, using: &random)]
  }
  guard depth > 0 else { return atom(&random) }
  switch Int.random(in: 0..<9, using: &random) {
  case 0, 1:
    return randomPattern(depth: depth - 1, using: &random)
      + randomPattern(depth: depth - 1, using: &random)
  case 2:
    return "(" + randomPattern(depth: depth - 1, using: &random) + "|"
      + randomPattern(depth: depth - 1, using: &random) + ")"
  case 3, 4:
    let times = pick(["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{1,}", "*?", "+?"])
    return "(" + randomPattern(depth: depth - 1, using: &random) + ")" + times
  case 5: return "(?:^" + randomPattern(depth: depth - 1, using: &random) + ")"
  case 6: return "(?:" + randomPattern(depth: depth - 1, using: &random) + "$)"
  case 7: return pick([#"\b"#, #"\B"#]) + randomPattern(depth: depth - 1, using: &random)
  default: return atom(&random)
  }
}

@Test func `random expressions match like those of another engine`() throws {
  let alphabet = Array("aabbc_1 -")
  var tables = 0
  for seed in 0..<400 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let text = randomPattern(depth: 4, using: &random)
    let oracle = try NSRegularExpression(pattern: text)
    let pattern = try Pattern(text)
    let program = try PatternProgram(PatternParser.parse(text).syntax, ignoresCase: false)
    if PatternTable(program) != nil { tables += 1 }
    for _ in 0..<10 {
      let subject = String(
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
      )
      let range = NSRange(location: 0, length: subject.utf16.count)
      let all = oracle.matches(in: subject, range: range)
      #expect(pattern.matches(subject) == !all.isEmpty, "seed \(seed): \(text) in \"\(subject)\"")
      // The choice among several matches that begin at one place differs; the beginning of the first one
      // does not, unless an empty one comes before it.
      let first = pattern.ranges(in: subject).first
      if let match = all.first, match.range.length > 0 {
        #expect(
          first?.lowerBound == match.range.location,
          "seed \(seed): \(text) in \"\(subject)\""
        )
        #expect(
          (first?.count ?? 0) >= match.range.length,
          "seed \(seed): \(text) in \"\(subject)\""
        )
      }
      if all.isEmpty { #expect(first == nil) }
      let lacksLetters = Array(subject.utf8).withUnsafeBufferPointer { pattern.lacksLetters($0) }
      #expect(all.isEmpty || !lacksLetters, "seed \(seed): \(text) in \"\(subject)\"")
    }
  }
  #expect(tables > 300)
}

@Test func `the letters of a pattern are the longest run that every match contains`() throws {
  let cases = [
    ("refund", "refund"), ("[0-9]{3}.*zz", "zz"), ("re_[a-z]+fund(ed)?", "fund"), ("a|b", ""),
    ("x*", ""), ("(abc){2,}d", "abc"), ("ab\\bcd$", "abcd"), ("(?<name>on)e", "one"),
    ("a{0}bc", "bc"),
    ("cus_9", "cus"), ("Zz1y", "zz"), ("kafka", "kafka"), ("kafka.", "af"), ("Kafka.", "kafka"),
    ("é", ""), ("[xy]ab", "ab"),
  ]
  for (text, letters) in cases { #expect(try Pattern(text).letters == letters, "\(text)") }
  // A letter that is written otherwise, and whose case is ignored.
  let kelvin = try Pattern("k.")
  #expect(kelvin.matches("\u{212A}x"))
  #expect(Array("\u{212A}x".utf8).withUnsafeBufferPointer { !kelvin.lacksLetters($0) })
}

@Test func `an expression too large for a table finds the same without it`() throws {
  let text = "(a|b)*a(a|b){9}c"
  let program = try PatternProgram(PatternParser.parse(text).syntax, ignoresCase: false)
  #expect(PatternTable(program) == nil)
  let pattern = try Pattern(text)
  var random = SeededGenerator(seed: 1)
  for _ in 0..<100 {
    let subject = (0..<14).map { _ in Bool.random(using: &random) ? "a" : "b" }.joined() + "c"
    let expected = Array(subject)[subject.count - 11] == "a"
    #expect(pattern.matches(subject) == expected, "\(subject)")
  }
}

@Test func `expressions with exponential time in other engines terminate`() throws {
  let subject = String(repeating: "a", count: 400) + "!"
  for text in [
    "(a+)+$", "(a|aa)+$", "(.*)*x", "(a*)*b", "(a?){30}a{30}b", "(((a*)*)*)*c", "^(a|a)*$",
  ] {
    let pattern = try Pattern(text)
    #expect(!pattern.matches(subject), "\(text)")
    #expect(pattern.ranges(in: subject).isEmpty, "\(text)")
  }
}

@Test func `a match is the longest of the leftmost ones, and matches do not overlap`() throws {
  let cases: [(String, String, [Range<Int>])] = [
    ("a|ab|abc", "xabcabx", [1..<4, 4..<6]),
    ("a*", "baab", [1..<3]),
    ("aa", "aaaaa", [0..<2, 2..<4]),
    (#"\b\w+\b"#, "one, two", [0..<3, 5..<8]),
    ("é+", "caféé!", [3..<7]),
    ("^a", "aa", [0..<1]),
    ("a$", "aa", [1..<2]),
    ("", "abc", []),
    ("x", "abc", []),
  ]
  for (pattern, text, ranges) in cases {
    #expect(try Pattern(pattern).ranges(in: text) == ranges, "\(pattern) in \(text)")
  }
}

@Test func `case matters only if the pattern contains an upper-case letter`() throws {
  let cases: [(String, String, Bool)] = [
    ("refund", "REFUND", true), ("Refund", "refund", false), ("Refund", "a Refund", true),
    ("größe", "GRÖSSE GRÖßE", true), ("ÄB", "äb", false), ("äb", "ÄB", true),
    (#"\S\w"#, "ab", true), ("[a-z]+x", "ABX", true), ("[A-Z]x", "ax", false),
  ]
  for (pattern, text, isFound) in cases {
    #expect(try Pattern(pattern).matches(text) == isFound, "\(pattern) in \(text)")
  }
}

@Test func `characters without a special meaning match themselves`() throws {
  for (pattern, text) in [
    ("$42.00", "$42.00"), ("a^b", "a^b"), ("{", "{"), ("a{x", "a{x"), ("]", "]"), ("[]a]", "]"),
    (#"\$4\.2"#, "$4.2"), ("[a-]", "-"), (#"\x41\u00e9"#, "Aé"), ("}", "}"), ("a{,2}", "a{,2}"),
  ] {
    #expect(try Pattern(pattern).matches(text), "\(pattern) in \(text)")
  }
  #expect(try !Pattern("a.c", form: .plain).matches("abc"))
  #expect(try Pattern("a.c(", form: .plain).matches("xA.C("))
}

@Test func `an invalid expression is reported with position and reason`() {
  let cases: [(String, Int, PatternError.Reason)] = [
    ("ab(", 3, .unclosed(")")), ("(a|b", 4, .unclosed(")")),
    ("a)b", 1, .unopened(")")),
    ("[ab", 3, .unclosed("]")), ("*a", 0, .nothingToRepeat("*")),
    ("a|+", 2, .nothingToRepeat("+")),
    ("a\\", 1, .unknownEscape(nil)),
    (#"a\q"#, 1, .unknownEscape("q")), ("[b-a]", 1, .reversedRange),
    ("a{3,2}", 1, .reversedRange),
    (#"(a)\1"#, 3, .unsupported(.backreference)),
    ("(?=a)", 0, .unsupported(.groupModifier)),
    ("a++", 2, .unsupported(.possessiveRepetition)),
    ("a{2000}", 1, .tooLarge),
    ("((a{100}){100}){100}", 0, .tooLarge),
    (String(repeating: "(", count: 1_000), 50, .tooLarge),
    ("(((){1000}){1000}){1000}", 0, .tooLarge),
  ]
  for (text, offset, reason) in cases {
    do throws(PatternError) {
      _ = try Pattern(text)
      Issue.record("\(text) is no expression")
    } catch {
      #expect(error.offset == offset, "\(text)")
      #expect(error.reason == reason, "\(text)")
    }
  }
}

@Test func `any bytes can be searched, and any text is an expression or an error with a position`()
{
  let signs = Array("ab()[]{}*+?|\\^$.-,0123456789dwWbxué漢")
  for seed in 0..<600 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let text = String(
      (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        signs[Int.random(in: 0..<signs.count, using: &random)]
      }
    )
    let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
    do throws(PatternError) {
      let pattern = try Pattern(text)
      bytes.withUnsafeBufferPointer { _ = pattern.matches($0) }
      let string = String(decoding: bytes, as: UTF8.self)
      var end = 0
      for range in pattern.ranges(in: string) {
        #expect(range.lowerBound >= end && !range.isEmpty && range.upperBound <= string.utf8.count)
        end = range.upperBound
      }
      #expect(
        pattern.ranges(in: string).isEmpty || pattern.matches(string),
        "seed \(seed): \(text)"
      )
    } catch {
      #expect(0...text.count ~= error.offset, "seed \(seed): \(text)")
    }
  }
}

@Test func `named groups match like those of Foundation`() throws {
  let cases: [(pattern: String, texts: [String])] = [
    (
      #"^(?<ip>\S+) (?<user>\S+) \[(?<time>[^\]]+)\] "(?<method>[A-Z]+) (?<path>\S+)[^"]*" (?<status>\d{3})"#,
      [#"1.2.3.4 bob [22/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200"#, "nothing"]
    ),
    (#"(?<a>.*?): (?<b>.*)"#, ["one: two: three", ": ", "no colon"]),
    (#"(?<a>.*): (?<b>.*)"#, ["one: two: three"]),
    (#"(?<x>a|ab)(?<y>c|bcd)?(?<z>d*)"#, ["abcd", "acd", "abd", "a"]),
    (#"(?:(?<k>\w+)=(?<v>\w+);?)+"#, ["a=1;b=2;c=3", "a=1", "=1"]),
    (#"(?<n>(?<m>\d+)-)*end"#, ["1-22-end", "end"]),
    (#"\b(?<word>[ä-ü]+)\b"#, ["x äöü y", "größe"]),
    (#"(?<lazy>a{2,4}?)(?<rest>a*)$"#, ["aaaaa", "aa"]),
    (#"(?<empty>)(?<tail>x?)"#, ["x", ""]),
  ]
  for (text, subjects) in cases {
    let pattern = try CapturePattern(text)
    let oracle = try NSRegularExpression(pattern: text)
    for subject in subjects {
      var subject = subject
      let found = subject.withUTF8 { bytes in
        pattern.captures(in: bytes).map { groups in
          groups.map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
        }
      }
      let whole = NSRange(location: 0, length: (subject as NSString).length)
      let match = oracle.firstMatch(in: subject, range: whole)
      let expected = match.map { match in
        pattern.names.map { name -> String? in
          let range = match.range(withName: name)
          return range.location == NSNotFound ? nil : (subject as NSString).substring(with: range)
        }
      }
      #expect(found == expected, "\(text) in \(subject)")
    }
  }
}

@Test func `groups are found in time linear in the text`() throws {
  let pattern = try CapturePattern("^(?<a>(a+)+)(?<b>(a|aa)+)$")
  var subject = String(repeating: "a", count: 2_000) + "!"
  #expect(subject.withUTF8 { pattern.captures(in: $0) } == nil)
}

@Test func `names of groups are validated`() {
  let cases: [(String, PatternError.Reason)] = [
    ("(?<a>x)(?<a>y)", .groupName("a")), ("(?<>x)", .groupName("")), ("(?<a", .groupName("")),
    ("(?=x)", .unsupported(.groupModifier)), ("(?<=x)", .unsupported(.groupModifier)),
  ]
  for (text, reason) in cases {
    #expect { try CapturePattern(text) } throws: { ($0 as? PatternError)?.reason == reason }
  }
}

@Test(arguments: 1...40 as ClosedRange<UInt64>)
func `a word is found wherever it is in a text, in either case`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  func word(_ letters: String, _ count: Int) -> [UInt8] {
    (0..<count).map { _ in letters.utf8.randomElement(using: &random) ?? 0x61 }
  }
  for length in 0...70 {
    let text = word("abAB- :", length)
    let wanted = word("ab-:", Int.random(in: 1...3, using: &random))
    let pattern = try Pattern(String(decoding: wanted, as: UTF8.self))
    // The oracle: every offset is tried.
    var (position, expected) = (0, [[UInt8]]())
    while position + wanted.count <= length {
      let part = Array(text[position..<position + wanted.count])
      let isFound = part.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } == wanted
      if isFound { expected.append(part) }
      position += isFound ? wanted.count : 1
    }
    let string = String(decoding: text, as: UTF8.self)
    let found = pattern.ranges(in: string).map { Array(text[$0]) }
    #expect(found == expected, "\(wanted) in \(string)")
    #expect(text.withUnsafeBufferPointer { expected.isEmpty || !pattern.lacksLetters($0) })
  }
}
