import Etcd

/// A copy of what etcd stores for the realm, kept up to date by a watch. It is for the eye, and tells when it
/// is worth while to ask; whether a press may start is always asked from etcd itself.
struct Mirror: Sendable {
  var store: ClusterStore
  /// Everything up to this revision is in the store.
  var revision: Int64 = 0
  /// Whether the store has been read since etcd was silent.
  var isCurrent = false
  var watch: WatchID?
  var watches = 0
  var isReading = false
  /// When everything is read again.
  var readAt: Duration?
  var pause = Pause()
  /// Why it could not be read since it was read last.
  var problem: String?
}

struct MirrorReading: Sendable, Equatable {
  /// The revision that the answer must at least have.
  var revision: Int64
}

extension Member {
  var mirrorDeadline: Duration? { session.lease == nil || mirror.isReading ? nil : mirror.readAt }

  mutating func advanceMirror() {
    guard let due = mirrorDeadline, time >= due else { return }
    readEverything()
  }

  /// Reads all keys but the log, and watches from there if there is no watch.
  mutating func readEverything() {
    guard !mirror.isReading else {
      mirror.readAt = time
      return
    }
    mirror.isReading = true
    mirror.readAt = nil
    send(.read(keys.allButLogs), for: .mirror(MirrorReading(revision: mirror.revision)))
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, to reading: MirrorReading) {
    mirror.isReading = false
    guard case .success(.transaction(let header, true, let results)) = answer else {
      mirror.readAt = time + mirror.pause.next(settings)
      mirror.problem = session.problem
      return
    }
    mirror.pause.reset()
    mirror.problem = nil
    mirror.readAt = mirror.readAt ?? time + settings.rangeAgain
    let isRestored = header.revision < reading.revision
    if header.revision >= mirror.revision || isRestored {
      let read = ClusterStore(keys: keys, results: results)
      // The watch may only be a little late, or it misses changes, or etcd was restored from a backup. A new
      // one is cheap, and changes nothing if the first one was right.
      if isRestored || read != mirror.store { endWatch() }
      (mirror.store, mirror.revision) = (read, header.revision)
      compareRuns(at: header.revision, reasons: [:])
    }
    mirror.isCurrent = !session.isSilent
    if mirror.watch == nil, departure == nil { startWatch() }
  }

  private mutating func startWatch() {
    mirror.watches += 1
    let watch = WatchID(number: mirror.watches)
    mirror.watch = watch
    outputs.append(
      .watch(
        watch, prefix: keys.root, from: mirror.revision + 1,
        by: route(for: .mirror(MirrorReading(revision: 0)))))
  }

  mutating func endWatch() {
    guard let watch = mirror.watch else { return }
    mirror.watch = nil
    outputs.append(.endWatch(watch))
  }

  mutating func receive(_ event: EtcdWatchEvent, of watch: WatchID) {
    guard watch == mirror.watch else { return }
    switch event {
    case .created(let header), .progress(let header): noteWord(header)
    case .changes(let header, let changes):
      noteWord(header)
      apply(changes)
    case .compacted:
      mirror.watch = nil
      readEverything()
    case .ended(let failure):
      mirror.watch = nil
      session.problem = failure.description
      let due = time + mirror.pause.next(settings)
      mirror.readAt = min(mirror.readAt ?? due, due)
    }
  }

  private mutating func apply(_ changes: [EtcdChange]) {
    var reasons: [RunID: String] = [:]
    var newest = mirror.revision
    for change in changes {
      switch change {
      case .put(let entry):
        newest = max(newest, entry.modRevision)
        if entry.modRevision > mirror.revision { mirror.store.put(entry) }
        if entry.key.hasPrefix(keys.logs), let log: LogValue = StoredJSON.value(entry.value) {
          reasons[log.run] = log.words
        }
      case .delete(let key, let revision):
        newest = max(newest, revision)
        if revision > mirror.revision { mirror.store.remove(key) }
      }
    }
    mirror.revision = newest
    knownRevision = max(knownRevision, newest)
    compareRuns(at: newest, reasons: reasons)
  }
}
