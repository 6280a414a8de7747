/// The actions that come with the program: data, offered by the fields of a row.
extension RowCommand {
  /// All of them, in the order of the list.
  package static let ready: [RowCommand] = sets.flatMap { set in
    set.compactMap { name, text in
      var command = try? RowCommand(name: name, text)
      command?.isReady = true
      return command
    }
  }

  /// The texts by kinds of feeds: the name of each action, and what the user would write for it.
  static let sets: [[(name: String, text: String)]] = [
    // Processes.
    [
      ("terminate", "t quiet for:pid,\(program) => kill -- {#pid}"),
      ("kill", "k quiet for:pid,\(program) => kill -KILL -- {#pid}"),
      ("renice", "n quiet for:pid,\(program) => renice -n {?Niceness:10} -p {#pid}"),
      ("open-files", "f pane for:pid,\(program) => lsof -p {#pid}"),
      ("tree", "p pane for:pid,\(program) => pstree -alp {#pid}"),
      ("trace", "s terminal for:pid,\(program) => strace -f -p {#pid}"),
    ],
    // Containers: as docker and podman print them as JSON, and as a table.
    container("ID", "Image") + container("CONTAINER ID", "IMAGE"),
    // Kubernetes objects.
    [
      (
        "describe",
        "d pane \(object) => kubectl describe -n {metadata.namespace} {kind} -- {metadata.name}"
      ),
      ("logs", "l pane \(object) => kubectl logs -f -n {metadata.namespace} -- {metadata.name}"),
      (
        "shell",
        "s terminal \(object) => kubectl exec -it -n {metadata.namespace} {metadata.name} -- sh"
      ),
      (
        "edit",
        "e terminal \(object) => kubectl edit -n {metadata.namespace} {kind} -- {metadata.name}"
      ),
      (
        "delete",
        "x ask quiet \(object) => kubectl delete -n {metadata.namespace} {kind} -- {metadata.name}"
      ),
    ],
    // Units of systemd.
    [
      ("status", "s pane for:UNIT,LOAD => systemctl status --no-pager -- {UNIT}"),
      ("journal", "l pane for:UNIT,LOAD => journalctl -f -u {UNIT}"),
      ("restart", "r ask quiet for:UNIT,LOAD => systemctl restart -- {UNIT}"),
      ("stop", "o ask quiet for:UNIT,LOAD => systemctl stop -- {UNIT}"),
    ],
    // Commits and branches.
    [
      ("show", "s pane for:commit|hash for:command=git => git show --stat --patch {commit} --"),
      ("checkout", "c ask quiet for:commit|hash for:command=git => git checkout {commit} --"),
      ("cherry-pick", "p ask quiet for:commit|hash for:command=git => git cherry-pick {commit} --"),
    ],
    [
      ("switch", "s quiet for:branch for:command=git => git switch {branch}"),
      ("delete-branch", "x ask quiet for:branch for:command=git => git branch -d -- {branch}"),
    ],
    // Files, as `find -ls` names them from the current folder on, or by their paths: those of requests are none.
    files("mode,name for:command=find", "name", "LISTVIEW_NAME"),
    files("path,mode|mtime|modified", "path", "LISTVIEW_PATH"),
    // Sessions of PostgreSQL.
    [
      (
        "cancel",
        "c ask quiet for:pid,query,state stdin:\"select pg_cancel_backend(:'pid'::int)\" => psql -X -v pid={#pid}"
      ),
      (
        "terminate-session",
        "x ask quiet for:pid,query,state stdin:\"select pg_terminate_backend(:'pid'::int)\" => psql -X -v pid={#pid}"
      ),
    ],
    // Runs and pull requests of GitHub.
    [
      ("view", "v pane for:databaseId,conclusion|status => gh run view {#databaseId}"),
      ("rerun", "r ask quiet for:databaseId,conclusion|status => gh run rerun {#databaseId}"),
      ("view", "v pane for:number,title => gh pr view {#number}"),
    ],
    // Rows with an address.
    [("open", "o quiet for:url => xdg-open {url}")],
  ]

  private static let program = "comm|cmd|args|command|%cpu"
  private static let object = "for:metadata.name,kind"

  private static func files(
    _ fields: String,
    _ name: String,
    _ variable: String
  ) -> [(name: String, text: String)] {
    [
      ("view", "v terminal for:\(fields) => less -- {\(name)}"),
      ("edit", "e terminal for:\(fields) => sh: ${VISUAL:-${EDITOR:-vi}} -- \"$\(variable)\""),
      ("remove", "x ask quiet for:\(fields) => rm -- {\(name)}"),
    ]
  }

  private static func container(_ id: String, _ image: String) -> [(name: String, text: String)] {
    let fields = "for:\"\(id),\(image)\""
    return [
      ("logs", "l pane \(fields) => docker logs -f --tail 1000 {\(id)}"),
      ("shell", "s terminal \(fields) => docker exec -it {\(id)} sh"),
      ("inspect", "i pane \(fields) => docker inspect {\(id)}"),
      ("start", "a quiet \(fields) => docker start {\(id)}"),
      ("stop", "o quiet \(fields) => docker stop {\(id)}"),
      ("restart", "r quiet \(fields) => docker restart {\(id)}"),
      ("remove", "x ask quiet \(fields) => docker rm {\(id)}"),
    ]
  }
}
