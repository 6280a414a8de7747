internal import ListViewParts
internal import TableModel
package import TerminalCore

extension App {
  /// Takes the next of several events that arrived together.
  ///
  /// A prompt takes effect after each keystroke. Characters that arrive together are combined into a single
  /// event, so that a burst of them takes effect only once.
  ///
  /// - Parameter events: The events in order; those taken are removed.
  /// - Returns: The event to pass to ``handle(_:at:)`` before the next call; nil if none is left.
  package func takeEvent(from events: inout ArraySlice<InputEvent>) -> InputEvent? {
    guard let event = events.popFirst() else { return nil }
    // Escape followed quickly by another key arrives as that key with Alt. If that is not bound, it is taken
    // as two keys.
    if case .key(let key, let modifiers) = event, modifiers.contains(.alt), !isBound(event) {
      events.insert(.key(key, modifiers.subtracting(.alt)), at: events.startIndex)
      return .key(.escape)
    }
    guard front.openPrompt != nil, case .key(.character(let first), []) = event else {
      return event
    }
    var text = String(first)
    let count = events.count
    while case .key(.character(let next), [])? = events.first {
      text.append(next)
      events.removeFirst()
    }
    return events.count == count ? event : .paste(text)
  }

  /// Whether a key is bound in the current context.
  private func isBound(_ event: InputEvent) -> Bool {
    if front.openPrompt != nil { return PromptAction(event) != nil || LineEditor.isBound(event) }
    return setup.configuration.keyMap.action(for: event) != nil
  }

  /// Handles an event of the terminal.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - instant: When it happened.
  /// - Returns: The effects for the owner to carry out.
  package mutating func handle(_ event: InputEvent, at instant: ContinuousClock.Instant) -> [Effect]
  {
    feed.takeArrivals()
    switch event {
    case .resize(let size):
      resize(to: size, at: instant)
      return []
    case .key, .paste, .mouse:
      // This key quits whatever has the focus.
      if event == .control("c") { return columnEffects + [.quit] }
      defer {
        notices.noteKey(at: instant)
        fitColumns(at: instant)
        updatePreview(at: instant)
        updateDetail(at: instant)
        updateFacts(at: instant)
      }
      return route(event, at: instant)
    case .focus, .report: return []
    }
  }

  /// Passes an event to the topmost layer, or to the table if there is none.
  private mutating func route(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    if case .mouse(let mouse) = event, mouse.kind == .press(button: 0), mouse.line == layout.keys,
      let key = hintedKey(at: mouse.column, at: instant)
    {
      return route(key, at: instant)
    }
    if !acting.outputs.isEmpty { return handleInOutput(event, at: instant) }
    let context = context(at: instant)
    guard var layer = layers.last else {
      if showsCounts { return handleInCounts(event, at: instant) }
      return handleInTable(event, context)
    }
    let outcome: Outcome
    if case .detail = layer {
      if case .mouse(let event) = event { return handle(event, context) }
      guard context.keyMap.actionInDetail(for: event) != nil else { return [] }
      clearNotices()
      outcome = detail?.handle(event, in: context) ?? .ignored
    } else {
      if case .key = event, openPrompt == nil { clearNotices() }
      outcome = layer.handle(event, in: context)
      layers[layers.count - 1] = layer
    }
    guard case .consumed(let requests) = outcome else { return [] }
    return requests.flatMap { carryOut($0, at: instant) }
  }

  private mutating func handleInTable(
    _ event: InputEvent,
    _ context: Context
  ) -> [Effect] {
    if case .mouse(let event) = event { return handle(event, context) }
    if let command = directCommand(for: event) {
      clearNotices()
      return act(command, at: context.instant)
    }
    if let action = context.keyMap.action(for: event) {
      clearNotices()
      if list.isQuitting(by: event, action) {
        return perform(.program(.quit), at: context.instant)
      }
      return perform(action, at: context.instant)
    }
    // An unbound character is reported, with the key that shows all bindings.
    if case .key(.character(let character), []) = event {
      clearNotices()
      let help = context.keyMap.label(of: [.program(.help)])
      notices.report(Notices.Text.unbound(character, help: help))
    }
    return []
  }
}
