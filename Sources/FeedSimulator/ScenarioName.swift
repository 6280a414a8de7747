/// What happens in a simulated list.
public enum ScenarioName: String, CaseIterable, Hashable, Sendable {
  /// The events of a payment company's account, the newest first; what is pending is decided.
  case payments
  /// Orders of a shop, the newest first, whose statuses march on from placed to delivered.
  case orders
  /// Kubernetes pods by namespace and name: rollouts, crash loops, jobs that end.
  case pods
  /// Quotes, the greatest gain first: all rows change at each step, and their order moves.
  case prices
  /// A job queue that is quiet, then gets 5,000 jobs at once, and works them off.
  case burst
  /// A list that is well, in a feed that is not: all malformed input that a stream can hold.
  case chaos

  /// The maximum number of rows in the list if nothing else is asked for.
  public var defaultWindow: Int {
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
