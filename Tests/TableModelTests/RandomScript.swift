import TableModel
import TestSupport

/// An event that can happen to a table.
enum Action: Hashable, Sendable {
  case rows([Item])
  case chosen([Item])
  case move(Movement)
  case moveBy(Int)
  case scroll(Int)
  case resize(Int)
  case follow
  case unfollow
  case clear

  var isBatch: Bool { if case .rows = self { true } else { false } }

  func perform(on table: inout Table, at instant: ContinuousClock.Instant) {
    switch self {
    case .rows(let rows): table.setRows(rows, at: instant)
    case .chosen(let rows): table.setRows(rows, byUser: true, at: instant)
    case .move(let movement): table.moveSelection(movement, at: instant)
    case .moveBy(let distance): table.moveSelection(by: distance, at: instant)
    case .scroll(let lines): table.scroll(by: lines, at: instant)
    case .resize(let height): table.resize(height: height, at: instant)
    case .follow: table.follow(at: instant)
    case .unfollow: table.unfollow(at: instant)
    case .clear: table.clearSelection(at: instant)
    }
  }
}

/// Random batches, keys, resizes and steps of the clock, the same for one seed.
struct RandomScript {
  var random: SeededGenerator
  var rows: [Item]
  var nextID: Int

  init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed: seed)
    rows = (0..<count).map { Item($0) }
    nextID = count
  }

  mutating func delay() -> Duration {
    let longest = [0, 16, 120, 600].randomElement(using: &random) ?? 0
    return .milliseconds(Int.random(in: 0...longest, using: &random))
  }

  mutating func action() -> Action {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .move(Movement.allCases.randomElement(using: &random) ?? .up)
    case 1, 2: return .moveBy(Int.random(in: -3...3, using: &random))
    case 3, 4: return .scroll(Int.random(in: -4...4, using: &random))
    case 5: return .resize(Int.random(in: 0...12, using: &random))
    case 6: return Bool.random(using: &random) ? .follow : .unfollow
    case 7: return .clear
    case 8:
      // A filter, or a sort.
      let few = rows.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      return .chosen(Bool.random(using: &random) ? few : rows.sorted { $0.id < $1.id })
    default: return .rows(batch())
    }
  }

  /// The rows after a few changes, most often a few and now and then many.
  mutating func batch() -> [Item] {
    let changes = Int.random(in: 0..<10, using: &random) == 0 ? 12 : 3
    for _ in 0..<Int.random(in: 0...changes, using: &random) {
      switch Int.random(in: 0..<(rows.count > 40 ? 5 : 8), using: &random) {
      case 0 where !rows.isEmpty, 1 where !rows.isEmpty:
        rows.remove(at: Int.random(in: rows.indices, using: &random))
      case 2 where !rows.isEmpty:
        let row = rows.remove(at: Int.random(in: rows.indices, using: &random))
        rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
      case 3 where !rows.isEmpty, 4 where !rows.isEmpty:
        rows[Int.random(in: rows.indices, using: &random)].state += 1
      default:
        // Now and then a row comes back that was there.
        let isOld = Int.random(in: 0..<3, using: &random) == 0
        let id = isOld ? Int.random(in: 0..<nextID, using: &random) : nextID
        guard !rows.contains(where: { $0.id == id }) else { continue }
        nextID = max(nextID, id + 1)
        let place = Bool.random(using: &random) ? 0 : Int.random(in: 0...rows.count, using: &random)
        rows.insert(Item(id), at: place)
      }
    }
    return rows
  }
}

extension TablePresentation.Line where Row == Item {
  /// The row of the line, be it alive or gone.
  var id: Int? { content.row?.id }

  var isEmpty: Bool { if case .empty = content { true } else { false } }
}
