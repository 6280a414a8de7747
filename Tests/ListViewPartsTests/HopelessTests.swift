@testable import Columns
import TestSupport
import Testing

@testable import ListViewParts
@testable import Patterns

/// Whether one of many endings completes a text: they supply a missing term or value, and close what is open.
private func canGoOn(_ text: String, quotes: [String], _ isRight: (String) -> Bool) -> Bool {
  let open = text.count { $0 == "(" }
  let ends = [
    "", "x", "d", "d]", "0}", "x>", "x>x", "x>x)", "<x>x", "<x>x)", "41", "1", "0041", "41", "41]",
    "1]", "}]", "0041]", "]", "x]",
  ]
  return ends.contains { end in
    quotes.contains { quote in
      (0...open).contains { isRight(text + end + quote + String(repeating: ")", count: $0)) }
    }
  }
}

private func randomText(_ parts: [String], using random: inout SeededGenerator) -> String {
  (0..<Int.random(in: 0...7, using: &random)).map { _ in
    parts[Int.random(in: 0..<parts.count, using: &random)]
  }
  .joined()
}

@Test func `a pattern is hopeless only if no ending completes it`() {
  let parts = [
    "a", "b", "(", ")", "(?", "(?:", "(?<a>", "(?<b", "(?P", "[", "]", "^", "-", "|", "*", "+", "?",
    "{", "{2",
    "{1,", "{3,2}", "}", "\\", "\\d", "\\x", "\\x4", "\\u00", "\\1", "$", ".", "z-a",
  ]
  for seed in 0..<20_000 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let text = randomText(parts, using: &random)
    let isHopeless = !canGoOn(text, quotes: [""]) { (try? Pattern($0)) != nil }
    #expect(isHopeless || !Pattern.isHopeless(text), "seed \(seed): \(text)")
  }
}

@Test func `a filter is hopeless only if no ending completes it`() {
  let parts = [
    "a", "b", " ", " ", "(", ")", "=", "!", "-", "~", ">=", "\"", "\\", "or", "and", "not", " or ",
    " and ",
    "not ", ",", "[", "*", "a=b", "t~[",
  ]
  for seed in 0..<20_000 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let text = randomText(parts, using: &random)
    let isHopeless = !canGoOn(text, quotes: ["", "\"", "x\"", "x"]) { (try? Filter($0)) != nil }
    // A filter may be hopeless for reasons that are found out only later, such as a pattern in quotation marks.
    #expect(isHopeless || !Filter.isHopeless(text), "seed \(seed): \(text)")
  }
}

@Test(arguments: [
  "a)", "*", "a**)", "[z-a", "(?=", "a++", "\\1", "\\y", "a{3,2}", "(?<a>x)(?<a>", "\\xg", "(?<>",
])
func `a mistake in a pattern that no ending corrects is hopeless`(text: String) {
  #expect(Pattern.isHopeless(text))
  #expect(Filter.isHopeless("t~" + text) || text == "a)")
}
