internal import ListViewParts
internal import TableModel
public import TerminalCore

extension App {
  /// Takes the next event of some that have come together.
  ///
  /// A filter that is typed is tried out on all rows at every letter; letters that come in one go
  /// are one text, so that a burst of them is tried out once.
  ///
  /// - Parameter events: What has come, in order; what is taken is removed.
  /// - Returns: What to give to ``handle(_:at:)`` before this is called again; nil if nothing is
  ///   left.
  public func takeEvent(from events: inout ArraySlice<InputEvent>) -> InputEvent? {
    guard let event = events.popFirst() else { return nil }
    // An Escape and a key that were typed while the program was busy come as one with Alt. Where that
    // means nothing, it was two.
    if case .key(let key, let modifiers) = event, modifiers.contains(.alt), !isBound(event) {
      events.insert(.key(key, modifiers.subtracting(.alt)), at: events.startIndex)
      return .key(.escape)
    }
    guard openPrompt?.prompt.purpose == .filter,
      case .key(.character(let first), []) = event
    else { return event }
    var text = String(first)
    let count = events.count
    while case .key(.character(let next), [])? = events.first {
      text.append(next)
      events.removeFirst()
    }
    return events.count == count ? event : .paste(text)
  }

  /// Whether a key has a binding where the focus is.
  private func isBound(_ event: InputEvent) -> Bool {
    if openPrompt != nil { return PromptAction(event) != nil || LineEditor.isBound(event) }
    return setup.configuration.keyMap.action(for: event) != nil
  }

  /// Handles an event of the terminal.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - instant: When it happened.
  /// - Returns: The effects for the owner to carry out.
  public mutating func handle(_ event: InputEvent, at instant: ContinuousClock.Instant) -> [Effect]
  {
    switch event {
    case .resize(let size):
      resize(to: size, at: instant)
      return []
    case .key, .paste, .mouse:
      // One key ends the program whatever has the keys.
      if event == .control("c") { return columnEffects + [.quit] }
      defer {
        notices.noteKey(at: instant)
        settle(at: instant)
        fitColumns(at: instant)
        updatePreview(at: instant)
        updateDetail(at: instant)
        updateFacts(at: instant)
      }
      return route(event, at: instant)
    case .focus, .report: return []
    }
  }

  /// Gives an event to the layer in front, else to the table.
  private mutating func route(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    let surroundings = surroundings(at: instant)
    guard var layer = layers.last else { return handleInTable(event, surroundings) }
    let outcome: Outcome
    if case .detail = layer {
      if case .mouse(let event) = event { return handle(event, surroundings) }
      guard surroundings.keyMap.actionInDetail(for: event) != nil else { return [] }
      clearNotices()
      outcome = detail?.handle(event, in: surroundings) ?? .ignored
    } else {
      if case .key = event, openPrompt == nil { clearNotices() }
      outcome = layer.handle(event, in: surroundings)
      layers[layers.count - 1] = layer
    }
    guard case .consumed(let requests) = outcome else { return [] }
    return requests.flatMap { carryOut($0, at: instant) }
  }

  private mutating func handleInTable(
    _ event: InputEvent,
    _ surroundings: Surroundings
  ) -> [Effect] {
    if case .mouse(let event) = event { return handle(event, surroundings) }
    if let action = surroundings.keyMap.action(for: event) {
      clearNotices()
      if list.isQuitting(by: event, action) {
        return perform(.program(.quit), at: surroundings.instant)
      }
      return perform(action, at: surroundings.instant)
    }
    // A character that is no key is reported, and where those are that are.
    if case .key(.character(let character), []) = event {
      clearNotices()
      let help = surroundings.keyMap.label(of: [.program(.help)])
      notices.report(Notices.Text.unbound(character, help: help))
    }
    return []
  }
}
