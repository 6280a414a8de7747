/// A feature of TOML that is rejected because a configuration does not need it.
package enum TOMLFeature: Hashable, Sendable {
  case arrayOfTables
  case nestedTable
  case nestedList
  case multilineString
  case date
  case infinity
  case hugeNumber
}

extension TOMLFeature: CustomStringConvertible {
  /// The unsupported feature, the reason, and the alternative.
  package var description: String {
    switch self {
    case .arrayOfTables:
      "array of tables: not supported in a configuration; write a table, such as [keys]"
    case .nestedTable:
      "table within a table or list: not supported in a configuration; write key = value"
    case .nestedList: "list within a list: not supported in a configuration; write one list"
    case .multilineString:
      "string of many lines: not supported in a configuration; write it on one line, \\n for a newline"
    case .date: "date or time: not supported in a configuration; put it in quotes"
    case .infinity: "inf or nan: not supported in a configuration; write a finite number"
    case .hugeNumber:
      "number out of range: a configuration holds numbers of 64 bits; write a smaller one"
    }
  }
}
