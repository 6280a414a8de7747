import FeedValues
import Values

/// The header of a printed table: determines which of its words form the names of columns.
///
/// Two words with one space between them may be two names (`RSS COMMAND`) or one (`Mounted on`). The
/// rows decide: words below both show two names; cells that extend across the space show one.
struct TableHeader: Sendable {
  /// The header without decoration.
  let line: TableLine
  /// The words, each possibly a separate name.
  let words: [Range<Int>]

  /// - Parameters:
  ///   - line: The line with the names.
  ///   - isMarked: Whether a `#` in front of the names is none of them.
  init(_ line: TableLine, isMarked: Bool = false) {
    // A bar in a header separates names, as in /proc/net/dev.
    let bare = line.bytes.map { $0 == UInt8(ascii: "|") ? UInt8(ascii: " ") : $0 }
    let line = line.bytes == bare ? line : TableLine(bare)
    self.line = line
    words = line.words.dropFirst(isMarked ? 1 : 0).flatMap { Self.parts(of: $0, in: line) }
  }

  /// The texts of the words, which identify a header that is printed again; all clock times are equal
  /// here.
  var texts: [String] {
    words.enumerated().compactMap { offset, word in
      if isPeriodOfClock(offset) { return nil }
      return Self.isClock(line.text(word)) ? "time" : line.text(word)
    }
  }

  /// Whether a word is the half of the day of the time before it.
  private func isPeriodOfClock(_ offset: Int) -> Bool {
    offset == 1 && Self.isPeriod(Array(line.trimmed(words[1])))
      && Self.isClock(line.text(words[0]))
  }

  /// ss(8) joins its last name to the one before if the column is narrow.
  private static func parts(of word: Range<Int>, in line: TableLine) -> [Range<Int>] {
    let text = line.text(word)
    let known = "Address:Port"
    guard text.hasPrefix(known), text.count > known.count, text.count == word.count else {
      return [word]
    }
    let middle = word.lowerBound + known.count
    return [word.lowerBound..<middle, middle..<word.upperBound]
  }

  // MARK: Names

  /// Finds the words that continue the name of the word before, by the evidence of the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows below the header.
  ///   - known: Pairs of words that were two names in other tables.
  /// - Returns: Whether each word continues the name before.
  func joins(over rows: [TableLine], knowing known: Set<[String]> = []) -> [Bool] {
    var joins = [Bool](repeating: false, count: words.count)
    guard words.count > 1, !haveLabels(rows) else { return joins }
    if let joins = joinsByCount(over: rows, knowing: known) { return joins }
    let (matching, possible) = matches(rows)
    if matching * 2 < possible, haveNumbersForEach(rows, areAligned: false) { return joins }
    let oneToOne = oneToOne(rows)
    let split = TableLayout(columns(joining: joins), over: rows)
    let aligned = rows.map { split.alignment.cells(of: $0) }
    let gaps = (1..<words.count).map { words[$0].lowerBound - words[$0 - 1].upperBound }
    let wide = gaps.filter { $0 > 1 }
    let isWide = wide.count > 1 && wide.allSatisfy { $0 > 2 }
    let isAtLeft = cellsBeginBelowNames(rows)
    let isPadded = areApart(wide.count, over: rows)
    for offset in 1..<words.count where gaps[offset - 1] <= 1 {
      if isPeriodOfClock(offset) {
        joins[offset] = true
        continue
      }
      let (left, right) = (words[offset - 1], words[offset])
      let pair = line.text(left) + " " + line.text(right)
      if Self.knownNames.contains(pair) {
        joins[offset] = gaps[offset - 1] == 1
        continue
      }
      if isExplanation(offset) || isPadded && isOne(left, right, over: rows) {
        joins[offset] = true
        continue
      }
      // The second word of a known name ends it.
      if gaps[offset - 1] < 1 || joins[offset - 1] && isKnown(offset - 1) { continue }
      if offset + 1 < words.count, isKnown(offset + 1) { continue }
      if oneToOne > 1, oneToOne == rows.count { continue }
      if !readsAsOne(left, right) {
        if known.contains([line.text(left), line.text(right)]) { continue }
        if haveWordForEach(inRunOf: offset, rows) || oneToOne > 0 && oneToOne * 3 >= rows.count {
          continue
        }
      }
      var (apart, across) = (0, 0)
      for (row, cells) in zip(rows, aligned) {
        let isFull = cells.allSatisfy { !$0.isEmpty }
        let both = !cells[offset - 1].isEmpty && !cells[offset].isEmpty
        let areBoth = isBelow(row, cells[offset - 1], left) && isBelow(row, cells[offset], right)
        let beginsRight = row.words.contains { $0.lowerBound == right.lowerBound }
        if beginsRight, row.isSpace(left.upperBound - 1) {
          apart += 1
        } else if both, areBoth || isFull && !readsAsOne(left, right) {
          apart += 1
        } else if !row.isSpace(left.upperBound) {
          across += 1
        }
      }
      if apart + across > 0 {
        // Between names that are far apart, two words of a cell may be below them by chance.
        joins[offset] = isWide && across > 0 ? apart < across * 4 : apart * 2 < across
      } else {
        let hasCells = rows.contains { $0.words.contains { $0.lowerBound == left.lowerBound } }
        joins[offset] = isWide && isAtLeft && hasCells || readsAsOne(left, right)
      }
    }
    return joins
  }

  /// Finds the words that continue the name of the word before if most rows have the same number of cells, fewer
  /// than words, and these are then at the edges of the names; nil if they do not show it.
  private func joinsByCount(over rows: [TableLine], knowing known: Set<[String]>) -> [Bool]? {
    let all = rows.map { row in row.datedCells.map(row.range) }
    guard rows.count > 1, !rows.contains(where: { $0.wordTexts.dropLast().contains("/") }),
      let count = Dictionary(grouping: all, by: \.count).max(by: { $0.value.count < $1.value.count }
      )?.key
    else { return nil }
    // A cell of a few rows may have a space in it.
    let cells = all.filter { $0.count == count }
    guard 1..<words.count ~= count, cells.count * 4 >= all.count * 3 else { return nil }
    /// The least displacements of the first cells from as many names, and the names' first words.
    typealias Way = (distance: Int, starts: [Int])
    var ways: [Int: Way] = [0: (0, [])]
    for cell in 0..<count {
      var next: [Int: Way] = [:]
      for (start, way) in ways.sorted(by: { $0.key < $1.key }) {
        for end in start..<words.count {
          if end > start, !mayJoin(end, known) { break }
          if end + 1 < words.count, isKnown(end + 1) || isExplanation(end + 1) { continue }
          let name = words[start].lowerBound..<words[end].upperBound
          let distance = cells.reduce(way.distance) { $0 + $1[cell].displacement(from: name) }
          if distance < next[end + 1]?.distance ?? .max {
            next[end + 1] = (distance, way.starts + [start])
          }
        }
      }
      ways = next
    }
    guard let way = ways[words.count] else { return nil }
    let joins = words.indices.map { !way.starts.contains($0) }
    let names = columns(joining: joins).map(\.header)
    let areBelow = names.enumerated().allSatisfy { offset, name in
      guard let first = words.first(where: { $0.lowerBound == name.lowerBound }), first != name
      else { return true }
      let isBeside = cells.contains { $0[offset].upperBound > first.upperBound }
      return cells.count { cells in
        cells[offset].lowerBound == name.lowerBound && isBeside
          || cells[offset].upperBound == name.upperBound
      } * 4 >= cells.count * 3
    }
    return areBelow ? joins : nil
  }

  /// Whether a word may continue the name of the word before, which is a space away.
  private func mayJoin(_ offset: Int, _ known: Set<[String]>) -> Bool {
    let (left, right) = (words[offset - 1], words[offset])
    return right.lowerBound - left.upperBound <= 1
      && !known.contains([line.text(left), line.text(right)])
  }

  /// The number of rows that have one word below each name and none elsewhere, but for more of them at the end.
  private func oneToOne(_ rows: [TableLine]) -> Int {
    let names = words.indices.filter { $0 == 0 || !isKnown($0) }.map { offset in
      let isPair = offset + 1 < words.count && isKnown(offset + 1)
      return words[offset].lowerBound..<words[isPair ? offset + 1 : offset].upperBound
    }
    return rows.count { row in
      row.words.count >= names.count
        && zip(row.words, names).allSatisfy { word, name in
          word.lowerBound <= name.upperBound && word.upperBound >= name.lowerBound
        }
        && zip(row.words, names.dropFirst()).allSatisfy { word, next in
          word.upperBound <= next.lowerBound
        }
        && (row.words.count == names.count
          || row.words[names.count].lowerBound > names[names.count - 1].lowerBound)
    }
  }

  /// Whether cells begin below the beginnings of names, as in tables whose columns are padded at the right.
  private func cellsBeginBelowNames(_ rows: [TableLine]) -> Bool {
    let cells = rows.flatMap(\.words)
    func count(_ edge: (Range<Int>) -> Int) -> Int {
      let places = Set(words.flatMap { edge($0) - 1...edge($0) + 1 })
      return cells.count { places.contains(edge($0)) }
    }
    return count(\.lowerBound) >= count(\.upperBound)
  }

  /// Whether most rows have as many words as there are names a space apart around one, below them or up to the next ones.
  private func haveWordForEach(inRunOf offset: Int, _ rows: [TableLine]) -> Bool {
    func isClose(_ next: Int) -> Bool { words[next].lowerBound - words[next - 1].upperBound <= 1 }
    var (first, last) = (offset, offset)
    while first > 0, isClose(first) { first -= 1 }
    while last + 1 < words.count, isClose(last + 1) { last += 1 }
    guard !rows.isEmpty else { return false }
    let joined = (first...last).dropFirst().count { isKnown($0) }
    let count = last - first + 1 - joined
    guard count > 1 else { return false }
    let start = words[first].lowerBound
    let end = last + 1 < words.count ? words[last + 1].lowerBound : Int.max
    let isEach = [
      { (word: Range<Int>) in start..<end ~= word.lowerBound },
      { (word: Range<Int>) in word.upperBound > start && word.upperBound <= words[last].upperBound
      },
    ].contains { isBelow in
      // A cell that is too wide shifts those after it.
      let full = rows.count { row in
        let below = row.words.filter(isBelow)
        // One that reaches across the end belongs to the others.
        if row.words.contains(where: { $0.contains(words[last].upperBound) }), end < .max {
          return false
        }
        // Two words a space apart may be one cell.
        return below.count == count && (count > 2 || below[1].lowerBound - below[0].upperBound > 1)
      }
      return full * 3 >= rows.count * 2
    }
    return isEach
  }

  /// Whether a word is in parentheses, a space behind the name that it explains: `Owns (effective)`.
  private func isExplanation(_ offset: Int) -> Bool {
    words[offset].lowerBound - words[offset - 1].upperBound == 1
      && line.trimmed(words[offset]).first == UInt8(ascii: "(")
  }

  private func isKnown(_ offset: Int) -> Bool {
    let pair = line.text(words[offset - 1]) + " " + line.text(words[offset])
    return Self.knownNames.contains(pair)
  }

  private func isBelow(_ row: TableLine, _ cell: Range<Int>, _ name: Range<Int>) -> Bool {
    guard let first = cell.first, let last = cell.last,
      !row.trimmed(row.words[first]).elementsEqual("/".utf8)
    else { return false }
    return row.words[first].lowerBound == name.lowerBound
      || row.words[last].upperBound == name.upperBound
  }

  /// Whether two words look like one name if the rows do not decide: `Used by`, `CPU %`.
  private func readsAsOne(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard let first = line.trimmed(left).first, let second = line.trimmed(right).first else {
      return false
    }
    let isCapital = first &- UInt8(ascii: "A") < 26
    return isCapital && second.isLowercaseLetter
      || !line.trimmed(right).contains { $0.isLetter || $0 >= 0x80 }
  }

  /// Whether two words are a name even if nothing is below them: `Access point`, `# OF CONTAINERS`.
  func isPhrase(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let words = [left, right].map { line.text($0).lowercased() }
    return readsAsOne(left, right) || words[0] == "#" || words.contains("of")
  }

  /// The columns, with some words joined to the ones before them.
  ///
  /// - Parameters:
  ///   - joins: Whether each word continues the name before.
  ///   - groups: The line above the names, which distinguishes equal names.
  /// - Returns: The columns, with nothing but their headers.
  func columns(joining joins: [Bool], below groups: TableGroups?) -> [TableColumn] {
    columns(joining: joins).named(below: groups)
  }

  private func columns(joining joins: [Bool]) -> [TableColumn] {
    var columns: [TableColumn] = []
    for (offset, word) in words.enumerated() {
      if offset > 0, offset < joins.count, joins[offset] {
        let start = columns[columns.count - 1].header.lowerBound
        let range = start..<word.upperBound
        let name = isPeriodOfClock(offset) ? columns[columns.count - 1].name : nil
        columns[columns.count - 1] = TableColumn(
          name: name ?? Array(line.trimmed(range)),
          header: range
        )
      } else {
        var name = Array(line.trimmed(word))
        if name.first == UInt8(ascii: "<"), name.last == UInt8(ascii: ">") {
          name = Array(name.dropFirst().dropLast())
        }
        if offset == 0, Self.isClock(line.text(word)) { name = Array("time".utf8) }
        columns.append(TableColumn(name: name, header: word))
      }
    }
    return columns
  }

  /// Names of two words that the rows do not always distinguish from two names.
  static let knownNames: Set<String> = [
    "Mounted on", "Local Address:Port", "Peer Address:Port", "Local Address", "Foreign Address",
    "CONTAINER ID", "IMAGE ID", "LAST SEEN", "NOMINATED NODE", "READINESS GATES", "UNIT FILE",
    "CREATED BY", "DISK READ", "DISK WRITE", "PRIVATE NET", "MAX AVAIL",
  ]

  // MARK: Recognition

  /// Whether a line can be names: several words, none of them a number, a path or part of a sentence.
  var mayBeNames: Bool {
    guard words.count > 1, line.count <= 4_096 else { return false }
    let texts = words.map { Array(line.trimmed($0)) }
    if Self.logLevels.contains(String(decoding: texts[0], as: UTF8.self)) { return false }
    for (offset, name) in texts.enumerated() {
      guard let first = name.first, let last = name.last else { return false }
      if offset == 0, Self.isClock(String(decoding: name, as: UTF8.self)) { continue }
      if DelimitedSample.isHash(name) { return false }
      let isNamed = name.contains { $0.isLetter || $0 >= 0x80 }
      // iostat(1) prints the subject of a row before the names.
      let isLabel = offset == 0 && last == UInt8(ascii: ":") && !isFollowedClosely
      let isBracketed = ["()", "<>", "[]"].contains(String(decoding: [first, last], as: UTF8.self))
      guard
        isNamed
          && (isBracketed || !"[{(<=\"'./-".utf8.contains(first))
          && (isLabel || !":,;.!?".utf8.contains(last) || isAbbreviation(offset, name))
          && !name.contains(UInt8(ascii: "="))
          // `22/tcp` is a value, `1K-blocks` a name.
          && (!first.isDigit || !name.contains(UInt8(ascii: "/")) || name.suffix(2) == Self.rate)
          // A version, as `5.2.26-3.fc40`.
          && (!first.isDigit || name.count { $0 == UInt8(ascii: ".") } < 2)
          || name.count == 1 && "#%/:".utf8.contains(first)
          || offset == 0 && name.elementsEqual("--".utf8)
          || Self.isPeriod(name)
      else { return false }
    }
    return true
  }

  /// Whether a name is cut short by a period, as headers are where a language needs long words: `Verf.`.
  ///
  /// The last word of a sentence also ends with one.
  private func isAbbreviation(_ offset: Int, _ name: [UInt8]) -> Bool {
    guard name.last == UInt8(ascii: "."), name.count <= 8,
      !name.dropLast().contains(name[name.count - 1])
    else { return false }
    return offset < words.count - 1 || line.isUppercase
  }

  /// The end of the name of a rate, such as `19/s`.
  private static let rate = ArraySlice("/s".utf8)

  /// Whether a percent sign begins the second name, as in `avg-cpu:  %user`.
  private var isLabelOfShares: Bool { line.trimmed(words[1]).first == UInt8(ascii: "%") }

  private var isFollowedClosely: Bool {
    words.count < 3 || words[1].lowerBound - words[0].upperBound < 2 && wideGaps < 4
      || !isLabelOfShares && wideGaps < 2
  }

  /// `AM` and `PM` after a time are names like others.
  private static func isPeriod(_ name: [UInt8]) -> Bool {
    name.elementsEqual("AM".utf8) || name.elementsEqual("PM".utf8)
  }

  /// Whether the names are formatted like names: with wide gaps, or in capitals.
  var looksLikeNames: Bool {
    wideGaps > 1 || isInCapitals || hasKnownName
  }

  /// Whether such a line hardly occurs except above a table.
  var isStrong: Bool { mayBeNames && (isInCapitals || hasKnownName) }

  /// Whether the names are in capitals; two words with one space between them are a heading: `ACTION ITEMS`.
  private var isInCapitals: Bool { line.isUppercase && (words.count > 2 || wideGaps > 0) }

  /// Whether such a line is the header of a table without rows, and not a message in capitals.
  var standsAlone: Bool {
    isStrong && (hasKnownName || wideGaps * 2 >= words.count - 1) || areCapitalizedApart
  }

  /// Whether there are several words that begin with capitals, with wide gaps between all of them: those of `/proc/swaps`.
  private var areCapitalizedApart: Bool {
    words.count > 3 && wideGaps == words.count - 1 && mayBeNames
      && words.allSatisfy { line.trimmed($0).first.map { $0 &- UInt8(ascii: "A") < 26 } ?? false }
  }

  var hasKnownName: Bool { words.indices.dropFirst().contains(where: isKnown) }

  var wideGaps: Int {
    zip(words, words.dropFirst()).count { $1.lowerBound - $0.upperBound > 1 }
  }

  /// The number of names that begin or end where a word of a row does, and the greatest number possible.
  private func matches(_ rows: [TableLine]) -> (aligned: Int, possible: Int) {
    var (aligned, possible) = (0, 0)
    for row in rows {
      let starts = Set(row.words.map(\.lowerBound))
      let ends = Set(row.words.map(\.upperBound))
      aligned += words.count { starts.contains($0.lowerBound) || ends.contains($0.upperBound) }
      possible += min(words.count, row.words.count)
    }
    return (aligned, possible)
  }

  /// Whether rows are aligned below the names, with different content.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - isUnderlined: Whether a line across the page is between the names and the rows, so that names need not look
  ///     like names.
  /// - Returns: Whether they are.
  func isAligned(above rows: [TableLine], isUnderlined: Bool = false) -> Bool {
    guard let first = rows.first, rows.contains(where: { $0.words.count > 1 }) else { return false }
    let (aligned, possible) = matches(rows)
    var near = 0
    var repeated = [Int](repeating: 0, count: words.count)
    for row in rows {
      near += words.count { name in
        row.words.contains { word in
          abs(word.lowerBound - name.lowerBound) < 2 || abs(word.upperBound - name.upperBound) < 2
        }
      }
      // State letters, such as those of ps(1), can also be the name of a column.
      for (offset, word) in words.enumerated()
      where word.count > 1 && row.words.contains(word) && row.trimmed(word) == line.trimmed(word) {
        repeated[offset] += 1
      }
    }
    if Self.isClock(line.text(words[0])) { repeated[0] = 0 }
    if isPeriodOfClock(1) { repeated[1] = 0 }
    if line.trimmed(words[0]).last == UInt8(ascii: ":") {
      // A label is that of the names and of the rows: `Average:`; or there are many names behind it.
      guard repeated[0] > 0 || isLabelOfShares || wideGaps > 2 else { return false }
      repeated[0] = 0
    }
    // A name is not the value of its own column, and no value like those below it.
    if repeated.contains(where: { $0 * 2 > rows.count }) || hasValue(like: rows) { return false }
    let isEven = rows.allSatisfy { $0.words.count == first.words.count }
    if words.count > 2, haveNumbersForEach(rows, areAligned: aligned * 2 >= possible) {
      return true
    }
    // Names with single spaces between them, of which none is known, as df(1) prints them in other languages.
    if words.count > 3, rows.count > 1, aligned * 4 >= possible * 3, hasNumbers(below: rows) {
      return true
    }
    if haveLabels(rows) || isNumberedPair(rows) { return true }
    let isPair =
      words.count == 2 && wideGaps == 1 && isEven && words[0].count > 1
      && line.trimmed(words[0]).allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
    // Capitals that are far apart are names even if a character is missing in the rows.
    if standsAlone, words.count > 3, near * 2 >= possible { return true }
    if isUnderlined, words.count > 2, hasWordsBelow(rows) { return true }
    return (looksLikeNames || isPair) && aligned * 2 >= possible
  }

  /// Whether there are two names in capitals a space apart, and below each of them cells at its edge, those below one with
  /// digits: `PID COMMAND`.
  private func isNumberedPair(_ rows: [TableLine]) -> Bool {
    guard words.count == 2, line.isUppercase, rows.count > 1,
      rows.allSatisfy({ $0.words.count > 1 })
    else { return false }
    func cells(
      _ name: Range<Int>,
      _ cell: (TableLine) -> Range<Int>
    ) -> (isAt: Bool, isNumber: Bool) {
      let isAt =
        rows.allSatisfy { cell($0).lowerBound == name.lowerBound }
        || rows.allSatisfy { cell($0).upperBound == name.upperBound }
      return (isAt, rows.allSatisfy { $0.trimmed(cell($0)).first?.isDigit ?? false })
    }
    let first = cells(words[0]) { $0.words[0] }
    let isText = rows.allSatisfy { $0.words[1].lowerBound == words[1].lowerBound }
    let second = cells(words[1]) { $0.words[isText ? 1 : $0.words.count - 1] }
    return first.isAt && second.isAt && (first.isNumber || second.isNumber)
  }

  /// Whether there is one name, above numbers beside labels: `numastat` with one node, `/proc/softirqs` with one processor.
  func isOnlyName(above rows: [TableLine]) -> Bool {
    guard words.count == 1, let name = words.first, name.lowerBound > 1, rows.count > 1,
      line.trimmed(name).first?.isLetter == true
    else { return false }
    return rows.allSatisfy { row in
      row.words.count > 1 && row.words[0].upperBound < name.lowerBound
        && row.words.dropFirst().prefix(1).allSatisfy { word in
          abs(word.upperBound - name.upperBound) < 2 && row.trimmed(word).allSatisfy(\.isDigit)
        }
    }
  }

  /// Whether a word that begins with a digit has a word of the same form below it, as in lines without a header:
  /// `ok  example.com/x  0.005s`; or one all words below which have the same ending: `pam_unix.so`.
  private func hasValue(like rows: [TableLine]) -> Bool {
    func form(_ word: ArraySlice<UInt8>) -> [UInt8] {
      var form: [UInt8] = []
      for byte in word where !byte.isDigit || form.last != UInt8(ascii: "0") {
        form.append(byte.isDigit ? UInt8(ascii: "0") : byte)
      }
      return form
    }
    return words.enumerated().contains { offset, name in
      let text = line.trimmed(name)
      if let point = text.dropFirst().lastIndex(of: UInt8(ascii: ".")), rows.count > 1,
        case let ending = text[point...], ending.count > 2,
        rows.allSatisfy({ row in
          row.words.contains { $0.overlaps(name) && row.trimmed($0).suffix(ending.count) == ending }
        })
      {
        return true
      }
      guard text.first?.isDigit == true, offset > 0 || !Self.isClock(line.text(name)) else {
        return false
      }
      return rows.contains { row in
        row.words.contains { $0.overlaps(name) && form(row.trimmed($0)) == form(text) }
      }
    }
  }

  /// Whether rows are a label with a colon, and below the names numbers only, as those of free(1): in some languages
  /// its names are not aligned.
  private func haveLabels(_ rows: [TableLine]) -> Bool {
    words.count > 2 && wideGaps * 2 >= words.count - 1
      && rows.contains { $0.words.count == words.count + 1 }
      && rows.allSatisfy { row in
        row.words.count <= words.count + 1 && row.words[0].upperBound < words[0].lowerBound
          && row.trimmed(row.words[0]).last == UInt8(ascii: ":")
          && row.words.dropFirst().allSatisfy { word in
            row.trimmed(word).first.map { $0.isDigit } ?? false
          }
      }
  }

  /// Whether several names have a word with a digit below their beginnings or ends in every row.
  func hasNumbers(below rows: [TableLine]) -> Bool {
    let count = words.count { name in
      rows.allSatisfy { row in
        row.words.contains { word in
          (word.upperBound == name.upperBound || word.lowerBound == name.lowerBound)
            && row.trimmed(word).contains { $0.isDigit }
        }
      }
    }
    return count > 1
  }

  /// Whether rows have a cell for each name, or for all but the last, and numbers below half of them: in position, or with
  /// none that begins before its name, or in too many columns for chance.
  private func haveNumbersForEach(_ rows: [TableLine], areAligned: Bool) -> Bool {
    func cells(_ row: TableLine) -> [Range<Int>]? {
      row.singleCells(words.count) ?? row.cellsButLast(words.count)
    }
    guard let numeric = rows.numericColumns(words.count, cells), numeric.count * 2 >= words.count
    else { return false }
    let isCertain =
      words.count > 5 && rows.count > 1
      && rows.allSatisfy { $0.singleCells(words.count) != nil }
    return areAligned || isCertain
      || rows.allSatisfy { row in
        zip(cells(row) ?? [], words).allSatisfy { cell, name in
          guard !cell.isEmpty else { return true }
          let range = row.range(of: cell)
          return range.lowerBound >= name.lowerBound || range.upperBound >= name.upperBound
        }
      }
  }

  static func isClock(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isNumber) }
  }

  private static let logLevels: Set<String> = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL",
  ]
}
