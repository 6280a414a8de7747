/// A deployment in a cluster: a number of pods with one image.
struct Deployment: Sendable {
  let namespace: String
  let name: String
  var replicas: Int
  var build: Int
  /// Changes with each rollout, and is part of the names of the pods.
  var hash: String
  /// The defect of this revision.
  var defect: Defect?

  /// Why the pods of a revision do not run.
  enum Defect: Sendable {
    case crashes, hasNoImage
  }

  var image: String { "registry.example.com/\(namespace)/\(name):1.\(build)" }
}
