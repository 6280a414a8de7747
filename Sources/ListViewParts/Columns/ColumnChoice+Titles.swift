internal import Feeds

/// The titles of columns.
extension ColumnChoice {
  /// The title of a column, from the name of its field.
  ///
  /// Names are written as words: `node_name` and `nodeName` are `NODE NAME`.
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

  /// Heads of well-known fields, shorter than their names.
  private static let titles = [
    "": "VALUE", "creationtimestamp": "CREATED", "createdat": "CREATED", "created_at": "CREATED",
    "updatedat": "UPDATED", "updated_at": "UPDATED", "@timestamp": "TIME", "timestamp": "TIME",
    "__realtime_timestamp": "TIME",
  ]

  /// Restores the printed titles: of several columns under one title, each but the first has a
  /// number after its name as a field.
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

  /// Columns of one name say whose it is.
  static func qualifyTitles(_ columns: inout [Column]) {
    var offsets: [String: [Int]] = [:]
    for (offset, column) in columns.enumerated() {
      offsets[column.title, default: []].append(offset)
    }
    for (_, same) in offsets where same.count > 1 {
      // What a header calls the same is no part of something else.
      for offset in same where columns[offset].path.names.count > 1 {
        columns[offset].title = qualifiedTitle(columns[offset].path)
      }
    }
  }

  /// The title of a column whose name is not unique.
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
