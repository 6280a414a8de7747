/// A part of listview that takes bytes from outside, and what must hold whatever they are.
///
/// The fuzzer runs a target on bytes that it makes up; the tests run it on the seeds and on what once
/// broke it.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Numbers, times, spans, sizes, levels and time zones.
  case values
  /// A feed in whatever format its first bytes tell.
  case feed
  /// Text as CSV, TSV, tables, lines or server-sent events.
  case tables
  /// A filter and other texts of the command line, then rows that are filtered.
  case filter
  /// The bytes of a terminal.
  case input
  /// The configuration file.
  case configuration
  /// URLs, and the output of the clients that read them.
  case clients
  /// The files of chosen columns, the configuration and themes, and the screen that they lead to.
  case state
  /// From the bytes of a feed and of a terminal to the cells of the screen.
  case screen

  /// Runs the target.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Throws: ``Violation`` where a property does not hold.
  package func run(_ bytes: [UInt8]) throws(Violation) {
    switch self {
    case .values: try fuzzValues(bytes)
    case .feed: try fuzzFeed(bytes)
    case .tables: try fuzzTables(bytes)
    case .filter: try fuzzFilter(bytes)
    case .input: try fuzzInput(bytes)
    case .configuration: try fuzzConfiguration(bytes)
    case .clients: try fuzzClients(bytes)
    case .state: try fuzzState(bytes)
    case .screen: try fuzzScreen(bytes)
    }
  }
}

/// A property that does not hold.
package struct Violation: Error, CustomStringConvertible {
  /// Which one, and the values that show it.
  package let description: String
}

/// Throws unless a property holds.
func check(_ holds: Bool, _ property: @autoclosure () -> String) throws(Violation) {
  if !holds { throw Violation(description: property()) }
}

/// The last bytes of an input, which choose among options; 0 where the input is too short.
///
/// They stand at the end, so that a file is a seed as it is.
struct Choices {
  private var bytes: ArraySlice<UInt8>

  /// Takes the choices from the end of an input; what is left of it is the data.
  init(_ count: Int, from input: inout [UInt8]) {
    let start = max(0, input.count - count)
    bytes = input[start...]
    input.removeLast(input.count - start)
  }

  /// The next choice, below a number.
  mutating func next(_ limit: Int) -> Int { Int(bytes.popFirst() ?? 0) % limit }

  /// The next choice among values.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[next(values.count)] }

  /// The next choice between yes and no.
  mutating func isChosen() -> Bool { next(2) == 1 }
}
