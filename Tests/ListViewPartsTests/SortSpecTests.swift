@testable import Ordering
import Testing

@testable import ListViewParts

@Test(
  arguments: [
    ("status", ["status"]),
    ("-amount", ["-amount"]),
    ("status,-amount", ["status", "-amount"]),
    (" status , -amount ", ["status", "-amount"]),
    (#""a, b",-c"#, [#""a, b""#, "-c"]),
    ("-delta(rss, 1m),pid", ["-delta(rss, 1m)", "pid"]),
    ("--size", ["-size"]),
  ] as [(String, [String])]
)
func `the columns to sort by are between commas`(text: String, keys: [String]) throws {
  let spec = try #require(SortSpec(text))
  #expect(spec.keys.map { ($0.isDescending ? "-" : "") + $0.name } == keys)
  #expect(SortSpec(spec.description) == spec)
}

@Test(arguments: ["", "-", ",", "a,", "a,,b", "a,-"])
func `a column to sort by has a name`(text: String) {
  #expect(SortSpec(text) == nil)
}
