internal import Randomness

/// A job queue, newest job first: mostly quiet, with an occasional job; then 5,000 jobs at once, which
/// are processed over some steps; then quiet again.
struct BurstScenario: Scenario {
  /// The jobs that are added in one step.
  static let size = 5_000

  var random: SplitMix64
  private var jobs: JournaledList<Job>
  private var number = 0
  private var quietStepsLeft = 8
  private var drains = false

  private struct Job: RowContent {
    let id: String
    let number: Int
    /// Seconds since 1970.
    let created: Int
    let queue: String
    let file: String
    var state = "queued"
    var attempt = 0

    var key: String { "\"\(id)\"" }
    var json: [UInt8] {
      let text = """
        {"id":"\(id)","object":"job","number":\(number),"created":\(created),\
        "queue":"\(queue)","file":"\(file)","state":"\(state)","attempt":\(attempt)}
        """
      return Array(text.utf8)
    }
  }

  /// Creates a queue with a few jobs.
  init(seed: UInt64, window: Int, start: SimulatedTime) {
    random = SplitMix64(seed: seed)
    jobs = JournaledList(window: window)
    for age in (0..<min(12, window)).reversed() { arrive(at: max(0, start.seconds - age * 4)) }
    _ = jobs.takeStep()
  }

  var resource: Resource { .api(path: "/v1/jobs") }
  var rows: SimulatedRows { jobs.simulatedRows }
  var version: Int { jobs.version }

  mutating func step(at time: SimulatedTime) -> ListStep {
    if drains {
      drain()
    } else if quietStepsLeft == 0 {
      for _ in 0..<Self.size { arrive(at: time.seconds) }
      drains = true
    } else {
      quietStepsLeft -= 1
      trickle(at: time.seconds)
    }
    return jobs.takeStep()
  }

  /// Adds one job and advances others.
  private mutating func trickle(at time: Int) {
    if jobs.isEmpty || random.happens(60) { arrive(at: time) }
    let offset = random.number(0...jobs.count - 1)
    work(offset)
    if jobs.count > 16 { jobs.removeLast() }
  }

  /// Deletes a tenth of the burst, and starts the jobs after it.
  private mutating func drain() {
    for _ in 0..<min(Self.size / 10, max(jobs.count - 12, 0)) { jobs.removeLast() }
    for offset in jobs.indices.suffix(Self.size / 10) where jobs[offset].state == "queued" {
      work(offset)
    }
    guard jobs.count <= 12 else { return }
    drains = false
    quietStepsLeft = random.number(8...20)
  }

  private mutating func work(_ offset: Int) {
    let fails = random.happens(4)
    jobs.update(at: offset) { job in
      switch job.state {
      case "running": job.state = fails ? "failed" : "done"
      default:
        job.state = "running"
        job.attempt += 1
      }
    }
  }

  private mutating func arrive(at time: Int) {
    number += 1
    jobs.insert(
      Job(
        id: "job_\(random.letters(12))",
        number: number,
        created: time,
        queue: random.pick(["mail", "images", "index", "reports"]),
        file: "\(random.suffix(6)).\(random.pick(["eml", "png", "pdf", "csv"]))"
      )
    )
  }
}
