import FeedFormats
import FeedSources
import FeedStore
import FeedValues

private let rowsPaths: [RowsPath?] = [nil, nil, nil, RowsPath(".items[]"), RowsPath(".payload")]

/// A feed is read the same wherever it is cut, and its rows are JSON.
func fuzzFeed(_ input: [UInt8]) throws(Violation) {
  var bytes = input
  var choices = Choices(4, from: &bytes)
  let options = FeedDecoder.Options(
    rowsPath: choices.pick(rowsPaths),
    isPolled: choices.isChosen(),
    maximumValueLength: choices.pick([64 << 20, 64 << 20, 200])
  )
  try checkReading(bytes, options, cutAt: choices.next(256))
}

/// Text is read the same wherever it is cut, in the format that it is said to have.
func fuzzTables(_ input: [UInt8]) throws(Violation) {
  var bytes = input
  var choices = Choices(4, from: &bytes)
  let options = FeedDecoder.Options(
    format: choices.pick([.csv, .tsv, .table, .lines, .sse, .auto, .yaml, .rss]),
    isPolled: choices.isChosen(),
    maximumValueLength: choices.pick([64 << 20, 64 << 20, 200])
  )
  try checkReading(bytes, options, cutAt: choices.next(256))
}

private func checkReading(
  _ bytes: [UInt8],
  _ options: FeedDecoder.Options,
  cutAt cut: Int
) throws(Violation) {
  let whole = Reading(bytes, options, cutAt: bytes.count)
  let halves = Reading(bytes, options, cutAt: bytes.count * cut / 256)
  try check(whole.items == halves.items, "cut at \(bytes.count * cut / 256), items differ")
  try check(
    whole.decoder.malformedInput.count == halves.decoder.malformedInput.count,
    "cut at \(bytes.count * cut / 256), malformed input differs"
  )
  try check(whole.decoder.byteCount == bytes.count, "bytes are not counted")
  var list = RowList()
  for item in whole.items { list.apply(item) }
  for row in list.rows {
    let json = row.value.text.withBytes { Array($0) }
    // Bytes that are no UTF-8 are data and may stand in a row.
    guard String(validating: json, as: UTF8.self) != nil else { continue }
    var reader = ValueReader()
    var count = 0
    reader.append(json) { _ in count += 1 }
    reader.finish { _ in count += 1 }
    try check(
      count == 1 && reader.malformedInput.count == 0,
      "a row is not one JSON value: \(String(decoding: json, as: UTF8.self))"
    )
  }
}

private struct Reading {
  var decoder: FeedDecoder
  var items: [FeedItem] = []

  init(_ bytes: [UInt8], _ options: FeedDecoder.Options, cutAt cut: Int) {
    decoder = FeedDecoder(options)
    items += decoder.append(Array(bytes[..<cut]))
    items += decoder.append(Array(bytes[cut...]))
    items += options.isPolled ? decoder.endRun() : decoder.finish()
  }
}
