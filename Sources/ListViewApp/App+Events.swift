internal import ListViewParts
internal import TableModel
public import TerminalCore

extension App {
  /// Takes the next event of some that have come together.
  ///
  /// A filter that is typed is tried out on all rows at every letter; letters that come in one go are
  /// one text, so that a burst of them is tried out once.
  ///
  /// - Parameter events: What has come, in order; what is taken is removed.
  /// - Returns: What to give to ``handle(_:at:)`` before this is called again; nil where nothing is left.
  public func takeEvent(from events: inout ArraySlice<InputEvent>) -> InputEvent? {
    guard let event = events.popFirst() else { return nil }
    // An Escape and a key that were typed while the program was busy come as one with Alt. Where that
    // means nothing, it was two.
    if case .key(let key, let modifiers) = event, modifiers.contains(.alt), !isBound(event) {
      events.insert(.key(key, modifiers.subtracting(.alt)), at: events.startIndex)
      return .key(.escape)
    }
    guard case .prompt(let prompt) = mode, prompt.purpose == .filter,
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

  /// Whether a key means something to who has the keys.
  private func isBound(_ event: InputEvent) -> Bool {
    if case .prompt = mode { return PromptAction(event) != nil || LineEditor.isBound(event) }
    return configuration.keyMap.action(for: event) != nil
  }

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
      defer {
        fitColumns(at: instant)
        updateDetail(at: instant)
      }
      if case .mouse(let event) = event { return handle(event, at: instant) }
      switch mode {
      case .table: return handleInTable(event, at: instant)
      case .detail: return handleInDetail(event, at: instant)
      case .help, .badInput: return handleInPane(event)
      case .picking(let pick):
        handle(event, in: pick, at: instant)
        return []
      case .columns(let picker): return handle(event, in: picker, at: instant)
      case .keys(let picker): return handle(event, in: picker, at: instant)
      case .prompt(let prompt): return handleInPrompt(event, prompt, at: instant)
      }
    case .focus, .report: return []
    }
  }

  private mutating func handleInTable(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let action = configuration.keyMap.action(for: event) else {
      tellUnbound(event)
      return []
    }
    clearNotices()
    return perform(action, at: instant)
  }

  /// Says of a character that no key is that it means nothing, and where those are that do.
  private mutating func tellUnbound(_ event: InputEvent) {
    guard case .key(.character(let character), []) = event else { return }
    clearNotices()
    let help = configuration.keyMap.label(of: [.program(.help)])
    message = "\(character) means nothing here: \(help) shows all keys"
  }

  /// Does what a key or a command asks for.
  mutating func perform(_ action: Action, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .move(let action): perform(action, at: instant)
    case .row(let action): return perform(action, at: instant)
    case .detail(let action): perform(action, at: instant)
    case .shape(let action): perform(action, at: instant)
    case .feed(let action): perform(action, at: instant)
    case .column(let action): perform(action, at: instant)
    case .find(let action): perform(action, at: instant)
    case .program(let action): return perform(action, at: instant)
    }
    return []
  }

  /// Forgets what the last key came to, and what was said until a key is pressed.
  mutating func clearNotices() {
    message = nil
    if !saysWhyEmpty { feed.notice = nil }
    announcement = nil
    hasKeys = true
  }
}
