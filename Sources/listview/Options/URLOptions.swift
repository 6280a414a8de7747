import ArgumentParser
import FeedClients

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
