internal import Essentials

/// Whether a front end sees the same files and processes as the box, whose commands run where the box is.
enum Namespaces {
  /// Why a process cannot use this box; nil if it can, or if the system does not say.
  static func difference(_ process: Int32) -> String? {
    for (name, words) in [("mnt", "other files"), ("pid", "other processes"), ("net", "another network")] {
      guard let own = link("/proc/self/ns/\(name)"), let others = link("/proc/\(process)/ns/\(name)") else {
        continue
      }
      if own != others {
        return "the box of this board is in another namespace, with \(words): use --private"
      }
    }
    return nil
  }

  private static func link(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}
