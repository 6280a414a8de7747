import FeedFormats
import FeedValues

/// The meaning of a value after the path to its rows was applied.
extension FeedInterpreter {
  func meaning(
    of value: JSONValue,
    _ hints: StructureHints? = nil
  ) -> (meaning: ValueMeaning, structure: FeedStructure) {
    guard let rowsPath else { return ValueMeaning.of(value, hints, times) }
    let (whole, structure) = ValueMeaning.of(value, hints, times)
    // The entries of a stream are unpacked before the path is applied.
    switch (structure, whole) {
    case (.redisStream, .snapshot(let entries, _)):
      let timed = entries.map { TimedValue(value: $0) }
      if let rows = select(rowsPath, from: timed) {
        return (.snapshot(rows.map(\.value), at: nil), structure)
      }
    case (.redisStream, .upserts(let entries)):
      if let rows = select(rowsPath, from: entries) { return (.upserts(rows), structure) }
    default: break
    }
    guard let values = rowsPath.select(from: value) else {
      return (.refused(FeedText.Malformed.nothing(at: "\(rowsPath)")), .selection)
    }
    if rowsPath.selectsMany { return (.snapshot(values, at: nil), .selection) }
    guard let selected = values.first else { return (.nothing, .selection) }
    if selected.kind == .null, structure == .kafkaMessage, let key = value.member("key"),
      key.isScalar
    {
      return (.deleteKey(builder.keyText(ofMessage: key), at: nil), .selection)
    }
    return ValueMeaning.of(selected, nil, times)
  }

  /// The values at a path in each entry; an entry without it is left unchanged; nil if no entry has
  /// it.
  private func select(_ path: RowsPath, from entries: [TimedValue]) -> [TimedValue]? {
    let selections = entries.map { path.select(from: $0.value) }
    guard selections.contains(where: { $0 != nil }) else { return nil }
    return zip(selections, entries).flatMap { values, entry in
      values.map { $0.map { TimedValue(value: $0, time: entry.time) } } ?? [entry]
    }
  }
}
