internal import TableModel
package import TerminalCore

extension Mark {
  /// What stands in the margin.
  package var sign: String {
    switch self {
    case .insertion: "+"
    case .update: "~"
    case .move: "›"
    case .deletion: "−"
    }
  }

  package var role: Theme.Role {
    switch self {
    case .insertion: .inserted
    case .update: .changed
    case .move: .moved
    case .deletion: .deleted
    }
  }
}
