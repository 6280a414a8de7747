import Feeds
import ListViewApp
import ListViewParts
import Values

/// What comes from the feed.
extension Watch {
  func readFeed(until deadline: ContinuousClock.Instant) {
    while intake.isReady, app.wantsMore {
      do {
        switch try intake.read(at: .now) {
        case .items(let items): receive(items)
        case .rest(let items):
          receive(items)
          if intake.hasRested { app.reachEnd() }
          isDirty = true
        case .notice(let text): tell(text)
        case .end(let items):
          receive(items)
          end(intake.notices.last)
        }
      } catch {
        end("\(error)")
      }
      noteOutage()
      if ContinuousClock.now >= deadline { return }
    }
  }

  /// Says where the source is down, and since when.
  private func noteOutage() {
    let outages = intake.outages
    guard let first = outages.first else {
      if app.feed.outage != nil {
        app.feed.outage = nil
        isDirty = true
      }
      return
    }
    let outage = SourceOutage(
      kind: first,
      count: outages.count,
      sourceCount: intake.sourceCount,
      since: app.feed.outage.map(\.since) ?? FeedTime.now
    )
    guard outage != app.feed.outage else { return }
    app.feed.outage = outage
    isDirty = true
  }

  private func receive(_ items: [FeedItem]) {
    app.feed.keyRule = intake.keyRule
    app.feed.source = intake.sourceField
    app.feed.hasHeader = intake.hasHeader
    app.clocks = intake.volatileFields
    let keyTroubles = intake.keyTroubles
    if app.feed.badInput.count != intake.badInput.count || app.feed.keyTroubles != keyTroubles {
      app.receive(badInput: intake.badInput, keyTroubles: keyTroubles, at: .now)
      isDirty = true
    }
    guard !items.isEmpty else { return }
    do {
      try recorder?.record(items, key: intake.keyRule, at: .now)
    } catch {
      recorder = nil
      tell("the recording has stopped: \(error)")
    }
    app.receive(items, at: .now)
    isDirty = true
  }

  private func end(_ notice: String?) {
    app.feed.isEnded = true
    app.feed.notice = notice
    app.reachEnd()
    isDirty = true
  }

  /// Says what has happened outside of the feed.
  func tell(_ notice: String?) {
    app.feed.notice = notice
    isDirty = true
  }
}
