import TableModel

struct Job: Identifiable, Hashable, Sendable {
  let id: Int
  var percent = 0
}

func text(_ line: TablePresentation<Job, Never>.Line) -> String {
  guard let job = line.content.row else { return "\u{1B}[K" }
  let indent = String(repeating: " ", count: Int(line.slide * 14))
  return "\(line.mark?.rawValue ?? " ") \(indent)job \(job.id)  \(job.percent) %\u{1B}[K"
}

var table = TableView<Job, Never>(height: 8)
var jobs: [Job] = []
print("\u{1B}[2J")
for step in 1...40 {
  // The changes of a feed: a job comes, all get on, and those that are done go.
  if !step.isMultiple(of: 3) { jobs.insert(Job(id: step), at: 0) }
  for index in jobs.indices { jobs[index].percent += 5 + jobs[index].id % 9 }
  jobs.removeAll { $0.percent >= 100 }
  table.rows = jobs
  // The loop of a program: draw, then sleep until something moves or more is heard.
  let due = ContinuousClock.now + .milliseconds(500)
  while ContinuousClock.now < due {
    let presentation = table.presentation(at: .now)
    print("\u{1B}[H" + presentation.lines.map(text).joined(separator: "\n"))
    try await Task.sleep(until: min(presentation.nextChange ?? due, due), clock: .continuous)
  }
}
