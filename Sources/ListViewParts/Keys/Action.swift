/// An action that can be bound to a key, or invoked by its name as a command.
///
/// Actions are divided into topics. Each topic has a type in a file of its own, with the names and default
/// keys, and the app carries it out in a file of its own.
package enum Action: Hashable, Sendable {
  case move(MoveAction)
  case row(RowAction)
  case detail(DetailAction)
  case arrangement(ArrangementAction)
  case feed(FeedAction)
  case column(ColumnAction)
  case find(FindAction)
  case program(ProgramAction)

  /// The name of the action on the command line and in the configuration, such as `next-row`.
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

  /// The topics of the help, in order.
  package enum Topic: CaseIterable, Sendable {
    case move, row, detail, arrangement, columns, feed, find, program

    /// The title of the topic.
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

  /// The topic of the help that lists the action.
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
