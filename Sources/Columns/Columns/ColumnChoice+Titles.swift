internal import FeedValues

extension ColumnChoice {
  /// The title of a column, derived from the name of its field.
  ///
  /// Names are split into words: `node_name` and `nodeName` become `NODE NAME`.
  static func title(_ name: String) -> String {
    if let title = titles[name.lowercased()] { return title }
    var title = ""
    var isLower = false
    for character in name {
      if character.isUppercase, isLower { title.append(" ") }
      isLower = character.isLowercase
      title.append("_-".contains(character) ? " " : character)
    }
    title = title.split(separator: " ").joined(separator: " ").uppercased()
    return title.isEmpty ? name : title
  }

  /// Titles of well-known fields, shorter than their names.
  private static let titles = [
    "": "VALUE", "creationtimestamp": "CREATED", "createdat": "CREATED", "created_at": "CREATED",
    "updatedat": "UPDATED", "updated_at": "UPDATED", "@timestamp": "TIME", "timestamp": "TIME",
    "__realtime_timestamp": "TIME",
  ]

  /// Restores printed titles: if several columns share a title, the names of their fields are numbered from
  /// the second on.
  static func restoreTitles(_ columns: inout [Column]) {
    let names = Set(columns.map(\.path.name))
    for offset in columns.indices {
      let name = columns[offset].path.name
      guard let space = name.lastIndex(of: " "), Int(name[name.index(after: space)...]) != nil,
        names.contains(String(name[..<space]))
      else { continue }
      columns[offset].title = title(String(name[..<space]))
    }
  }

  /// Prefixes titles that are not unique with the names of their parents.
  static func qualifyTitles(_ columns: inout [Column]) {
    var offsets: [String: [Int]] = [:]
    for (offset, column) in columns.enumerated() {
      offsets[column.title, default: []].append(offset)
    }
    for (_, same) in offsets where same.count > 1 {
      // A top-level field keeps its title, even if a nested one shares it.
      for offset in same where columns[offset].path.names.count > 1 {
        columns[offset].title = qualifiedTitle(columns[offset].path)
      }
    }
  }

  /// The title of a column including the name of its parent.
  static func qualifiedTitle(_ path: FieldPath) -> String {
    let title = title(path.name)
    guard path.names.count > 1 else { return title }
    let parent = self.title(path.parent.name)
    guard parent.displayWidth + title.displayWidth > 20,
      let last = parent.split(separator: " ").last
    else { return "\(parent) \(title)" }
    return "\(last) \(title)"
  }
}
