package import FeedValues

/// The evidence of successive lists about their key: whether it stays the same while the rest of the row
/// changes, or changes itself.
package struct ListEvidence: Sendable {
  private var reviews = 0
  /// The keys of the previous list, by the fields that they would be made of.
  private var before: [[FieldPath]: Set<ByteSlice>] = [:]
  /// The number of lists to wait for before the whole search is repeated.
  private var patience = 0
  private var nextPatience = 1

  /// Creates no evidence yet.
  package init() {}

  private static let reviewedLists = 4
  private static let sampleSize = 1_000

  /// Compares a list with the previous one.
  ///
  /// - Parameters:
  ///   - values: The rows of the list.
  ///   - inference: The rule that identifies them, and other possible keys.
  /// - Returns: The fields that stayed the same while the key changed; nil if the key is still good.
  package mutating func review(_ values: [JSONValue], _ inference: KeyInference) -> [FieldPath]? {
    guard case .fields(let fields) = inference.rule, !inference.alternatives.isEmpty,
      reviews < Self.reviewedLists, values.count > 1
    else { return nil }
    reviews += 1
    let candidates = [fields] + inference.alternatives
    var shares: [Double] = []
    for candidate in candidates {
      let keys = Set(
        values.prefix(Self.sampleSize).compactMap { KeyRule.key(of: $0, at: candidate) }
          .map { ByteSlice(copying: $0.withBytes { Array($0) }) }
      )
      if let old = before[candidate], !old.isEmpty, !keys.isEmpty {
        shares.append(Double(old.intersection(keys).count) / Double(min(old.count, keys.count)))
      }
      before[candidate] = keys
    }
    guard shares.count == candidates.count,
      let best = shares.indices.max(by: { shares[$0] < shares[$1] }),
      shares[best] >= 0.8, shares[0] * 2 < shares[best]
    else { return nil }
    return candidates[best]
  }

  /// Whether the search for a key should be repeated: less and less often while it finds nothing
  /// better.
  package mutating func allowsSearch() -> Bool {
    guard patience == 0 else {
      patience -= 1
      return false
    }
    patience = nextPatience
    nextPatience = min(2 * nextPatience, 1_024)
    return true
  }
}
