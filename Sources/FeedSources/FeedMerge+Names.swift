import FeedValues

extension FeedMerge {
  /// The shortest names that distinguish feeds: as many of the last parts of a path as needed, the
  /// scenario of a simulation, `stdin` for standard input.
  ///
  /// If nothing else distinguishes two of them, they are numbered.
  ///
  /// - Parameter feeds: The feeds as given on the command line.
  /// - Returns: As many names, all different, and none followed by `/` a prefix of another.
  package static func names(for feeds: [String]) -> [String] {
    let candidates = feeds.map { Self.candidates(for: $0) }
    var lengths = feeds.map { _ in 0 }
    var names: [String] { zip(candidates, lengths).map { $0[$1] } }
    while true {
      let current = names
      let ambiguous = current.indices.filter { offset in
        lengths[offset] + 1 < candidates[offset].count
          && current.indices.contains { $0 != offset && current[$0] == current[offset] }
      }
      if ambiguous.isEmpty { break }
      for offset in ambiguous { lengths[offset] += 1 }
    }
    var taken: [String] = []
    for name in names {
      var number = 1
      var own = name
      while taken.contains(where: { "\($0)/".hasPrefix("\(own)/") || "\(own)/".hasPrefix("\($0)/") }
      ) {
        number += 1
        own = "\(number):\(name)"
      }
      taken.append(own)
    }
    return taken
  }

  /// The possible names of a feed, the shortest first; at least one.
  private static func candidates(for feed: String) -> [String] {
    if feed == "-" { return ["stdin"] }
    if feed.hasPrefix("sim:") {
      return [String(feed.dropFirst(4).prefix { $0 != "?" }), feed].filter { !$0.isEmpty }
    }
    let parts = feed.split(separator: "/")
    let suffixes = parts.indices.reversed().map { parts[$0...].joined(separator: "/") }
    return suffixes + (suffixes.last == feed && !suffixes.isEmpty ? [] : [feed])
  }
}
