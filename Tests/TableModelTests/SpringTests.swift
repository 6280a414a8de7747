import Foundation
import Testing

@testable import TableModel

private func spring(
  from: Double = 0,
  to: Double = 1,
  velocity: Double = 0,
  start: Int = 0,
  milliseconds: Int = 200
) -> Spring {
  let duration = Duration.milliseconds(milliseconds)
  return Spring(start: .ms(start), duration: duration, from: from, to: to, velocity: velocity)
}

@Test func `the exponential agrees with the C library`() {
  for exponent in stride(from: 0.0, through: 720, by: 0.37) {
    let expected = exp(-exponent)
    #expect(abs(Spring.decay(exponent) - expected) <= 1e-9 * expected + 1e-30, "\(exponent)")
  }
  #expect(Spring.decay(-1) == 1 && Spring.decay(.infinity) == 0)
}

/// The oracle integrates the equation of a damped spring, x″ = −2ω x′ − ω² x, in small steps.
@Test func `a spring follows the equation of critical damping`() {
  for (from, velocity) in [(0.0, 0.0), (0.3, 4), (0.9, -6), (0.5, 12), (1, -3)] {
    let spring = spring(from: from, velocity: velocity)
    let omega = 5 / 0.2
    var (x, v) = (from - 1, velocity)
    let steps = 200_000
    let step = 0.2 / Double(steps)
    for index in 0..<steps {
      if index % 20_000 == 0 {
        // The rest that the equation leaves at the end, 4 % of the way from rest, is taken off on the way.
        let allowed = (abs(from - 1) * 6 + abs(velocity) * 0.2) * exp(-5) + 1e-4
        let value = spring.value(at: .ms(index * 200 / steps))
        #expect(abs(value - 1 - x) <= allowed, "\(from) \(velocity) at \(index)")
      }
      v += (-2 * omega * v - omega * omega * x) * step
      x += v * step
    }
  }
}

@Test func `a spring begins with its value and velocity and ends at rest`() {
  for (from, velocity) in [(0.0, 0.0), (0.3, 4), (0.9, -6), (0.5, 12)] {
    let spring = spring(from: from, velocity: velocity)
    #expect(spring.value(at: .ms(-50)) == from && spring.value(at: .ms(0)) == from)
    #expect(abs(spring.velocity(at: .ms(0)) - velocity) < 1e-9)
    #expect(spring.value(at: .ms(200)) == 1 && spring.value(at: .ms(900)) == 1)
    #expect(spring.velocity(at: .ms(200)) == 0)
    // No snap at the end: the last frame is shorter than a column of fourteen.
    #expect(abs(spring.value(at: .ms(183)) - 1) < 0.5 / 14)
    #expect(spring.nextChange(after: .ms(190), frame: .milliseconds(16)) == .ms(200))
    #expect(spring.nextChange(after: .ms(200), frame: .milliseconds(16)) == nil)
  }
}

@Test func `the velocity is the derivative of the value`() {
  let spring = spring(from: 0.2, velocity: -3)
  let instant = ContinuousClock.Instant.ms(0)
  for time in stride(from: 5, through: 195, by: 5) {
    let now = instant + .milliseconds(time)
    let step = Duration.microseconds(1)
    let slope = (spring.value(at: now + step) - spring.value(at: now - step)) / 2e-6
    #expect(abs(slope - spring.velocity(at: now)) < 1e-3, "\(time)")
  }
}

@Test func `a spring that starts at rest eases out and never oscillates`() {
  let spring = spring()
  let values = (0...200).map { spring.value(at: .ms($0)) }
  #expect(values == values.sorted() && values.allSatisfy { (0...1).contains($0) })
  // (1 + x) e^−x is a half at x = 1.68, which is a third of the stiffness: half of the way is done in
  // a third of the time.
  #expect(values[65] < 0.5 && values[70] > 0.5)
  for share in stride(from: 0.05, to: 1, by: 0.05) {
    let time = Spring.time(ofProgress: share)
    #expect(abs(spring.value(at: .ms(0) + spring.duration * time) - share) < 1e-6)
  }
}

@Test func `a continued spring keeps its position between two lines and its velocity`() {
  let first = spring(from: 0, to: 8)
  for time in stride(from: 10, to: 200, by: 10) {
    let value = first.value(at: .ms(time))
    let next = spring(to: 5, start: time).continuing(first, agreement: 1)
    #expect(next.wholeValue(at: .ms(time)) == 0, "no line is jumped over")
    let fraction = value - value.rounded()
    #expect(abs(next.value(at: .ms(time)) - fraction) <= 0.011)
    #expect(abs(next.velocity(at: .ms(time)) - first.velocity(at: .ms(time))) < 1e-9)
    let turning = spring(to: 5, start: time).continuing(first, agreement: -1)
    #expect(turning == spring(to: 5, start: time), "what turns around begins at rest")
  }
  #expect(spring(start: 200).continuing(first, agreement: 1) == spring(start: 200))
}

@Test func `interrupted rows keep position and velocity while sliding`() {
  let step = Duration.milliseconds(1)
  for time in stride(from: 20, through: 180, by: 20) {
    var table = makeTable(height: 9, rows: 0..<30)
    table.setRows([99].map { Item($0) } + table.rows, at: .ms(0))
    let instant = ContinuousClock.Instant.ms(time)
    func slide(_ table: Table, _ instant: ContinuousClock.Instant) -> Double? {
      table.presentation(at: instant).lines.first { $0.id == 99 }?.slide
    }
    let before = table
    // It is deleted on its way in, and goes on coming for a moment before it turns around.
    table.setRows(Array(table.rows.dropFirst()), at: instant)
    let speed = (slide(before, instant) ?? 9) - (slide(before, instant - step) ?? 9)
    let after = (slide(table, instant + step) ?? 9) - (slide(table, instant) ?? 9)
    #expect(slide(table, instant) == slide(before, instant), "\(time)")
    // Within what one millisecond of the spring's pull makes.
    #expect(abs(after - speed) < 0.004, "\(time): \(speed), then \(after)")
  }
}
