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
      if app.status.outage != nil {
        app.status.outage = nil
        isDirty = true
      }
      return
    }
    let outage = SourceOutage(
      kind: first,
      count: outages.count,
      sourceCount: intake.sourceCount,
      since: app.status.outage.map(\.since) ?? FeedTime.now
    )
    guard outage != app.status.outage else { return }
    app.status.outage = outage
    isDirty = true
  }

  private func receive(_ items: [FeedItem]) {
    app.status.keyRule = intake.keyRule
    app.status.source = intake.sourceField
    app.status.hasHeader = intake.hasHeader
    app.clocks = intake.volatileFields
    let keyTroubles = intake.keyTroubles
    if app.status.badInput.count != intake.badInput.count || app.status.keyTroubles != keyTroubles {
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
    app.status.isEnded = true
    app.status.notice = notice
    app.reachEnd()
    isDirty = true
  }

  /// Says what has happened outside of the feed.
  func tell(_ notice: String?) {
    app.status.notice = notice
    isDirty = true
  }
}
