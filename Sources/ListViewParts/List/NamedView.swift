package import Ordering
package import Columns

/// The columns, order, filter and colours of a list under a name: kept in the configuration file, and applied by
/// `--view` and `:view`.
package struct NamedView: Hashable, Sendable {
  /// The parts of a view, named as the options of the command line, and what it remembers besides.
  package enum Setting: String, CaseIterable, Sendable {
    case columns, filter, sort, group, count, summary
    /// The only part that may have several values.
    case colorRow = "color-row"
    /// The schema fingerprint of the list for which the view was made.
    case fields
  }

  /// The name.
  package let name: String
  /// The columns; nil for those that the program chooses.
  package var columns: ColumnSpec?
  /// The filter; nil to show all rows.
  package var filter: Filter?
  /// The order and the groups.
  package var options = ViewOptions()
  /// The count in place of the list; nil for none.
  package var count: CountSpec?
  /// The summary bar.
  package var summary = SummarySpec.automatic
  /// The rules for the colours of rows.
  package var rowColors: [RowColor] = []
  /// The schema fingerprint of the list for which the view was made; nil if it is not known.
  package var fields: String?

  /// Creates a view of all rows as they come.
  package init(named name: String) { self.name = name }

  /// Returns whether a text can be the name of a view: it consists of letters, digits, hyphens and underscores.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && text.first != "-"
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-" || $0 == "_")
      }
  }

  /// Sets a part from its text; a rule is added to those that there are.
  ///
  /// - Throws: `SettingError` if the text cannot be parsed.
  package mutating func set(_ setting: Setting, to text: String) throws(SettingError) {
    switch setting {
    case .columns: columns = try ColumnSpec(text)
    case .filter: filter = try Filter(text)
    case .count: count = try CountSpec(text)
    case .summary: summary = try SummarySpec(text)
    case .colorRow: rowColors.append(try RowColor(text))
    case .sort, .group:
      guard setting == .sort ? SortSpec(text) != nil : !text.isEmpty else {
        throw SettingError(Text.noColumn, at: text.count)
      }
      if setting == .sort { options.sort = text } else { options.group = text }
    case .fields: fields = text
    }
  }

  /// The parts that differ from a view of all rows as they come, with their texts.
  package var settings: [(setting: Setting, text: String)] {
    let texts: [(Setting, String?)] = [
      (.columns, columns?.description), (.filter, filter?.text), (.sort, options.sort),
      (.group, options.group), (.count, count?.description),
      (.summary, summary == .automatic ? nil : summary.description),
    ]
    return texts.compactMap { setting, text in text.map { (setting, $0) } }
      + rowColors.map { (.colorRow, $0.text) } + (fields.map { [(.fields, $0)] } ?? [])
  }

  /// The view as options of the command line.
  ///
  /// - Parameter isGiven: Returns whether an option is given besides, and takes precedence.
  /// - Returns: The options, each with its value.
  package func arguments(unless isGiven: (String) -> Bool) -> [String] {
    settings.filter { setting, _ in
      // Groups that are counted instead have another order.
      let isOfOthers = setting == .sort && isGiven("--count")
      return setting != .fields && !isOfOthers && !isGiven("--" + setting.rawValue)
    }
    .map { "--\($0.rawValue)=\($1)" }
  }

  /// The messages about views.
  package enum Text {
    package static let noColumn = "expected a column, such as created or -amount"
    package static let name = "a name of letters, digits, - and _, such as jobs"
    package static func shown(_ name: String) -> String { "view \(name)" }
    package static func fits(_ names: [String]) -> String {
      let commands = names.prefix(3).map { ":view \($0)" }.joined(separator: ", ")
      return "\(commands) \(names.count == 1 ? "fits" : "fit") this list"
    }
    package static func unknown(_ name: String, nearest: String?, _ names: [String]) -> String {
      let guess = nearest.map { " (did you mean \($0)?)" } ?? ""
      let all = names.joined(separator: ", ")
      return "unknown view: \(name)\(guess)" + (names.isEmpty ? none : ": there are \(all)")
    }
    package static let none = ": there are none, :save NAME keeps what is shown as one"
  }
}

extension [NamedView] {
  /// The names, in the order of the file.
  package var names: [String] { map(\.name) }

  /// Why there is no view with a name, and which ones there are.
  package func problem(of name: String) -> String {
    NamedView.Text.unknown(name, nearest: Spelling.nearest(to: name, among: names), names)
  }
}
