import FeedValues

/// The columns that the spaces in all rows and in the header show.
extension TableHeader {
  /// The ranges between which there are two spaces in all rows and in the header.
  private func bands(over rows: [TableLine]) -> [Range<Int>] {
    let lines = rows + [line]
    var bands: [Range<Int>] = []
    // Longer lines are read, but do not tell where columns end.
    for place in 0..<min(lines.map(\.count).max() ?? 0, 4_096)
    where !lines.allSatisfy({ $0.isSpace(place) }) {
      if let last = bands.last, place <= last.upperBound + 1 {
        bands[bands.count - 1] = last.lowerBound..<place + 1
      } else {
        bands.append(place..<place + 1)
      }
    }
    return bands
  }

  /// The ranges of columns that are two spaces apart everywhere, if names are in the middle of all that are wider; nil
  /// otherwise.
  func centredColumns(over rows: [TableLine]) -> [Range<Int>]? {
    let bands = bands(over: rows)
    guard bands.count > 2, bands.count == wideGaps + 1 else { return nil }
    var isCentred = false
    for band in bands {
      let names = words.filter(band.overlaps)
      let areTwo = zip(names, names.dropFirst()).contains { left, right in
        rows.contains { $0.hasWords(below: left, right) }
      }
      guard let first = names.first, let last = names.last, !areTwo else { return nil }
      let (left, right) = (first.lowerBound - band.lowerBound, band.upperBound - last.upperBound)
      if left + right > 1 {
        guard left > 0, right > 0 else { return nil }
        isCentred = true
      }
    }
    return isCentred ? bands : nil
  }

  /// The ranges of columns between others that have a word in each row and no name, as that of the signs in `repquota`.
  func unnamedColumns(over rows: [TableLine]) -> [Range<Int>] {
    guard let first = words.first, let last = words.last, rows.count > 1 else { return [] }
    return bands(over: rows).filter { band in
      band.lowerBound > first.upperBound && band.upperBound < last.lowerBound
        && !words.contains { $0.overlaps(band) }
        && rows.allSatisfy { row in
          row.words(before: band.upperBound).last?.lowerBound == band.lowerBound
        }
    }
  }

  /// Whether names are two spaces apart at least, but for a few gaps, and so are the cells below them: the columns
  /// are padded by more than a space.
  func areApart(_ wide: Int, over rows: [TableLine]) -> Bool {
    guard wide > 2, (words.count - 1 - wide) * 2 <= wide else { return false }
    return zip(words, words.dropFirst()).allSatisfy { left, right in
      let gap = left.upperBound..<right.lowerBound
      guard gap.count > 1 else { return true }
      return zip(gap, gap.dropFirst()).contains { first, second in
        rows.allSatisfy { $0.isSpace(first) && $0.isSpace(second) }
      }
    }
  }

  /// Whether rows never have a word for each of two, but one for both; a column without cells is one of those that are
  /// all padded by as many spaces.
  func isOne(_ left: Range<Int>, _ right: Range<Int>, over rows: [TableLine]) -> Bool {
    if rows.contains(where: { $0.hasWords(below: left, right) }) { return false }
    let name = left.lowerBound..<right.upperBound
    let cells = rows.flatMap { $0.words(before: name.upperBound).filter { $0.overlaps(name) } }
    if !cells.isEmpty {
      return cells.allSatisfy { $0.displacement(from: name) == 0 }
        && cells.contains { $0.upperBound > left.upperBound }
    }
    let bands = bands(over: rows)
    return Set(zip(bands, bands.dropFirst()).map { $1.lowerBound - $0.upperBound }).count == 1
  }

  /// Whether rows have words below three quarters of the names.
  func hasWordsBelow(_ rows: [TableLine]) -> Bool {
    let count = rows.reduce(0) { sum, row in
      sum + words.count { name in row.words.contains { $0.overlaps(name) } }
    }
    return count * 4 >= rows.count * words.count * 3
  }
}

extension [TableColumn] {
  /// The columns, those with equal names behind the names of their groups.
  func named(below groups: TableGroups?) -> [TableColumn] {
    guard let groups else { return self }
    var counts: [[UInt8]: Int] = [:]
    for column in self { counts[column.name, default: 0] += 1 }
    return map { column in
      guard counts[column.name] ?? 0 > 1, let group = groups.name(above: column.header) else {
        return column
      }
      var column = column
      column.name = group + [UInt8(ascii: " ")] + column.name
      return column
    }
  }
}
