internal import Board

/// The guards of a board in the order in which they are evaluated: a guard follows those of the jobs whose
/// `.enabled` it reads, so that one pass is enough.
///
/// Many jobs often have the same guard, as when one deployment locks everything else, so each guard is
/// evaluated once.
struct GuardOrder {
  struct Entry {
    let guarded: Guard
    let jobs: [Job]
  }

  private(set) var entries: [Entry]

  init(_ jobs: [Job]) {
    let byID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    let order = EnabledOrder(
      of: jobs.map(\.id),
      dependencies: Dictionary(
        uniqueKeysWithValues: jobs.map { ($0.id, $0.definition.enabledIf.enabledActions) }))
    // Jobs with the same guard read the same jobs, so that all of them may come where the first one may.
    var texts: [String] = []
    var members: [String: [Job]] = [:]
    for job in order.ids.compactMap({ byID[$0] }) {
      let text = job.definition.enabledIf.text
      if members[text] == nil { texts.append(text) }
      members[text, default: []].append(job)
    }
    entries = texts.compactMap { text in
      members[text].flatMap { jobs in
        jobs.first.map { Entry(guarded: $0.definition.enabledIf, jobs: jobs) }
      }
    }
  }

  /// Leaves out what no fact can change.
  mutating func removeConstants() {
    entries = entries.compactMap { entry in
      guard entry.guarded.references.isEmpty else { return entry }
      let shared = entry.jobs.filter { $0.definition.shared != nil }
      return shared.isEmpty ? nil : Entry(guarded: entry.guarded, jobs: shared)
    }
  }
}
