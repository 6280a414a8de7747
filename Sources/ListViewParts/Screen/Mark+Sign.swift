import Columns
internal import TableModel
package import TerminalCore

extension Mark {
  /// The sign in the margin.
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

  /// The initial strength of the tint: stronger for a single cell than for a whole row.
  package var tint: Double {
    switch self {
    case .update: 0.625
    case .insertion, .deletion: 0.3125
    case .move: 0.25
    }
  }
}
