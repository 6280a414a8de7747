import ArgumentParser
import FeedClients
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

/// The options for feeds read from URLs.
struct URLOptions: ParsableArguments {
  @Option(help: HelpText.header)
  var header: [String] = []

  @Option(help: HelpText.query)
  var query: String?

  func validate() throws {
    for header in header where !header.contains(":") || header.hasPrefix(":") {
      throw ValidationError(UsageText.header)
    }
  }

  /// The options of a feed client.
  ///
  /// - Parameters:
  ///   - interval: The interval between the starts of two requests for the whole list.
  ///   - deadline: The time for which such a request may give nothing.
  ///   - isStream: Whether the response is a stream, whatever its content type.
  ///   - isOnce: Whether the first request is the only one.
  /// - Returns: The options.
  /// - Throws: `ValidationError` if a header refers to a variable that is not set.
  func client(
    interval: Duration,
    deadline: Duration,
    isStream: Bool,
    isOnce: Bool
  ) throws -> ClientOptions {
    ClientOptions(
      interval: interval,
      headers: try header.map(Self.expanding),
      query: query,
      isStream: isStream,
      isOnce: isOnce,
      deadline: deadline
    )
  }

  /// Replaces the names of environment variables in a header with their values.
  private static func expanding(_ header: String) throws -> String {
    var result = ""
    var rest = header[...]
    while let sign = rest.firstIndex(of: "$") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      guard !name.isEmpty else {
        result += "$"
        continue
      }
      guard let value = ProcessEnvironment.variables[String(name)] else {
        throw ValidationError(UsageText.missingVariable("--header", name))
      }
      result += value
      rest = rest[name.endIndex...]
    }
    return result + rest
  }
}
