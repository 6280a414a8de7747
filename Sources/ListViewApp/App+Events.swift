internal import TableModel
public import TerminalCore

extension App {
  /// Does what an event of the terminal asks for.
  ///
  /// - Parameters:
  ///   - event: What the terminal told.
  ///   - instant: When.
  /// - Returns: What the owner shall do.
  public mutating func handle(_ event: InputEvent, at instant: ContinuousClock.Instant) -> [Effect]
  {
    switch event {
    case .resize(let size):
      resize(to: size, at: instant)
      return []
    case .key, .paste, .mouse:
      // One key ends the program whatever has the keys.
      if event == .control("c") { return columnEffects + [.quit] }
      defer { fitColumns(at: instant) }
      switch mode {
      case .table: return handleInTable(event, at: instant)
      case .help: return handleInHelp(event)
      case .picking(let pick):
        handle(event, in: pick, at: instant)
        return []
      case .columns(let picker): return handle(event, in: picker, at: instant)
      }
    case .focus, .report: return []
    }
  }

  private mutating func handleInTable(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let action = actionOnHead(for: event) ?? configuration.keyMap.action(for: event) else {
      return []
    }
    message = nil
    feed.notice = nil
    return perform(action, at: instant)
  }

  /// Does what a key or a command asks for.
  mutating func perform(_ action: Action, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .move(let action): perform(action, at: instant)
    case .shape(let action): perform(action, at: instant)
    case .feed(let action): perform(action, at: instant)
    case .column(let action): perform(action, at: instant)
    case .program(let action): return perform(action, at: instant)
    }
    return []
  }

  /// On the head of a group, what opens a row folds the group.
  private func actionOnHead(for event: InputEvent) -> Action? {
    event == .key(.enter) && table.selectedSection != nil ? .shape(.fold) : nil
  }

  /// Any key closes the help, and none does two things.
  private mutating func handleInHelp(_ event: InputEvent) -> [Effect] {
    guard case .key = event else { return [] }
    mode = .table
    return []
  }
}
