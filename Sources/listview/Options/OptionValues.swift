import Columns
import ArgumentParser
import FeedValues
import ListViewParts
import Values

/// The value of `--limit`: `500000`, `512MB`, `500000,512MB`.
struct LimitOption: ExpressibleByArgument, CustomStringConvertible {
  /// The limit.
  let limit: RowLimit

  /// The default: a million rows, and a gibibyte.
  static let standard = LimitOption(RowLimit(rows: 1_000_000, bytes: 1 << 30))

  private init(_ limit: RowLimit) { self.limit = limit }

  init?(argument: String) {
    var (rows, bytes): (Int?, Int?)
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      if let number = Int(part), rows == nil {
        rows = number
      } else if let number = Self.bytes(part), bytes == nil {
        bytes = number
      } else {
        return nil
      }
    }
    let standard = Self.standard.limit
    // A limit of 0 is rejected by validation, with an explanation.
    limit = RowLimit(rows: max(rows ?? standard.rows, 1), bytes: bytes ?? standard.bytes)
    isValid = rows ?? 1 > 0
  }

  /// Whether the limit admits at least one row.
  private(set) var isValid = true

  var description: String { "\(limit.rows)" }

  private static let units: [(name: String, bytes: Int)] = [
    ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KIB", 1 << 10), ("MIB", 1 << 20),
    ("GIB", 1 << 30),
  ]

  private static func bytes(_ text: Substring) -> Int? {
    let upper = text.uppercased()
    guard let unit = units.first(where: { upper.hasSuffix($0.name) }),
      let number = Int(upper.dropLast(unit.name.count)), number > 0
    else { return nil }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit.bytes)
    return overflows ? nil : bytes
  }
}

/// The seconds that an option gives: `2`, `0.5`, `500ms`, `5m`.
///
/// - Throws: `ValidationError` if the text is neither a number nor a duration.
func seconds(_ text: String) throws -> Double {
  if let seconds = Double(text) ?? DurationText.seconds(text)?.approximation { return seconds }
  throw ValidationError(UsageText.noTime(text))
}

/// The value of an option whose text is parsed.
///
/// - Parameters:
///   - option: The name of the option.
///   - text: The text.
///   - parse: The parser.
/// - Returns: The value.
/// - Throws: `ValidationError` that shows where the mistake is.
func parsed<Value>(
  _ option: String,
  _ text: String,
  _ parse: (String) throws(SettingError) -> Value
) throws -> Value {
  do throws(SettingError) {
    return try parse(text)
  } catch {
    throw ValidationError(UsageText.diagnosis(option, error.diagnosis(of: text)))
  }
}
