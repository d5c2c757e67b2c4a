internal import Board
internal import Configuration

/// The program that runs the scripts of package.json.
struct PackageManager {
  var name: String
  var remarks: [Remark] = []

  /// The programs by their lock files.
  private static let locks = [
    "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun",
    "package-lock.json": "npm", "npm-shrinkwrap.json": "npm",
  ]

  /// The names of lock files.
  static let lockFiles = locks.keys.sorted()

  /// By the field `packageManager`, else by the nearest lock file, else npm.
  static func of(_ file: ForeignText, lockFiles: [String]) -> PackageManager {
    var unused = Reading()
    let root = (try? ForeignValues.json(file, &unused)) ?? nil
    let field = root?["packageManager"]?.text.flatMap { text in
      ["npm", "pnpm", "yarn", "bun"].first { text == $0 || text.hasPrefix("\($0)@") }
    }
    let names = Set(lockFiles.compactMap { locks[$0] }).sorted()
    if let field {
      guard let other = names.first, !names.contains(field) else { return PackageManager(name: field) }
      return PackageManager(
        name: field,
        remarks: [
          Remark(
            file: file.path, line: nil, "packageManager",
            "it says \(field), and there is a lock file of \(other)")
        ])
    }
    guard names.count < 2 else {
      return PackageManager(
        name: "npm",
        remarks: [
          Remark(
            file: file.path, line: nil, "",
            "there are lock files of \(names.joined(separator: " and ")), so npm runs the scripts: the field packageManager can say it"
          )
        ])
    }
    return PackageManager(name: names.first ?? "npm")
  }
}
