internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// Where the list of columns stands: at the right, as high as it needs and the table allows.
  var pickerBox: Box {
    let width = min(size.columns, max(44, min(size.columns * 5 / 8, 64)))
    let room = size.lines > 8 ? size.lines - 2 : size.lines
    let height = min(max(columns.count, 1) + 2, room)
    return Box(
      top: (size.lines - height) / 2,
      left: size.columns - width,
      width: width,
      height: height
    )
  }

  /// Draws the list of columns over the table.
  func draw(_ picker: ColumnPicker, over buffer: inout CellBuffer, at present: FeedTime?) {
    let box = pickerBox
    // Where there is a line of keys, it says them all.
    let footer = frame.keys == nil ? pickerHints(box.width - 4) : ""
    draw(box, title: "Columns", footer: footer, over: &buffer)
    let lines = box.top + 1..<max(box.top + 1, box.top + box.height - 1)
    let room = box.width - 4
    let titleWidth = min(columns.map(\.title.displayWidth).max() ?? 0, max(room / 3, 12))
    for (offset, line) in zip(columns.indices.dropFirst(picker.top), lines) {
      let column = columns[offset]
      let isSelected = column.path == picker.selection
      let surface: Theme.Surface = isSelected ? .selection : .bar
      let end = box.left + box.width - 2
      buffer.fill(
        line: line,
        columns: box.left + 1..<max(box.left + 1, end + 1),
        style: theme.style(.text, on: surface)
      )
      var start = box.left + 2
      func write(_ text: String, width: Int, _ role: Theme.Role) {
        guard start < end else { return }
        let style = theme.style(role, on: surface, bold: isSelected)
        let room = min(width, end - start)
        buffer.write(text, line: line, column: start, maximumWidth: room, style: style)
        start += width + 1
      }
      let isShown = isShown(offset)
      write(isShown ? "[x]" : "[ ]", width: 3, isShown ? .text : .dim)
      write(column.title, width: titleWidth, isShown ? .text : .dim)
      write(column.formatName.rawValue, width: 8, .dim)
      write(sample(of: column, at: present), width: max(0, end - start), .dim)
    }
  }

  /// A row that has a value in a column: one of those in view, or else one of the first.
  func sampleRow(of column: Column) -> Row? {
    let first = table.firstVisibleRow
    let rows = table.rows
    let inView = rows[min(first, rows.count)..<min(first + table.height, rows.count)]
    return inView.first { column.value(of: $0) != nil }
      ?? rows.prefix(ColumnChoice.sampleSize).first { column.value(of: $0) != nil }
  }

  private func sample(of column: Column, at present: FeedTime?) -> String {
    guard let row = sampleRow(of: column) else {
      return "no row has \(column.path.description)"
    }
    return column.cellText(of: row, in: configuration.calendar, at: present)
  }

  private func pickerHints(_ room: Int) -> String {
    var text = ""
    for hint in ColumnPicker.hints {
      let next = "\(ColumnPicker.label(of: hint.actions)) \(hint.help)"
      guard text.displayWidth + next.displayWidth + 2 <= room - 2 else { break }
      text += text.isEmpty ? next : "  " + next
    }
    return text
  }
}
