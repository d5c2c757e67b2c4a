internal import Board
package import Cluster
internal import Essentials

/// A realm as one JSON document. Documentation/JSON.md describes the fields.
package enum FleetJSON {
  /// - Parameters:
  ///   - view: What etcd knows, read at one moment.
  ///   - wall: This moment, in milliseconds since 1970.
  package static func text(_ view: RealmView, realm: String, at wall: Int64) -> String {
    var object = JSONObject()
    object.add("v", 2)
    object.add("at", time(wall))
    object.add("realm", realm)
    object.add("members", view.members.map(member))
    object.add("actions", view.actions.map { action($0, at: wall) })
    object.add("foreign", view.foreign)
    object.add("division", view.division)
    return object.text
  }

  private static func member(_ member: RealmView.Member) -> JSONObject {
    var object = JSONObject()
    object.add("host", member.value.host)
    object.add("user", member.value.user)
    object.add("program", member.value.program)
    object.add("pid", member.value.process)
    object.add("since", time(member.value.started))
    object.add("boards", member.boards)
    return object
  }

  private static func action(_ action: RealmView.Action, at wall: Int64) -> JSONObject {
    var object = JSONObject()
    object.add("action", action.address.description)
    object.add("state", action.state)
    object.add("shared", action.isShared)
    object.add("disagreement", action.disagreement)
    object.add("runs", action.runs.map(run))
    object.add(
      "queue",
      action.queue.map { wait in
        var object = JSONObject()
        object.add("host", wait.host)
        object.add("user", wait.user)
        return object
      })
    object.add("last", action.last.map { last($0, at: wall) })
    return object
  }

  private static func run(_ run: ClusterView.Run) -> JSONObject {
    var object = JSONObject()
    object.add("run", run.id.rawValue)
    object.add("fence", run.fence)
    object.add("host", run.host)
    object.add("user", run.user)
    object.add("since", time(run.began))
    object.add("lost", run.isLost)
    object.add("cause", run.cause)
    object.add("input", run.input)
    object.add("progress", run.fraction.flatMap { Int(exactly: ($0 * 100).rounded()) })
    object.add("value", run.value)
    return object
  }

  private static func last(_ last: LastValue, at wall: Int64) -> JSONObject {
    var object = JSONObject()
    object.add("result", last.outcome.word)
    object.add("run", last.run.rawValue)
    object.add("host", last.host)
    object.add("user", last.user)
    object.add("began", time(last.began))
    object.add("ended", time(last.ended))
    object.add("duration_ms", last.duration.milliseconds)
    object.add("age_ms", max(0, wall - last.ended))
    object.add("message", last.outcome.message)
    object.add("value", last.value)
    return object
  }

  /// In the format of RFC 3339.
  private static func time(_ wall: Int64) -> String {
    Date(timeIntervalSince1970: Double(wall) / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension RealmView.Action {
  /// The state in one word.
  var state: String {
    if !runs.isEmpty { return runs.contains(where: \.isLost) ? "lost" : "running" }
    guard let last else { return "idle" }
    // How a run has ended that was taken over is unknown. It counts as failed.
    return last.outcome.isLost ? "failed" : last.outcome.word
  }
}
