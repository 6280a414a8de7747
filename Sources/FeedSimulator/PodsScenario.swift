internal import Randomness

/// The pods of a cluster by namespace and name, as `kubectl get pods` lists them.
///
/// Deployments are rolled out pod by pod, some of them to a revision that crashes or whose image is
/// missing, until another rollout fixes them; they are scaled; nodes lose pods; jobs run and are
/// deleted.
struct PodsScenario: Scenario {
  var random: SplitMix64
  private var pods: JournaledList<Pod>
  private var deployments: [Deployment] = []

  /// Creates a cluster whose deployments fill two thirds of the window.
  init(seed: UInt64, window: Int, start: SimulatedTime) {
    random = SplitMix64(seed: seed)
    pods = JournaledList(window: window)
    for (offset, (namespace, name)) in Self.applications.prefix(max(window, 1)).enumerated() {
      // Every deployment has an equal share, and the first ones the remainder.
      let share = (window * 2 / 3) / Self.applications.count
      let isOneMore = offset < (window * 2 / 3) % Self.applications.count
      deployments.append(
        Deployment(
          namespace: namespace,
          name: name,
          replicas: max(share + (isOneMore ? 1 : 0), 1),
          build: random.number(4...60),
          hash: random.suffix(9)
        )
      )
    }
    let before = SimulatedTime(microseconds: max(0, start.microseconds - 5_400_000_000))
    for deployment in deployments {
      for _ in 0..<deployment.replicas where pods.count < window {
        create(in: deployment, at: before)
      }
    }
    for offset in pods.indices { change(offset, to: .running, at: before) }
    _ = pods.takeStep()
  }

  var resource: Resource { .kubernetes(kind: "Pod") }
  var rows: SimulatedRows { pods.simulatedRows }
  var version: Int { pods.version }

  mutating func step(at time: SimulatedTime) -> ListStep {
    var happened = 0
    for _ in 0..<random.pick([(1, weight: 50), (2, weight: 35), (3, weight: 15)]) {
      if random.happens(60) && goOn(at: time) || reconcile(at: time) { happened += 1 }
    }
    if happened == 0 || random.happens(12) { disturb(at: time) }
    return pods.takeStep()
  }

  // MARK: - Pods

  /// Advances one pod that is starting or terminating; returns false if there is none.
  private mutating func goOn(at time: SimulatedTime) -> Bool {
    let restless = pods.offsets(where: isRestless)
    guard !restless.isEmpty else { return false }
    let offset = random.pick(restless)
    let pod = pods[offset]
    if pod.deleted != nil {
      pods.remove(at: offset)
      return true
    }
    switch (pod.state, defect(of: pod)) {
    case (.creating, .hasNoImage): change(offset, to: .pullFails, at: time)
    case (.creating, _), (.pullFails, _): change(offset, to: .running, at: time)
    case (.running, .crashes): change(offset, to: .crashed, at: time)
    case (.running, _): change(offset, to: .completed, at: time)
    case (.crashed, _): restart(offset, at: time)
    case (.completed, _): pods.remove(at: offset)
    }
    return true
  }

  private func isRestless(_ pod: Pod) -> Bool {
    if pod.deleted != nil { return true }
    return switch pod.state {
    case .creating, .crashed, .completed: true
    case .pullFails: defect(of: pod) != .hasNoImage
    case .running: pod.hash == nil || defect(of: pod) == .crashes
    }
  }

  /// The defect of a pod's revision; nil if the revision is no longer desired.
  private func defect(of pod: Pod) -> Deployment.Defect? {
    deployments.first { $0.namespace == pod.namespace && $0.hash == pod.hash }?.defect
  }

  private mutating func change(_ offset: Int, to state: Pod.State, at time: SimulatedTime) {
    let version = pods.version + 1
    pods.update(at: offset) { pod in
      pod.state = state
      pod.since = time
      pod.version = version
    }
  }

  private mutating func restart(_ offset: Int, at time: SimulatedTime) {
    let version = pods.version + 1
    pods.update(at: offset) { pod in
      pod.state = .running
      pod.restarts += 1
      pod.since = time
      pod.version = version
    }
  }

  private mutating func terminate(_ offset: Int, at time: SimulatedTime) {
    let version = pods.version + 1
    pods.update(at: offset) { pod in
      pod.deleted = time
      pod.version = version
    }
  }

  private mutating func create(in deployment: Deployment, at time: SimulatedTime) {
    create(
      deployment.namespace,
      "\(deployment.name)-\(deployment.hash)-\(random.suffix(5))",
      owner: deployment.name,
      hash: deployment.hash,
      image: deployment.image,
      at: time
    )
  }

  private mutating func create(
    _ namespace: String,
    _ name: String,
    owner: String,
    hash: String?,
    image: String,
    at time: SimulatedTime
  ) {
    let pod = Pod(
      namespace: namespace,
      name: name,
      uid: random.uuid(),
      owner: owner,
      hash: hash,
      image: image,
      node: "node-\(random.number(1...6))",
      address: "10.\(random.number(0...9)).\(random.number(0...255)).\(random.number(1...254))",
      created: time,
      since: time,
      version: pods.version + 1
    )
    let offset = pods.rows.firstIndex { ($0.namespace, $0.name) > (namespace, name) }
    let rows = pods.rows
    pods.insert(pod, at: offset.map { rows.distance(from: rows.startIndex, to: $0) } ?? rows.count)
  }

  // MARK: - Deployments

  /// Brings one deployment one pod closer to its desired state; returns false if all have reached it.
  private mutating func reconcile(at time: SimulatedTime) -> Bool {
    let first = random.number(0...deployments.count - 1)
    for number in deployments.indices {
      let deployment = deployments[(first + number) % deployments.count]
      var wanted: [Int] = []
      var outdated: [Int] = []
      for (offset, pod) in pods.rows.enumerated()
      where pod.namespace == deployment.namespace && pod.owner == deployment.name
        && pod.deleted == nil
      {
        if pod.hash == deployment.hash { wanted.append(offset) } else { outdated.append(offset) }
      }
      if wanted.count > deployment.replicas {
        terminate(random.pick(wanted), at: time)
        return true
      }
      // During a rollout, one pod more than desired, but within the window.
      let hasRoom = pods.count < pods.window
      if wanted.count < deployment.replicas, hasRoom,
        wanted.count + outdated.count <= deployment.replicas
      {
        create(in: deployment, at: time)
        return true
      }
      let isReady = wanted.contains { pods[$0].state == .running }
      if let pod = outdated.first, isReady || !hasRoom {
        terminate(pod, at: time)
        return true
      }
    }
    return false
  }

  /// An unexpected event.
  private mutating func disturb(at time: SimulatedTime) {
    let number = random.number(0...deployments.count - 1)
    switch random.number(1...100) {
    case ...45:
      deployments[number].build += 1
      deployments[number].hash = random.suffix(9)
      deployments[number].defect =
        random.pick([(nil, weight: 70), (.crashes, weight: 20), (.hasNoImage, weight: 10)])
    case ...60:
      let most = max(pods.window * 2 / deployments.count, 1)
      deployments[number].replicas = min(
        max(deployments[number].replicas + random.pick([-1, 1]), 1),
        most
      )
    case ...80 where pods.count < pods.window:
      let job = random.pick(["backup", "invoices", "sitemap"])
      create(
        "jobs",
        "\(job)-\(29_921_000 + time.seconds / 60 % 1_000_000)-\(random.suffix(5))",
        owner: job,
        hash: nil,
        image: "registry.example.com/jobs/\(job):2",
        at: time
      )
    default:
      guard !pods.isEmpty else { return }
      let offset = random.number(0...pods.count - 1)
      if pods[offset].deleted == nil, pods[offset].state == .running { restart(offset, at: time) }
    }
  }

  private static let applications: [(namespace: String, name: String)] = [
    ("shop", "web"), ("shop", "cart"), ("shop", "checkout"), ("payments", "api"),
    ("payments", "ledger"), ("search", "indexer"), ("search", "query"), ("mail", "sender"),
  ]
}

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

/// A pod in the format of the Kubernetes API, with the fields that are commonly used.
struct Pod: RowContent {
  /// The status of a pod, as in the STATUS column of `kubectl get pods`.
  enum State: Hashable, Sendable {
    case creating, pullFails, running, crashed, completed
  }

  let namespace: String
  let name: String
  let uid: String
  /// The name of the deployment or job that created it.
  let owner: String
  /// The revision of the deployment; nil for the pod of a job.
  let hash: String?
  let image: String
  let node: String
  let address: String
  let created: SimulatedTime
  var state = State.creating
  var restarts = 0
  /// When its deletion was requested; it is deleted when its containers have ended.
  var deleted: SimulatedTime?
  /// When the container entered its current state.
  var since: SimulatedTime
  /// The resource version of the last change.
  var version: Int

  var key: String { "\"\(uid)\"" }

  /// No text in it needs to be escaped.
  var json: [UInt8] {
    let deletion = deleted.map { ",\"deletionTimestamp\":\"\($0.rfc3339)\"" } ?? ""
    let template = hash.map { ",\"pod-template-hash\":\"\($0)\"" } ?? ""
    let text = """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"\(name)","namespace":"\(namespace)",\
      "uid":"\(uid)","resourceVersion":"\(version)","creationTimestamp":"\(created.rfc3339)"\
      \(deletion),"labels":{"app":"\(owner)"\(template)}},\
      "spec":{"nodeName":"\(node)","containers":[{"name":"\(owner)","image":"\(image)"}]},\
      "status":{"phase":"\(phase)","podIP":\(state == .creating ? "null" : "\"\(address)\""),\
      "containerStatuses":[{"name":"\(owner)","ready":\(state == .running && deleted == nil),\
      "restartCount":\(restarts),"state":{\(containerState)}}]}}
      """
    return Array(text.utf8)
  }

  private var phase: String {
    switch state {
    case .creating, .pullFails: "Pending"
    case .running, .crashed: "Running"
    case .completed: "Succeeded"
    }
  }

  private var containerState: String {
    switch state {
    case .creating: "\"waiting\":{\"reason\":\"ContainerCreating\"}"
    case .pullFails: "\"waiting\":{\"reason\":\"ImagePullBackOff\"}"
    case .crashed: "\"waiting\":{\"reason\":\"CrashLoopBackOff\"}"
    case .running: "\"running\":{\"startedAt\":\"\(since.rfc3339)\"}"
    case .completed:
      """
      "terminated":{"exitCode":0,"reason":"Completed","finishedAt":"\(since.rfc3339)"}
      """
    }
  }
}
