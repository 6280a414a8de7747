/// A writer of a changing list in one encoding.
///
/// It knows nothing of the scenario: it receives a step and the rows after it.
protocol EncodingWriter: Sendable {
  /// Writes a step as values, one per line; none if the encoding does not represent it.
  ///
  /// - Parameters:
  ///   - step: The changes; in the first step of a feed all rows are inserted, the last one first.
  ///   - rows: The list after the step.
  ///   - time: The time of the step.
  ///   - queue: The queue that receives the values.
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  )
}

extension FeedEncoding {
  /// Creates a writer for a list of a resource.
  func writer(for resource: Resource) -> any EncodingWriter {
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
