internal import Feeds
internal import Values

/// What the name of a field reveals about its values.
struct FieldMeaning: Hashable, Sendable {
  /// What numbers of levels mean; nil for a field that is not called as levels are.
  let levels: LevelScale?
  /// What a number counts that is a span of time: milliseconds in `latency_ms`.
  let unit: DurationUnit?
  /// Whether numbers count bytes, so that `1M` is 1,024 · 1,024.
  let countsBytes: Bool
  /// Whether numbers are times.
  let isTime: Bool

  /// Looks at a name as a person wrote it.
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
