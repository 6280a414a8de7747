/// Keeps an observer attached to a list, until it is cancelled or released.
public final class ListObservation {
  private var detach: (() -> Void)?

  init(detach: @escaping () -> Void) {
    self.detach = detach
  }

  /// Detaches the observer; nothing is reported to it any more.
  public func cancel() {
    detach?()
    detach = nil
  }

  deinit {
    detach?()
  }
}
