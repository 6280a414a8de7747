package import TerminalCore

extension StatusTone {
  package var role: Theme.Role {
    switch self {
    case .good: .success
    case .pending: .pending
    case .bad: .failure
    case .neutral: .dim
    }
  }
}
