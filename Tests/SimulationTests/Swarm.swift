import TestSupport

/// A random choice among actions that is drawn anew for each run: some actions never happen in it and
/// others happen often, so that runs differ in what they try and not only in its order.
///
/// Source: Groce et al., "Swarm Testing", ISSTA 2012.
struct Swarm<Action: CaseIterable & Hashable> {
  private var actions: [Action] = []
  private var bounds: [Int] = []

  /// Draws a subset of the actions, half of them on average and one at least, and weights from 1 to 16.
  init(using random: inout SeededGenerator) {
    let all = Array(Action.allCases)
    let chosen = all.filter { _ in Bool.random(using: &random) }
    actions = chosen.isEmpty ? [all[Int.random(in: 0..<all.count, using: &random)]] : chosen
    var sum = 0
    for _ in actions {
      sum += 1 << Int.random(in: 0...4, using: &random)
      bounds.append(sum)
    }
  }

  /// One of the actions, by the weights.
  func draw(using random: inout SeededGenerator) -> Action {
    let number = Int.random(in: 0..<bounds[bounds.count - 1], using: &random)
    let index = bounds.firstIndex { number < $0 } ?? 0
    return actions[index]
  }
}
