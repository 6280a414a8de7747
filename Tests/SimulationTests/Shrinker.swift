/// Leaves out what a failure does not need.
///
/// Source: Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002, with
/// complements only.
enum Shrinker {
  /// Finds a part of a list that still fails, and of which no single element can be left out.
  ///
  /// - Parameters:
  ///   - list: A list that fails.
  ///   - limit: The most attempts; when they are used up, what was found so far is the result.
  ///   - failure: The number of elements of a list that are needed for it to fail; nil if it does not.
  /// - Returns: The part, in its order.
  static func shrink<Element>(
    _ list: [Element],
    limit: Int = 600,
    _ failure: ([Element]) -> Int?
  ) -> [Element] {
    var list = list
    var attempts = 0
    var size = max(1, list.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < list.count {
        attempts += 1
        guard attempts <= limit else { return list }
        let part = Array(list[..<start] + list[min(list.count, start + size)...])
        if !part.isEmpty, let count = failure(part) {
          list = Array(part.prefix(count))
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { return list }
      size = max(1, size / 2)
    }
  }
}
