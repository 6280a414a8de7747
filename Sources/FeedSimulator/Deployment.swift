/// What a cluster was asked to run: so many pods of one image.
struct Deployment: Sendable {
  let namespace: String
  let name: String
  var replicas: Int
  var build: Int
  /// Changes with each rollout, and is part of its pods' names.
  var hash: String
  /// What is wrong with this revision.
  var defect: Defect?

  /// What keeps the pods of a revision from running.
  enum Defect: Sendable {
    case crashes, hasNoImage
  }

  var image: String { "registry.example.com/\(namespace)/\(name):1.\(build)" }
}
