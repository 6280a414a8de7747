package import FeedFormats
package import FeedIdentity
package import FeedStore
import FeedValues

/// The findings about the feed, and its totals.
extension FeedDecoder {
  /// The rule that identifies rows; nil until the first rows have arrived, unless it was given.
  package var keyRule: KeyRule? { interpreter.builder.inference?.rule }

  /// The rule that identifies rows, and its reasons; nil until the first rows have arrived, unless it was given.
  package var keyInference: KeyInference? { interpreter.builder.inference }

  /// Whether the rows follow each other downwards, as those of a text and a log do; false until the first row.
  package var readsDownwards: Bool { interpreter.readsDownwards ?? false }

  /// Whether the newest rows matter first, as in a log, and not the first ones, as in a table.
  package var opensAtEnd: Bool {
    switch format {
    case .csv, .tsv, .table, .settings: false
    default: readsDownwards
    }
  }

  /// The fields that are running clocks.
  package var volatileFields: VolatileFields { interpreter.builder.volatileFields }

  /// The problems that keep changes from being recognised, the worst first: in the last snapshot and the rows that
  /// arrived after it.
  ///
  /// The counts keep changing; ``KeyProblem/kind`` identifies a problem.
  package var keyProblems: [KeyProblem] {
    interpreter.builder.problems
  }

  /// The number of rows whose key had already occurred in the same snapshot.
  package var duplicateKeys: Int { interpreter.builder.duplicateKeys }

  /// The number of values that were read.
  package var valueCount: Int { interpreter.valueCount }

  /// The number of values without meaning for the list, such as bookmarks.
  package var ignoredCount: Int { interpreter.ignoredCount }

  /// The number of values of each structure, without those that did not occur.
  package var structureCounts: [(structure: FeedStructure, count: Int)] {
    FeedStructure.allCases.map { ($0, interpreter.structureCounts[$0.rawValue]) }.filter {
      $0.1 > 0
    }
  }

  /// The malformed input so far.
  package var malformedInput: MalformedInputLog {
    switch framing {
    case .unknown: pastMalformedInput
    case .json(let reader): reader.malformedInput
    case .text(let reader): reader.malformedInput
    }
  }

  /// The account of the lines of all texts so far.
  ///
  /// Lines that are held back are yet to come; other formats than text have none.
  package var lineAccount: LineAccount {
    guard case .text(let reader) = framing else { return pastAccount }
    var account = pastAccount
    account += reader.account
    return account
  }

  /// The number of bytes that were read.
  package var byteCount: Int {
    let count =
      switch framing {
      case .unknown(let bytes): pastByteCount + bytes.count
      case .json(let reader): reader.byteCount
      case .text(let reader): reader.byteCount
      }
    return count + run.count
  }
}
