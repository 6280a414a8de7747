import TestSupport
import Testing

@testable import FeedValues

/// An object by chance: names that come twice, that are long, empty or spelled with escapes, in any order.
private func object(_ depth: Int, _ random: inout SeededGenerator) -> String {
  let names = [
    "a", "b", #"\u0061"#, #"b\\"#, "", "a.long.name.of.letters", "a.long.name.of.numbers", "é",
    #"q\"uote"#, "abcdefgh", "abcdefghi",
  ]
  let members = (0..<Int.random(in: 0..<7, using: &random)).map { _ in
    let name = names.randomElement(using: &random) ?? ""
    let space = ["", " ", "\n\t"].randomElement(using: &random) ?? ""
    return "\(space)\"\(name)\"\(space):\(space)\(value(depth + 1, &random))\(space)"
  }
  return "{\(members.joined(separator: ","))}"
}

private func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
  let scalars = ["1", "null", #""te}xt""#, "true", "-2.5e3", #""\"{""#, "[]", #"[{"a":1}]"#]
  return depth < 4 && Int.random(in: 0..<2, using: &random) == 0
    ? object(depth, &random) : scalars.randomElement(using: &random) ?? "0"
}

/// The value of the last member of each name, looked for one by one.
private func naive(_ value: JSONValue, _ names: ArraySlice<String>) -> JSONValue? {
  guard let name = names.first else { return value }
  var found: JSONValue?
  value.forEachMember { other, member in
    if other.utf8.elementsEqual(name.utf8) { found = member }
    return true
  }
  return found.flatMap { naive($0, names.dropFirst()) }
}

@Test(arguments: 1...20 as ClosedRange<UInt64>)
func `values read in one pass are those that each path finds separately`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  let names = [
    "a", "b", #"b\"#, "", "a.long.name.of.letters", "a.long.name.of.numbers", "é", #"q"uote"#,
    "abcdefgh", "abcdefghi", "missing",
  ]
  for _ in 0..<200 {
    let paths = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
      FieldPath(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          names.randomElement(using: &random) ?? ""
        }
      )
    }
    let reader = PathReader(paths)
    for _ in 0..<5 {
      let text = value(0, &random)
      let value = JSONValue(ByteSlice(copying: text.utf8))
      let expected = paths.map { naive(value, $0.names[...]) }
      #expect(reader.values(of: value) == expected, "seed \(seed): \(text) \(paths)")
    }
  }
}

@Test func `a number ends before what follows it, whatever its length`() {
  for count in 1...40 {
    let number = String(String(repeating: "-1.5e+30", count: 5).prefix(count))
    for end in [",\"b\":1}", "}", " }", "\n}", "\t,\"b\":2}", "\r\n}"] {
      for start in 0..<9 {
        let name = String(repeating: "a", count: start)
        let object = JSONValue(ByteSlice(copying: "{\"\(name)\":\(number)\(end)".utf8))
        var found: [String] = []
        object.forEachMember { _, value in
          found.append(value.text.withBytes { String(decoding: $0, as: UTF8.self) })
          return found.isEmpty
        }
        #expect(found == [number], "\(count) digits before \(end)")
      }
    }
    let list = JSONValue(ByteSlice(copying: "{\"a\":[\(number),\(number)],\"b\":\(number)}".utf8))
    #expect(list.member("b")?.text == ByteSlice(copying: number.utf8))
  }
}
