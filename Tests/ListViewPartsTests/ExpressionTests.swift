@testable import Columns
import FeedValues
import TestSupport
import Testing
import Values

@testable import ListViewParts

private func value(_ text: String, _ json: String) throws -> String? {
  let row = try #require(rows("[\(json)]").first)
  let expression = try Expression(text)
  return expression.value(of: row.value, .utc)?.json
}

@Suite struct `Expressions` {
  private static let row = """
    {"used":30,"size":80,"name":" Ada L ","status":"failed","ratio":0.1,"big":12345678901234567890,\
    "a":{"b":{"C D":7}},"path":"/srv/app/db.py","when":"2026-11-28T10:07:42Z","span":"1h30m",\
    "disk":"1.5GiB","none":null,"off":false,"%cpu":12.5}
    """

  @Test(arguments: [
    ("used / size * 100", "37.5"), ("used + size - 1", "109"), ("-used", "-30"),
    ("(used + 2) * (size - 78)", "64"), ("used % 7", "2"), ("-7 % 3", "2"), ("2 + 3 * 4", "14"),
    ("10 - 4 - 3", "3"), ("ratio + 0.2", "0.3"), ("big + 1", "12345678901234567891"),
    ("a.b.\"C D\" * 2", "14"), ("\"C D\"", "7"), ("\"not there\"", "\"not there\""),
    ("nothing ?? 5", "5"), ("none ?? used", "30"), ("used ?? 5", "30"), ("used / 0", nil),
    ("nothing + 1", nil), ("status + 1", nil), ("%cpu * 2", "25"), ("100 / 3", "33.333333333333"),
    ("2000000 / 3", "666666.666666666667"), ("1 / 3000000", "0.000000333333333333"),
    ("lower(status) ?? 1", "\"failed\""), ("upper(status)", "\"FAILED\""),
    ("trim(name)", "\"Ada L\""), ("len(name)", "7"), ("split(path, \"/\", -1)", "\"db.py\""),
    ("split(path, \"/\", 2)", "\"srv\""), ("split(path, \"/\", 9)", nil),
    ("match(path, \"[a-z]+[.]py\")", "\"db.py\""), ("match(path, \"[0-9]\")", nil),
    ("round(used / 7)", "4"), ("round(used / 7, 2)", "4.29"), ("floor(-2.5)", "-3"),
    ("ceil(-2.5)", "-2"), ("ceil(2.1)", "3"), ("abs(used - size)", "50"),
    ("date(when)", "\"2026-11-28\""), ("hour(when)", "10"),
    ("bucket(when, 5m)", "\"2026-11-28T10:05:00Z\""), ("bucket(used, 20)", "20"),
    ("if(status=failed, 1, 2)", "1"), ("if(used>30 or off=true, 1, \"no\")", "\"no\""),
    ("if((used / size) > 0.3, 1, 2)", "1"), ("status in (failed, late)", "true"),
    ("status in (late)", "false"), ("span + 0", "5400"), ("disk / 1Ki", "1572864"),
    ("when - when", "0"), ("5m + 30s", "330"), ("50% * 2", "100"),
    ("1e-3 * 2", "0.002"), ("123456789012345 * 0.5", "61728394506172.5"), ("big % 7", "1"),
    ("big * big % 7", nil),
  ])
  func `an expression has its value`(text: String, expected: String?) throws {
    #expect(try value(text, Self.row) == expected, "\(text)")
  }

  @Test(arguments: [
    ("", 0), ("1 +", 3), ("(1 + 2", 6), ("avg(bytes)", 0), ("delta()", 0), ("rate(f, xyz)", 8),
    ("5m + 3MB", 0), ("round()", 0), ("split(f)", 0), ("1 ] 2", 2), ("\"abc", 0),
    ("match(f, \"(\")", 10), ("bucket(f, x)", 10), ("since(f, 5m)", 0), ("age(f)", 0),
    ("avg(delta(f), 1m)", 0), ("if(a=, 1, 2)", 5), ("a in b", 4),
  ])
  func `a mistake is found where it is`(text: String, offset: Int) {
    do throws(SettingError) {
      _ = try Expression(text)
      Issue.record("no mistake in \(text)")
    } catch {
      #expect(error.offset == offset, "\(text): \(error)")
    }
  }

  @Test func `nesting and length are bounded`() {
    for text in [
      String(repeating: "(", count: 5_000), String(repeating: "-", count: 5_000) + "1",
      String(repeating: "1+", count: 5_000) + "1", String(repeating: "1*", count: 5_000) + "1",
      String(repeating: "abs(", count: 5_000),
    ] {
      #expect(throws: SettingError.self) { try Expression(text) }
    }
  }

  @Test(arguments: [
    "amount", "data.object.amount", "%cpu", "x-request-id", "Use%", "time (ms)", "count(*)", "a b",
    "RX bytes", "used%", "CPU %", "Σ", "date (UTC)", "*", "+", "a-b", "C++",
  ])
  func `a name is no expression`(text: String) throws {
    #expect(try Expression.unlessName(text) == nil)
  }

  @Test(arguments: [
    "used/size", "used * 2", "(a)/b", "delta(f)", "a + b", "a - b", "a ?? b", "a in (b)",
    "-delta(f)",
  ])
  func `what names do not have makes an expression`(text: String) throws {
    #expect(try Expression.unlessName(text) != nil)
  }

  /// The results were computed with Python's decimal module.
  @Test(arguments: [
    ("0.1", "0.2", "0.3", "-0.1", "0.02", "0.1", 0.5),
    (
      "12345678901234567890", "0.00000000001", "12345678901234567890.00000000001",
      "12345678901234567889.99999999999", "123456789.0123456789", "0", 1.2345678901234567e+30
    ),
    ("-7.5", "2", "-5.5", "-9.5", "-15", "0.5", -3.75),
    ("100", "7", "107", "93", "700", "2", 14.285714285714286),
    ("1e-5", "3", "3.00001", "-2.99999", "0.00003", "0.00001", 3.3333333333333333e-06),
    ("-0.001", "1000", "999.999", "-1000.001", "-1", "999.999", -1e-06),
    ("2336014.07", "0.03", "2336014.1", "2336014.04", "70080.4221", "0.02", 77867135.66666667),
    ("5", "-3", "2", "8", "-15", "-1", -1.6666666666666667),
    ("-5", "3", "-2", "-8", "-15", "1", -1.6666666666666667),
  ])
  func `arithmetic is exact`(
    left: String,
    right: String,
    sum: String,
    difference: String,
    product: String,
    remainder: String,
    quotient: Double
  ) throws {
    let (a, b) = try (#require(DecimalNumber(left)), #require(DecimalNumber(right)))
    #expect(a.plus(b)?.text == sum)
    #expect(a.minus(b)?.text == difference)
    #expect(a.times(b)?.text == product)
    #expect(a.remainder(by: b)?.text == remainder)
    let result = try #require(a.divided(by: b)).approximation
    #expect(abs(result - quotient) <= abs(quotient) * 2e-12)
  }

  @Test func `arithmetic on numbers of any size is total`() throws {
    let texts = [
      "0", "1e400", "-1e400", "1e99999999999999", "1e-99999999999999",
      String(repeating: "9", count: 80), "0." + String(repeating: "0", count: 60) + "1",
    ]
    let numbers = try texts.map { try #require(DecimalNumber($0)) }
    for a in numbers {
      for b in numbers {
        for result in [a.plus(b), a.minus(b), a.times(b), a.divided(by: b), a.remainder(by: b)] {
          #expect(result?.approximation.isNaN != true)
        }
      }
    }
  }
}
