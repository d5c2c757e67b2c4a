/// What the listings of one look have in common, and is read once: many actions can have inputs in the same
/// directory. Whatever changes later is noticed, because each listing watches a directory before it begins.
package final class ListingCache {
  /// The names in directories of which single names are wanted.
  var names: [PathBytes: Set<PathBytes>] = [:]
  /// Repositories by their uppermost directories.
  var repositories: [PathBytes: GitRepository] = [:]

  package init() {}
}
