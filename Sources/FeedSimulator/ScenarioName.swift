/// The content of a simulated list.
package enum ScenarioName: String, CaseIterable, Hashable, Sendable {
  /// The events of a payment account, newest first; pending payments succeed or fail.
  case payments
  /// The orders of a shop, newest first, from placed to delivered.
  case orders
  /// Kubernetes pods by namespace and name: rollouts, crash loops, jobs that end.
  case pods
  /// Quotes, greatest gain first: all rows change and move in each step.
  case prices
  /// A job queue that is quiet, then gets 5,000 jobs at once, and processes them.
  case burst
  /// A valid list in a feed with every kind of malformed input.
  case chaos

  /// The default of the maximum number of rows.
  package var defaultWindow: Int {
    switch self {
    case .payments: 50
    case .orders, .pods: 40
    case .prices: 30
    case .burst: 6_000
    case .chaos: 24
    }
  }

  /// The list at its start.
  func scenario(seed: UInt64, window: Int, start: SimulatedTime) -> any Scenario {
    switch self {
    case .payments: PaymentsScenario(seed: seed, window: window, start: start)
    case .orders: OrdersScenario(seed: seed, window: window, start: start)
    case .pods: PodsScenario(seed: seed, window: window, start: start)
    case .prices: PricesScenario(seed: seed, window: window, start: start)
    case .burst: BurstScenario(seed: seed, window: window, start: start)
    case .chaos: ChaosScenario(seed: seed, window: window, start: start)
    }
  }
}
