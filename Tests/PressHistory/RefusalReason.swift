/// Why a shared action was refused, by the text.
package enum RefusalReason {
  /// Whether the text says that the state did not allow the start: such a refusal belongs into the history.
  /// The others say that etcd did not answer, that somebody else was faster, or that the press was
  /// withdrawn.
  package static func isState(_ text: String) -> Bool {
    let beginnings = ["is running on ", "may still be running on ", "needs "]
    return beginnings.contains(where: text.hasPrefix) && !text.hasSuffix("queue is full")
  }
}
