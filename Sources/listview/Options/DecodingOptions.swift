import ArgumentParser
import FeedFormats
import FeedIdentity
import FeedSources
import FeedValues
import Patterns

/// The options that determine how a feed is decoded, instead of detecting it.
struct DecodingOptions: ParsableArguments {
  @Option(help: HelpText.key)
  var key: String?

  @Option(help: HelpText.rows)
  var rows: String?

  @Option(help: HelpText.format)
  var format: FeedFormat = .auto

  @Option(help: HelpText.delimiter)
  var delimiter: String?

  @Option(help: HelpText.pattern)
  var pattern: String?

  private var capturePattern: CapturePattern? { pattern.flatMap { try? CapturePattern($0) } }

  private func validatePattern() throws {
    guard let pattern else { return }
    do throws(PatternError) {
      guard try CapturePattern(pattern).names.isEmpty else { return }
    } catch {
      throw ValidationError(UsageText.pattern("\(error)", at: error.offset + 1))
    }
    throw ValidationError(UsageText.patternGroups(pattern))
  }

  func validate() throws {
    try validatePattern()
    guard pattern == nil || [.auto, .log].contains(format) && delimiter == nil else {
      throw ValidationError(UsageText.patternSplits)
    }
    if let delimiter, Self.byte(of: delimiter) == nil {
      throw ValidationError(UsageText.delimiter)
    }
    if delimiter != nil, ![.auto, .csv, .tsv].contains(format) {
      throw ValidationError(UsageText.delimiterFormat(format.rawValue))
    }
    if let key, key.isEmpty || key.split(separator: ",").isEmpty {
      throw ValidationError(UsageText.key)
    }
    if let rows, RowsPath(rows) == nil {
      throw ValidationError(UsageText.rows)
    }
  }

  private var keyChoice: KeyChoice {
    guard let key else { return .automatic }
    return key == "none" ? .none : .fields(key.split(separator: ",").map { FieldPath($0) })
  }

  /// The options of the decoder.
  var options: FeedDecoder.Options {
    var options = FeedDecoder.Options(
      key: keyChoice,
      rowsPath: rows.flatMap { RowsPath($0) },
      format: delimiter == nil ? format : .csv,
      separator: delimiter.flatMap(Self.byte)
    )
    options.pattern = capturePattern
    return options
  }

  private static func byte(of delimiter: String) -> UInt8? {
    if delimiter == "tab" || delimiter == "\\t" { return UInt8(ascii: "\t") }
    guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first, byte < 0x80,
      !"\0\n\r\"".utf8.contains(byte)
    else { return nil }
    return byte
  }
}

extension FeedFormat: ExpressibleByArgument {}
