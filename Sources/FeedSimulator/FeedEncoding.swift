/// How a simulated list is written.
public enum FeedEncoding: String, CaseIterable, Hashable, Sendable {
  /// `{"at": T, "rows": […]}`: the whole list at each step.
  case snapshots
  /// One row a value when it comes and when it changes; `{"at": T, "op": "delete", "id": …}` when it
  /// leaves.
  case events
  /// The document that an API answers with at each step: a list of Stripe's, or a `PodList` for
  /// ``ScenarioName/pods``.
  case list
  /// One change a value: the events of a Kubernetes watch for ``ScenarioName/pods``, else
  /// `{"at": T, "op": "upsert", "row": {…}}` and `{"at": T, "op": "delete", "id": …}`.
  case watch
}
