/// The encoding of a simulated list.
package enum FeedEncoding: String, CaseIterable, Hashable, Sendable {
  /// `{"at": T, "rows": […]}`: the whole list in each step.
  case snapshots
  /// One row per insertion and update; `{"at": T, "op": "delete", "id": …}` for a deletion.
  case events
  /// The response of an API in each step: a Stripe list, or a `PodList` for
  /// ``ScenarioName/pods``.
  case list
  /// One value per change: the events of a Kubernetes watch for ``ScenarioName/pods``, otherwise
  /// `{"at": T, "op": "upsert", "row": {…}}` and `{"at": T, "op": "delete", "id": …}`.
  case watch
}
