import FeedValues

/// A printed table: a header, and lines with cells below its names.
///
/// Lines are held back until the feed rests or there are many of them, and then split by what all of
/// them show: a cell may be empty, contain spaces, or be wider than its column and shift the next ones.
/// The names of the columns are determined once; later rows only add evidence about the positions of
/// the cells.
package struct TableForm: Sendable {
  /// The known headers, by their words, including those of earlier runs of a command.
  package private(set) var memory = TableMemory()
  /// The lines that are held back, and the number of the first one.
  private var pending: [TableLine] = []
  private var pendingStart = 1
  private var pendingBytes = 0
  var section: Section?
  /// Whether the last line was blank.
  private var isAfterGap = false
  /// Whether the names, and the units below them, are behind a `#`.
  private(set) var isMarked = false
  /// Whether there were rows since the header.
  var hasRows = false
  /// The places of the names.
  private var places: [Range<Int>] = []
  /// The places of the bars that are between names and between cells, as dstat(1) has them.
  private var bars: [Int] = []
  /// The lines that continue rows; nil if each line is one.
  private var continuations: TableContinuations?
  /// Whether what is between two rulers is one row, whose cells may be of several lines.
  private var hasRulersBetweenRows = false
  /// The name that the line above the header gives the rows below it, empty for none; nil if that is not a column.
  private(set) var caption: [UInt8]?

  /// The word that all captions begin with, which names their column; otherwise each is a section.
  private var captionName = Self.sectionName
  private static let sectionName = Array("section".utf8)
  /// Whether rows begin with a sign, or a space in its place.
  private var areSigned = false
  /// The name of the column of signs in front of rows, as that of labels.
  private static let signName = columnNames([[]])[0]

  /// The maximum number of lines that are held back, and of bytes in them.
  static let lineCapacity = 1_024
  static let byteCapacity = 1 << 20

  enum Section: Sendable {
    case aligned(texts: [String], TableLayout)
    case barred(BarredTable, texts: [String])
  }

  /// Whether no line names the columns.
  private var isNameless = false

  init() {}

  /// Creates a form with the columns that another one found.
  package init(_ memory: TableMemory, isNameless: Bool = false) {
    self.memory = memory
    self.isNameless = isNameless
  }

  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    if pending.isEmpty { pendingStart = values.place.line }
    pending.append(TableLine(line))
    pendingBytes += line.count
    if pending.count >= Self.lineCapacity || pendingBytes >= Self.byteCapacity {
      cut(isEnd: false, into: &values)
    }
  }

  /// Whether the feed has rested: from then on rows are emitted as they arrive.
  package private(set) var hasRested = false

  /// Splits the lines that were held back, because no more follow for now, or ever.
  package mutating func rest(isEnd: Bool, into values: inout TextValues) {
    hasRested = true
    cut(isEnd: isEnd, into: &values)
  }

  private mutating func cut(isEnd: Bool, into values: inout TextValues) {
    let lines = pending
    var position = 0
    // The kind of each line that is neither blank nor a row.
    var roles: [LineAccount.Role?] = lines.map { $0.isBlank ? .blank : nil }
    if section == nil {
      guard let start = begin(lines, isEnd: isEnd) else {
        if isEnd { pending = [] }
        return enter(isEnd ? roles[...] : [], into: &values)
      }
      position = start
      note(..<start, of: lines, in: &roles)
    }
    pending = []
    pendingBytes = 0
    var count = lines.count
    defer { enter(roles[..<count], into: &values) }
    var isAfterTitle = false
    while position < lines.count {
      // Below a title, a possible header is one, though it would fit as a row.
      if isAfterTitle, !isHeaderAgain(lines[position]), !containsNumber(lines[position]),
        let found = useOther(TableFinder.find(at: position, in: lines[position...]), lines)
      {
        note(position..<found.body, of: lines, in: &roles)
        (isAfterTitle, position) = (false, found.body)
        continue
      }
      isAfterTitle = isAfterTitle && lines[position].isBlank
      // The rows to the next blank line, ruler or header are examined together.
      let end = endOfRows(lines, from: position, isEnd: isEnd)
      if end > position {
        let before = values.pieces.count
        append(lines[position..<end], into: &values)
        let rows = values.pieces.count - before
        // The counts do not depend on which of the lines begin a row.
        for offset in position..<end {
          roles[offset] = offset < position + rows ? .row : .continuation
        }
        position = end
        continue
      }
      if lines[position].isBlank {
        isAfterGap = true
        position += 1
        continue
      }
      if !isEnd, case .barred(let table, _) = section,
        table.lineCount(ofRow: lines[position...]) == nil
      {
        pending = Array(lines[position...])
        pendingBytes = pending.reduce(0) { $0 + $1.bytes.count }
        count = position
        return
      }
      if case .barred(let table, _) = section, table.isNote(lines[position]) {
        roles[position] = .legend
        position += 1
        continue
      }
      if isCaption(at: position, lines) {
        roles[position] = .caption
        position += 1
        continue
      }
      if TableFinder.isDashedTitle(lines[position]) {
        (roles[position], isAfterTitle) = (.caption, true)
        position += 1
        // The names of a table without rows are not a row of the one before.
        let header = position < lines.count ? TableHeader(lines[position]) : nil
        if let header, header.mayBeNames, header.wideGaps > 1 {
          use(.init(kind: .plain(header), header: position, body: position + 1), lines)
          note(position..<position + 1, of: lines, in: &roles)
          (isAfterTitle, position) = (false, position + 1)
        }
        continue
      }
      if let found = TableFinder.titled(at: position, in: lines[position...]) {
        use(found, lines)
        note(position..<found.body, of: lines, in: &roles)
        position = found.body
        continue
      }
      // Between two rulers is the end of a box and the beginning of another one.
      if case .barred = section, position > 0, TableRuler(lines[position - 1]) != nil,
        TableRuler(lines[position]) != nil,
        let found = useOther(TableFinder.find(at: position, in: lines[position...]), lines)
      {
        note(position..<found.body, of: lines, in: &roles)
        position = found.body
        continue
      }
      if isHeaderAgain(lines[position]) || TableRuler(lines[position]) != nil {
        if caption != nil { readCaption(above: position, lines) }
        layOutAgain(at: position, lines)
        roles[position] = TableRuler(lines[position]) == nil ? .header : .ruler
        if roles[position] == .header { markCaptions(above: position, in: &roles) }
        // A line across the page is between two parts of it.
        isAfterGap = TableRuler(lines[position])?.isAcross ?? false
        position += 1
        // Below other columns than those of the header are the sums of some: `unzip -l`.
        if hasRows, position < lines.count, !lines[position].isBlank,
          let ruler = TableRuler(lines[position - 1]), isRuled(otherwise: ruler)
        {
          roles[position] = .legend
          position += 1
        }
        continue
      }
      if let found = useOther(TableFinder.find(at: position, in: lines[position...]), lines) {
        note(position..<found.body, of: lines, in: &roles)
        position = found.body
        continue
      }
      // A title or a legend; one that may be a header waits for its rows.
      if !isEnd, position == lines.count - 1,
        caption != nil || TableHeader(lines[position]).mayBeNames
      {
        pending = [lines[position]]
        pendingBytes = lines[position].bytes.count
        count = position
        return
      }
      roles[position] = hasRows ? .legend : .caption
      // Lines below a title have to resemble the rows above it.
      isAfterGap = isAfterGap || lines[position].bytes.last == UInt8(ascii: ":")
      position += 1
      isAfterTitle = true
    }
  }

  /// Enters lines into the account.
  private mutating func enter(
    _ roles: ArraySlice<LineAccount.Role?>,
    into values: inout TextValues
  ) {
    for (offset, role) in roles.enumerated() {
      values.account.note(role ?? .caption, line: pendingStart + offset)
    }
    pendingStart += roles.count
  }

  /// Says that the lines above a header, which no rows are between, are captions.
  private func markCaptions(above header: Int, in roles: inout [LineAccount.Role?]) {
    for offset in (0..<header).reversed() {
      guard roles[offset] == .legend || roles[offset] == .blank else { break }
      if roles[offset] == .legend { roles[offset] = .caption }
    }
  }

  /// Says what the lines up to the first row of a table are: its header, rulers, and what is above it.
  private func note(
    _ range: some RangeExpression<Int>,
    of lines: [TableLine],
    in roles: inout [LineAccount.Role?]
  ) {
    let range = range.relative(to: lines)
    markCaptions(above: range.lowerBound, in: &roles)
    var isHeader = true
    for offset in range.reversed() where !lines[offset].isBlank {
      if TableRuler(lines[offset]) != nil {
        roles[offset] = .ruler
      } else {
        roles[offset] = isHeader ? .header : .caption
        isHeader = false
      }
    }
  }

  // MARK: Headers

  /// Finds the header; returns the offset of the first row, nil if the header may not have arrived.
  private mutating func begin(_ lines: [TableLine], isEnd: Bool) -> Int? {
    if isNameless {
      let columns = TableFinder.columns(of: lines.prefix(TableFinder.lineLimit))
      let whole = [TableColumn(name: [], header: 0..<1)]
      let layout = TableLayout(columns ?? whole, over: lines.filter { !$0.isBlank })
      section = .aligned(texts: [], layout)
      // Lines above the titles are not among them.
      return columns == nil ? 0 : TableFinder.startOfNameless(lines.prefix(TableFinder.lineLimit))
    }
    if let found = TableFinder.find(in: lines[...], knowing: memory) {
      use(found, lines)
      return found.body
    }
    let isFull = lines.count >= Self.lineCapacity || pendingBytes >= Self.byteCapacity
    let count = lines.count(where: { !$0.isBlank })
    guard isEnd || isFull || count > TableFinder.titleLimit else { return nil }
    guard let first = lines.firstIndex(where: { !$0.isBlank }) else { return nil }
    if let box = TableFinder.box(in: lines[...]) {
      use(box, lines)
      return box.body
    }
    // The user asked for a table: its first line is the header, unless it is the title of one without rows.
    let header = TableFinder.alone(in: lines[...]) ?? first
    use(.init(kind: .plain(TableHeader(lines[header])), header: header, body: header + 1), lines)
    return header + 1
  }

  /// Uses a header if it has other columns than the section; nil if it is none.
  private mutating func useOther(
    _ found: TableFinder.Found?,
    _ lines: [TableLine]
  ) -> TableFinder.Found? {
    guard let found, isOther(found, in: lines) else { return nil }
    use(found, lines)
    return found
  }

  /// Lays out the columns of a header that is printed again at other places.
  private mutating func layOutAgain(at position: Int, _ lines: [TableLine]) {
    guard case .aligned(let texts, _) = section, TableRuler(lines[position]) == nil else { return }
    let header = TableHeader(lines[position], isMarked: isMarked)
    guard header.texts == texts, !places.isEmpty, header.words != places else { return }
    let groups = position > 0 ? TableGroups(lines[position - 1]) : nil
    let rows = TableFinder.rows(below: position, in: lines[...])
    guard !rows.isEmpty else { return }
    let whole = Self.whole(rows, below: header.words, keepingSigns: true)
    section = .aligned(texts: texts, memory.layout(of: header, below: groups, over: whole))
    places = header.words
  }

  private mutating func use(_ found: TableFinder.Found, _ lines: [TableLine]) {
    isAfterGap = false
    hasRows = false
    (isMarked, areSigned, hasRulersBetweenRows, places) = (false, false, false, [])
    (caption, continuations, bars) = (nil, nil, [])
    switch found.kind {
    case .barred(let table):
      section = .barred(table, texts: TableHeader(lines[found.header]).texts)
      hasRulersBetweenRows = table.hasRulersBetweenRows(lines[found.body...])
    case .plain(let header):
      isMarked = header.words.count < header.line.words.count && TableFinder.isMarked(header.line)
      places = header.words
      let captions = TableFinder.captions(header: found.header, in: lines[...])
      var rows = TableFinder.rows(below: found.body - 1, in: lines[...])
      for header in captions.dropFirst() where rows.count < TableFinder.sampleSize {
        rows += TableFinder.rows(below: header, in: lines[...])
      }
      bars = Self.bars(of: lines[found.header], above: rows)
      rows = rows.map { $0.withoutBars(at: bars) }
      areSigned = Self.areSigned(rows, below: header)
      continuations = TableContinuations(rows, below: header.words)
      rows = Self.whole(
        rows,
        below: header.words,
        keepingSigns: !areSigned,
        areSigned: areSigned,
        continuations,
        isSample: true
      )
      section = .aligned(
        texts: header.texts,
        memory.layout(
          of: header,
          below: found.groups,
          over: rows,
          restAt: continuations?.placeOfText
        )
      )
      let texts = captions.compactMap { TableFinder.caption(above: $0, in: lines[...]) }
      let name = texts.isEmpty ? nil : Self.commonWord(of: texts) ?? Self.sectionName
      if let name = memory.captionName(of: header, or: name) {
        captionName = name
        readCaption(above: found.header, lines)
      }
    case .ruled(let header, let segments):
      let columns = segments.map { segment in
        let names = [found.upper, lines[found.header]].compactMap { $0?.trimmed(segment) }
        let name = names.filter { !$0.isEmpty }.joined(separator: " ".utf8)
        return TableColumn(name: Array(name), header: segment)
      }
      let start = segments.first?.lowerBound ?? 0
      let rows = TableFinder.rows(below: found.body - 1, in: lines[...])
      bars = Self.bars(of: lines[found.header], above: rows)
      let haveLabels = !rows.isEmpty && rows.allSatisfy { $0.words[0].lowerBound + 1 < start }
      let label = haveLabels ? [TableColumn(name: [], header: 0..<start - 1)] : []
      let named = columns.named(below: found.groups)
      section = .aligned(texts: header.texts, TableLayout(ruled: label + named))
    }
  }

  /// The places of bars in a header below which all rows have bars.
  private static func bars(of header: TableLine, above rows: [TableLine]) -> [Int] {
    guard !rows.isEmpty else { return [] }
    return (0..<header.count).filter { place in
      header.isBar(place) && rows.allSatisfy { $0.isBar(place) }
    }
  }

  private mutating func readCaption(above header: Int, _ lines: [TableLine]) {
    let text = TableFinder.caption(above: header, in: lines[...]).map { Array($0) } ?? []
    let word = captionName + [UInt8(ascii: " ")]
    caption = text.starts(with: word) ? Array(text.dropFirst(word.count)) : text
  }

  /// The word that all of several captions begin with; nil if there is none.
  private static func commonWord(of captions: [ArraySlice<UInt8>]) -> [UInt8]? {
    let words = Set(captions.map { $0.prefix { $0 != UInt8(ascii: " ") } })
    guard let word = words.first, words.count == 1, !captions.contains(word) else { return nil }
    return Array(word)
  }

  // MARK: Rows

  /// The offset of the first line that is not a row of the section.
  private func endOfRows(_ lines: [TableLine], from start: Int, isEnd: Bool) -> Int {
    var position = start
    var isAfterGap = isAfterGap
    while position < lines.count {
      let line = lines[position]
      if case .barred(let table, _) = section {
        let count = table.lineCount(ofRow: lines[position...])
        if count == nil, !isEnd { return position }
        if let count, count > 1 {
          (position, isAfterGap) = (position + count, false)
          continue
        }
      }
      if isNameless, !line.isBlank {
        position += 1
        continue
      }
      guard !line.isBlank, !isHeaderAgain(line), TableRuler(line) == nil,
        !isCaption(at: position, lines), !TableFinder.isDashedTitle(line),
        !TableFinder.isTitle(at: position, in: lines[...])
      else { break }
      switch section {
      case .barred(let table, _): if table.cells(of: line) == nil { return position }
      case .aligned(_, let layout):
        guard fits(line, layout, isAfterGap: isAfterGap && hasRows) else { return position }
        if isAfterGap, hasRows, beginsSection(at: position, lines) { return position }
        if hasRows || position > start, isColonTitle(line, layout) { return position }
        let isBelowRuler = position > 0 && TableRuler(lines[position - 1]) != nil
        if layout.isRuled, !hasRows, position == start, isBelowRuler {
          position += 1
          continue
        }
        if !containsNumber(line), isTitle(at: position, lines, layout) { return position }
      case nil: return position
      }
      isAfterGap = false
      position += 1
    }
    return position
  }

  private var plus: UInt8 { UInt8(ascii: "+") }

  private mutating func append(_ rows: ArraySlice<TableLine>, into values: inout TextValues) {
    defer {
      isAfterGap = false
      hasRows = true
    }
    switch section {
    case .barred(let table, _):
      let names = columnNames(table.names.map { $0[...] })
      if hasRulersBetweenRows {
        let cells = BarredTable.joined(rows.compactMap(table.cells))
        if !cells.isEmpty { values.appendRecord(names, cells) }
        return
      }
      var open: (cells: [[UInt8]], goesOn: [Bool])?
      var next = rows.startIndex
      while next < rows.endIndex {
        var row = rows[next]
        let count = table.lineCount(ofRow: rows[next...]) ?? 1
        if count > 1 {
          row = TableLine(rows[next..<next + count].map(\.bytes).joined(separator: "\n".utf8))
        }
        next += count
        guard var cells = table.cells(of: row) else { continue }
        let goesOn = table.continuations(of: row)
        for offset in goesOn.indices where goesOn[offset] && cells[offset].last == plus {
          cells[offset].removeLast()
          while cells[offset].last == UInt8(ascii: " ") { cells[offset].removeLast() }
        }
        if let before = open {
          for offset in cells.indices where before.goesOn[offset] {
            cells[offset] = before.cells[offset] + [UInt8(ascii: "\n")] + cells[offset]
          }
          for offset in cells.indices where !before.goesOn[offset] {
            cells[offset] = before.cells[offset] + cells[offset]
          }
        }
        open = goesOn.contains(true) ? (cells, goesOn) : nil
        if open == nil { values.appendRecord(names, cells) }
      }
      if let open { values.appendRecord(names, open.cells) }
    case .aligned(let texts, var layout):
      let rows = Self.whole(
        bars.isEmpty ? Array(rows) : rows.map { $0.withoutBars(at: bars) },
        below: continuations == nil ? layout.columns.map(\.header) : places,
        areSigned: areSigned,
        continuations
      )
      layout.learn(Array(rows.prefix(256)))
      section = .aligned(texts: texts, layout)
      let visible = layout.columns.indices.filter { !layout.isLabelOnly($0) }
      let captionNames = caption == nil ? [] : [captionName[...]]
      let names = columnNames(captionNames + visible.map { layout.columns[$0].name[...] })
      let captions = caption.map { [$0[...]] } ?? []
      let alignment = layout.alignment
      // The first column has a cell in most rows.
      let isNamed = visible.first.map { layout.columns[$0].isMostlyFilled } ?? false
      var open: (names: [[UInt8]], cells: [ArraySlice<UInt8>])?
      for row in rows {
        let cells = alignment.cells(of: row)
        let hasSign = areSigned || !row.sign.isEmpty
        let texts = visible.map { text(of: cells[$0], in: row, layout.columns[$0]) }
        let skipped = open.map { $0.cells.count - texts.count } ?? 0
        if isNamed, let cell = continuation(texts), let before = open?.cells[skipped + cell],
          !before.isEmpty
        {
          open?.cells[skipped + cell] = before + [UInt8(ascii: "\n")] + texts[cell]
          continue
        }
        if let open { values.appendRecord(open.names, open.cells) }
        open = (
          (hasSign ? [Self.signName] : []) + names,
          (hasSign ? [row.sign[...]] : []) + captions + texts
        )
      }
      if let open { values.appendRecord(open.names, open.cells) }
    case nil: break
    }
  }

  /// The offset of the only cell of a row that goes on with the one above it, as the paths of `restic snapshots`: nil if there
  /// are more, or the first column has one.
  private func continuation(_ texts: [ArraySlice<UInt8>]) -> Int? {
    guard texts.count > 2, texts[0].isEmpty else { return nil }
    let filled = texts.indices.filter { !texts[$0].isEmpty }
    return filled.count == 1 ? filled[0] : nil
  }

  private func text(
    of cell: Range<Int>,
    in row: TableLine,
    _ column: TableColumn
  ) -> ArraySlice<UInt8> {
    guard !cell.isEmpty else { return [] }
    let text = row.trimmed(row.range(of: cell))
    // The colon after a label without a name, as those of free(1), only separates it.
    let isLabel = column.name.isEmpty && text.last == UInt8(ascii: ":")
    return isLabel ? text.dropLast() : text
  }
}
