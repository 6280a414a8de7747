import ArgumentParser
import FeedClients

/// How feeds by their addresses are asked.
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

  /// The options of a client.
  ///
  /// - Parameters:
  ///   - interval: How long after the start of a run that gives the whole list the next one starts.
  ///   - isStream: Whether a response is a stream, whatever its type says.
  ///   - isOnce: Whether the first run is all.
  /// - Returns: The options.
  /// - Throws: `ValidationError` where a header names a variable that is not set.
  func client(interval: Duration, isStream: Bool, isOnce: Bool) throws -> ClientOptions {
    ClientOptions(
      interval: interval,
      headers: try header.map(Self.expanding),
      query: query,
      isStream: isStream,
      isOnce: isOnce
    )
  }

  /// A header with variables' values in place of their names.
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
        throw ValidationError(UsageText.missingVariable(name))
      }
      result += value
      rest = rest[name.endIndex...]
    }
    return result + rest
  }
}
