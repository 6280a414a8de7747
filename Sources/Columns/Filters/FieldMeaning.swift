internal import FeedValues
internal import Values

/// The meaning that the name of a field implies for its values.
struct FieldMeaning: Hashable, Sendable {
  /// The scale of numeric levels; nil if the name is not that of a level.
  let levels: LevelScale?
  /// The unit of numbers that are durations, such as milliseconds in `latency_ms`.
  let unit: DurationUnit?
  /// Whether numbers count bytes, so that `1M` is 1,048,576.
  let countsBytes: Bool
  /// Whether numbers are times.
  let isTime: Bool

  /// Interprets a field name as written in a filter.
  init(_ field: FieldName) {
    let last = field.text.split(separator: ".").last.map(String.init) ?? field.text
    levels = LevelScale(fieldName: field.text) ?? LevelScale(fieldName: last)
    unit = DurationUnit(fieldName: last)
    isTime = FieldSurvey.isNamedTime(last)
    let letters = String(decoding: field.letters, as: UTF8.self)
    countsBytes = Self.byteNames.contains { letters.hasSuffix($0) }
  }

  private static let byteNames = [
    "bytes", "byte", "size", "memory", "mem", "rss", "vsz", "used", "free", "avail", "available",
    "heap", "disk", "storage", "length", "swap", "buffers", "cached", "filesize",
  ]
}
