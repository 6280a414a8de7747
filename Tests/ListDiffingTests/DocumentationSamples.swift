import ListDiffing

// The samples of the documentation, in functions that give them what they speak of. That they are
// compiled is the test; `DocumentationTests` sees that none is missing.

struct File: Equatable {
  var path: String
  var size: Int
}

struct Day: Identifiable, Equatable {
  var id: Int
}

final class SampleView {
  var rows: [Row] = []

  func reload(_ rows: [Row]) { self.rows = rows }

  func perform(_ batch: BatchUpdates, to rows: [Row]) { self.rows = rows }
}

extension Row {
  var letter: String { String(id % 10) }
}

func sampleOfComparing(_ old: [Row], _ new: [Row]) throws -> [Row] {
  let difference = Difference(from: old, to: new)  // rows: Identifiable & Equatable
  let batch = try BatchUpdates(difference, from: old.count, to: new.count)
  let copy = try batch.applying(to: old, new: new)  // deletions, insertions, moves, updates
  return copy
}

func sampleOfLanding(_ old: [Row], _ new: [Row]) throws -> BatchUpdates {
  let difference = Difference(from: old, to: new)
  let batch = try BatchUpdates(difference, from: old.count, to: new.count)
  return batch
}

// swift-format-ignore
func sampleOfRules(_ before: [File], _ after: [File]) -> [Difference] {
  let files = Difference(from: before, to: after, identity: \.path, isContentEqual: { $0.size == $1.size })
  let letters = Difference(from: "kitten", to: "sitting")  // values that are their own identity
  return [files, letters]
}

func sampleOfPlaces() throws -> (Int?, Int?) {
  let six = try BatchUpdates(deletions: [0, 1, 2], insertions: [3, 4, 5], from: 6, to: 6)
  let map = OffsetMap(six.difference)
  let places = (map.newOffset(ofOld: 4), map.oldOffset(ofNew: 4))  // 1, and nil: it was inserted
  return places
}

func sampleOfStopping(_ old: [Row], _ new: [Row], show: (Difference) -> Void) {
  let outcome = Difference.Outcome(from: old, to: new, limit: .untilTaskIsCancelled)
  if outcome.completion.isFinished { show(outcome.difference) }
}

func sampleOfSections(
  _ rows: [Row],
  _ later: [ListSection<String, Row>]
) throws -> [ListSection<String, Row>] {
  let sections = [ListSection](grouping: rows, by: \.letter)
  let changes = SectionedDifference(from: sections, to: later)
  let sectioned = try SectionedBatchUpdates(changes, from: sections, to: later)
  let copies = try sectioned.applying(to: sections, new: later)
  return copies
}

func sampleOfSnapshot(
  _ today: Day,
  _ yesterday: Day,
  _ rows: [Row],
  _ shown: ListSnapshot<Day, Row>
) -> SectionedBatchUpdates {
  var snapshot = ListSnapshot<Day, Row>()
  snapshot.appendSections([today, yesterday])
  snapshot.appendRows(rows, to: today.id)
  let update = snapshot.batchUpdates(from: shown)
  return update
}

func sampleOfObserving(_ rows: [Row], _ row: Row, _ view: SampleView) async {
  let list = ObservableList(rows)
  let observation = list.observe { change in view.perform(change.batchUpdates, to: change.rows) }
  list.insert(row, at: 0)

  for await change in list.changes() { view.perform(change.batchUpdates, to: change.rows) }
  observation.cancel()
}

func sampleOfStandardLibrary(_ old: [Row], _ new: [Row]) throws -> ([Row], Difference, Difference) {
  // new.difference(from: old).inferringMoves()
  let difference = Difference(from: old, to: new)
  // old.applying(difference)
  let applied = try difference.applying(to: old, new: new)
  // difference.inverse()
  let inverse = difference.inverted()
  // and from and to it:
  let standard = try CollectionDifference(difference, from: old, to: new)
  let same = Difference(standard)
  return (applied, inverse, same)
}

// swift-format-ignore
func sampleOfStages(_ difference: Difference, _ batch: BatchUpdates, _ new: [Row], _ view: SampleView) throws {
  // let changeset = StagedChangeset(source: old, target: new)
  // tableView.reload(using: changeset, interrupt: { $0.changeCount > 100 }) { rows = $0 }
  if difference.changeCount > 100 {
    view.reload(new)
  } else {
    for stage in batch.stages() { view.perform(stage, to: try stage.applying(to: view.rows) { new[$0] }) }
  }
}

func sampleOfIdentifiers(
  _ batch: BatchUpdates,
  _ old: [Row],
  _ new: [Row],
  _ id: Int
) -> (BatchUpdates, Int?) {
  // let result = ListDiff(oldArray: old, newArray: new, option: .equality).forBatchUpdates()
  let form = batch.replacing(.movedUpdates)
  // result.newIndex(forIdentifier: id)
  let place = IdentityOffsets(from: old, to: new, identity: \.id)[id].after
  return (form, place)
}

func sampleOfForms(_ batch: BatchUpdates) -> [[PatchStep]] {
  // kitten → sitting: deletions 0 4, insertions 0 4 6
  let shrinking = batch.patch(.deletionsFirst)  // D0 D3 I0 I4 I6
  let growing = batch.patch(.insertionsFirst)  // I1 I6 I8 D0 D4
  return [shrinking, growing]
}

func sampleOfLimits(_ old: [Row], _ new: [Row], show: (Difference) -> Void) -> Difference {
  let outcome = Difference.Outcome(from: old, to: new, limit: WorkLimit(steps: 1_000_000))
  if outcome.completion == .workLimitReached { show(outcome.difference) }
  // In a task that is cancelled when the next snapshot arrives:
  let latest = Difference(from: old, to: new, limit: .untilTaskIsCancelled)
  return latest
}

func sampleOfFeeds(_ rows: [Row], _ row: Row, _ view: SampleView) -> ListObservation {
  let feed = ObservableList(rows, rules: ListRules(preference: .head))
  let watching = feed.observe { change in view.perform(change.batchUpdates, to: change.rows) }
  feed.insert(row, at: 0)  // reports an insertion at 0
  return watching
}

func sampleOfFiles(_ old: [File], _ new: [File]) -> Difference {
  let resized = Difference(from: old, to: new, identity: \.path) { $0.size == $1.size }
  return resized
}

func sampleOfMaps(_ old: [Row], _ new: [Row], _ selected: Int) -> (Int, Int?, Int?) {
  let difference = Difference(from: old, to: new)
  let map = OffsetMap(difference)
  let anchor = map.newOffset(ofOld: selected) ?? 0
  let offsets = IdentityOffsets(from: old, to: new, identity: \.id)
  let (before, after) = offsets[selected]
  return (anchor, before, after)
}

func sampleOfEdits() -> ([EditStep], (Int, Int)) {
  let steps = EditScript(from: "kitten", to: "sitting").steps
  // [.replacement(old: 0, new: 0), .replacement(old: 4, new: 4), .insertion(6)]
  let common = CommonSubsequence(of: "TWITTER", and: "STRIPE")  // TIE
  let counts = (common.removed.count, common.added.count)  // 4, 3
  return (steps, counts)
}

func sampleOfChecking() throws -> [BatchUpdates] {
  // Three rows go at the start and three come at the end: insertions count what is left.
  let right = try BatchUpdates(deletions: [0, 1, 2], insertions: [3, 4, 5], from: 6, to: 6)
  let wrong = try BatchUpdates(deletions: [0, 1, 2], insertions: [6, 7, 8], from: 6, to: 6)
  // throws: attempt to insert row 6, but there are only 6 rows after the update
  return [right, wrong]
}

func sampleOfChangesets(_ old: [Row], _ new: [Row]) throws -> [Row] {
  let changeset = Changeset(from: old, to: new)
  let copy = try changeset.applying(to: old)  // new
  return copy
}

func sampleOfSectionedBatches(
  _ old: [ListSection<String, Row>],
  _ new: [ListSection<String, Row>]
) throws -> SectionedBatchUpdates {
  let difference = SectionedDifference(from: old, to: new)
  let batch = try SectionedBatchUpdates(difference, from: old, to: new)
  return batch
}
