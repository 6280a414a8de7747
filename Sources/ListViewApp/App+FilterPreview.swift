import Columns
import FeedStore
internal import FeedValues
internal import ListViewParts
internal import TableModel

extension App {
  /// Previews a filter that is being typed.
  ///
  /// An invalid filter leaves the rows unchanged. A comparison that still lacks its value is ignored, and so
  /// is a word at the end that may become the name of a field.
  mutating func previewFilter(_ text: String, at instant: ContinuousClock.Instant) {
    guard let open = openPrompt, case let place = open.before.place else { return }
    defer { selectToPick(at: instant) }
    let length = completer.unfinishedLength(of: text, areWords: open.picking != nil)
    let text = text.dropLast(length)
    guard let filter = try? Filter(String(text)) else {
      guard text.trimming.isEmpty else { return }
      return tryOut(nil, keeping: place, at: instant)
    }
    tryOut(filter, keeping: place, at: instant)
  }

  /// Previews a filter; a long list shows matches as they are found.
  private mutating func tryOut(
    _ filter: Filter?,
    keeping place: TablePosition,
    at instant: ContinuousClock.Instant
  ) {
    guard list.allRows.isLong else {
      return setFilter(filter, keeping: place, at: instant)
    }
    let context = context(at: instant)
    let isSame = filter == openPrompt?.before.filter
    if isSame { return list.endPreview(in: context) }
    list.startPreview(filter?.resolved(in: listReading(at: instant)).rule, in: context)
    fitColumns(at: instant)
  }
}
