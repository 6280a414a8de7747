/// A way to write a list that changes.
///
/// A shape knows nothing of what happens in a list and why: it gets a step and the rows after it.
protocol ShapeWriter: Sendable {
  /// Writes a step as values, each a line; none if the shape has nothing to say of it.
  ///
  /// - Parameters:
  ///   - step: What happened; in the first step of a feed all rows come, the last row first.
  ///   - rows: The list after the step.
  ///   - time: When it happened.
  ///   - queue: Where the values are appended.
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  )
}

extension FeedEncoding {
  /// What writes a list of a resource in this shape.
  func writer(for resource: Resource) -> any ShapeWriter {
    switch (self, resource) {
    case (.snapshots, _): SnapshotWriter()
    case (.events, _): EventWriter()
    case (.list, .api(let path)): APIListWriter(path: path)
    case (.list, .kubernetes(let kind)): KubernetesListWriter(kind: kind)
    case (.watch, .api): OperationWriter()
    case (.watch, .kubernetes(let kind)): KubernetesWatchWriter(kind: kind)
    }
  }
}
