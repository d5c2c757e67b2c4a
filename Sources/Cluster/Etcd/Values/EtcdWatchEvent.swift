/// What a watch reports, in order.
package enum EtcdWatchEvent: Sendable, Equatable {
  /// The watch exists: all changes from its revision follow.
  case created(EtcdHeader)
  /// Changes, in the order of their revisions, of one transaction or of several. Those of one transaction are
  /// in one event.
  case changes(EtcdHeader, [EtcdChange])
  /// There were no changes up to the revision of the header.
  case progress(EtcdHeader)
  /// The changes are no longer stored before this revision, so that the watch would be incomplete. It has
  /// ended: read everything, and watch from there.
  case compacted(Int64)
  /// The watch has ended, without being cancelled.
  case ended(EtcdFailure)
}

/// A change of a key.
package enum EtcdChange: Sendable, Equatable {
  case put(EtcdEntry)
  case delete(key: String, modRevision: Int64)

  package var key: String {
    switch self {
    case .put(let entry): entry.key
    case .delete(let key, _): key
    }
  }
}
