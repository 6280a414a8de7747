internal import FeedValues
internal import Patterns

/// A comparison whose value may have several words without quotation marks: `status=in transit`.
///
/// The words after the first may also be words that the row contains. The values of the list tell which is meant;
/// if they do not, a row matches either way, except that `!=` takes the first word alone.
package struct FilterPhrase: Sendable {
  let field: FieldName
  /// The comparisons with the first word, the first two words, and so on.
  private(set) var comparisons: [Comparison]
  /// The words after the first, as they are searched for.
  private let others: [Pattern]

  /// Creates a phrase; nil if a word cannot be searched for.
  init?(_ field: FieldName, _ first: Comparison, words: [String]) {
    (self.field, comparisons) = (field, [first])
    var (text, others) = (first.operands[0].text, [Pattern]())
    for word in words {
      text += " " + word
      guard let pattern = try? Pattern(word, form: .plain),
        let comparison = try? Comparison(first.operator, [text], of: field)
      else { return nil }
      others.append(pattern)
      comparisons.append(comparison)
    }
    self.others = others
  }

  func matches(_ row: Row) -> Bool {
    let isNegated = comparisons[0].operator == .notEqual
    return field.withValue(in: row.value) { value in
      comparisons.indices.prefix(isNegated ? 1 : .max).contains { count in
        comparisons[count].holds(for: value, in: row) && contains(others[count...], row)
      }
    }
  }

  private func contains(_ words: ArraySlice<Pattern>, _ row: Row) -> Bool {
    words.allSatisfy { word in !row.value.forEachLeaf { !word.matches($0) } }
  }

  /// The phrase as the values of a list are read: the longest value that the list has.
  func resolved(in list: ListReading) -> Filter.Condition {
    let reading = list.reading(of: field, for: comparisons.map { $0.operands[0].text })
    var phrase = self
    phrase.comparisons = comparisons.map { $0.resolved(in: reading) }
    let rows = list.sample(Self.sampleSize)
    for count in phrase.comparisons.indices.reversed().dropLast() {
      let comparison = phrase.comparisons[count]
      let occurs = rows.contains { row in
        reading.field.withValue(in: row.value) { value in
          comparison.operands[0].isEqual(to: value, in: row)
        }
      }
      guard occurs else { continue }
      return .all(
        [.field(reading.field, comparison)] + others[count...].map { .contains($0) }
      )
    }
    return .phrase(phrase)
  }

  private static let sampleSize = 1_024
}
