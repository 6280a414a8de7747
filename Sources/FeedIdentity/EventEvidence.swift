package import FeedValues

/// The evidence of repeated keys, in objects that arrive one by one: whether a second object is a changed
/// version of the first, or a different one that refers to the same thing.
///
/// A changed object keeps some of what distinguishes it from others. If two objects share only the key
/// and what all objects share, and several of their words differ, they are different objects.
package struct EventEvidence: Sendable {
  /// The relation of an object to the last one with its key.
  package enum Verdict {
    case first
    case changed
    case unrelated
  }

  /// The number of rows that shared their key and nothing else.
  private(set) var unrelated = 0
  private(set) var changed = 0
  private var seen = 0
  /// The last object of each key, as far as they are kept.
  private var objects: [ByteSlice: JSONValue] = [:]
  private var keys: [ByteSlice] = []
  private var oldest = 0
  /// The value that a member had in all objects so far; nil if there were several.
  private var constants: [MemberKey: JSONValue?] = [:]

  /// Creates no evidence yet.
  package init() {}

  private static let capacity = 1_024
  private static let longestObject = 4_096
  private static let memberLimit = 64

  /// Whether there is enough evidence: examining every object of a flood costs more than reading it.
  package var isSettled: Bool { seen >= 4_096 || changed >= 32 && unrelated == 0 }

  /// Whether the key does not identify objects.
  package var isRefuted: Bool { unrelated >= 2 && unrelated > changed }

  /// Compares an object with the last one of its key, and stores it.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - key: The text of its key.
  ///   - fields: The fields of the key.
  /// - Returns: The relation of the object to the last one of its key.
  package mutating func judge(
    _ value: JSONValue,
    _ key: ByteSlice,
    _ fields: [FieldPath]
  ) -> Verdict {
    guard !isSettled else { return .changed }
    seen += 1
    noteConstants(value)
    let before = objects[key]
    if value.text.count <= Self.longestObject { remember(value, key) }
    guard let before else { return .first }
    guard isUnrelated(value, before, Set(fields.compactMap(\.names.first).map(MemberKey.init)))
    else {
      changed += 1
      return .changed
    }
    unrelated += 1
    return .unrelated
  }

  private func isUnrelated(_ value: JSONValue, _ before: JSONValue, _ key: Set<MemberKey>) -> Bool {
    var sharesSomething = false
    var changedWords = 0
    var count = 0
    value.forEachMember { name, new in
      count += 1
      guard !key.contains(MemberKey(name)), let old = before.member(name) else {
        return count < Self.memberLimit
      }
      if new.hasSameContent(as: old) {
        if let constant = constants[MemberKey(name)], constant == nil { sharesSomething = true }
      } else if KeyColumn.kind(of: new) == .word, KeyColumn.kind(of: old) == .word {
        changedWords += 1
      }
      return count < Self.memberLimit && !sharesSomething
    }
    return !sharesSomething && changedWords > 1
  }

  private mutating func noteConstants(_ value: JSONValue) {
    var count = 0
    value.forEachMember { name, member in
      count += 1
      let name = MemberKey(name)
      switch constants[name] {
      case nil: constants[name] = .some(member.compacted())
      case .some(let constant?):
        if !constant.hasSameContent(as: member) { constants[name] = .some(nil) }
      case .some(nil): break
      }
      return count < Self.memberLimit && constants.count < 4 * Self.memberLimit
    }
  }

  private mutating func remember(_ value: JSONValue, _ key: ByteSlice) {
    let value = value.compacted()
    guard objects[key] == nil else {
      objects[key] = value
      return
    }
    let key = ByteSlice(copying: key.withBytes { Array($0) })
    if keys.count < Self.capacity {
      keys.append(key)
    } else {
      objects[keys[oldest]] = nil
      keys[oldest] = key
      oldest = (oldest + 1) % Self.capacity
    }
    objects[key] = value
  }
}

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
