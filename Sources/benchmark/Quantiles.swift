/// The middle and the ends of some measured times.
struct Quantiles: CustomStringConvertible {
  let p50: Duration
  let p99: Duration
  let maximum: Duration

  init(_ times: [Duration]) {
    let sorted = times.sorted()
    func at(_ share: Double) -> Duration {
      sorted.isEmpty ? .zero : sorted[Int(Double(sorted.count - 1) * share)]
    }
    (p50, p99, maximum) = (at(0.5), at(0.99), at(1))
  }

  var description: String {
    func microseconds(_ time: Duration) -> String { "\(Int(time / .microseconds(1))) µs" }
    return "p50 \(microseconds(p50)), p99 \(microseconds(p99)), max \(microseconds(maximum))"
  }
}
