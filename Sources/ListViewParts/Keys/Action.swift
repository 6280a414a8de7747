/// The action of a key, or of a command with its name.
///
/// Actions are divided into topics, one type and one file each, with their names and their keys;
/// the app carries out each topic in its own file.
package enum Action: Hashable, Sendable {
  case move(MoveAction)
  case row(RowAction)
  case detail(DetailAction)
  case arrangement(ArrangementAction)
  case feed(FeedAction)
  case column(ColumnAction)
  case find(FindAction)
  case program(ProgramAction)

  /// The name by which a command line or a configuration calls the action: `next-row`.
  package var name: String {
    switch self {
    case .move(let action): action.rawValue
    case .row(let action): action.rawValue
    case .detail(let action): action.rawValue
    case .arrangement(let action): action.rawValue
    case .feed(let action): action.rawValue
    case .column(let action): action.rawValue
    case .find(let action): action.rawValue
    case .program(let action): action.rawValue
    }
  }

  /// The topics of the help, in its order.
  package enum Topic: CaseIterable, Sendable {
    case move, row, detail, arrangement, columns, feed, find, program

    /// The heading of the topic.
    package var title: String {
      switch self {
      case .move: ActionText.Topic.move
      case .row: ActionText.Topic.row
      case .detail: ActionText.Topic.detail
      case .arrangement: ActionText.Topic.arrangement
      case .columns: ActionText.Topic.columns
      case .feed: ActionText.Topic.feed
      case .find: ActionText.Topic.find
      case .program: ActionText.Topic.program
      }
    }
  }

  /// The topic under which the help shows the action.
  var topic: Topic {
    switch self {
    case .move: .move
    case .row: .row
    case .detail: .detail
    case .arrangement: .arrangement
    case .feed: .feed
    case .column: .columns
    case .find: .find
    case .program: .program
    }
  }
}
