#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What the lock file says about the box that holds the lock, or that held it last.
///
/// It is read without the lock. It can be out of date, so a reader connects to the socket before it believes
/// that the box exists.
package struct BoxRecord: Sendable, Hashable {
  /// The identifier of the box's process.
  package let process: Int32
  /// The path of its socket.
  package let socket: String
  /// The canonical path of the board's file.
  package let board: String
  /// The directory with the results of the board; nil in the record of an earlier version.
  package let state: String?

  package init(process: Int32, socket: String, board: String, state: String?) {
    self.process = process
    self.socket = socket
    self.board = board
    self.state = state
  }

  /// Reads the record of a board; nil if there has been no box yet, or if the record is being written.
  package static func read(_ places: BoxPlaces) -> BoxRecord? {
    read(places.lockFile)
  }

  static func read(_ lockFile: String) -> BoxRecord? {
    SmallFile.read(lockFile).flatMap(BoxRecord.init(parsing:))
  }

  /// The records of all boards that have had a box on this host, in the order of their paths.
  package static func all(environment: [String: String], home: String? = nil) -> [BoxRecord] {
    guard let home = home ?? BoxPlaces.homeDirectory(environment) else { return [] }
    let directory = BoxPlaces.directory(home: home)
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var records: [BoxRecord] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix("."),
        let bytes = SmallFile.read("\(directory)/\(name)/\(BoxPlaces.lockName)")
      else { continue }
      if let record = BoxRecord(parsing: bytes) { records.append(record) }
    }
    return records.sorted { $0.board < $1.board }
  }

  /// Each field ends with a zero byte, which no path contains.
  var encoded: [UInt8] {
    let fields =
      [state == nil ? "signalbox 1" : "signalbox 2", "\(process)", socket, board] + [state].compactMap(\.self)
    return Array(fields.map { $0 + "\0" }.joined().utf8)
  }

  init?(parsing bytes: [UInt8]) {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // The last field is followed by the end of the file.
    guard fields.popLast() == "", fields.count > 3, let process = Int32(fields[1]), process > 0 else {
      return nil
    }
    switch (fields[0], fields.count) {
    case ("signalbox 1", 4): state = nil
    case ("signalbox 2", 5): state = fields[4]
    default: return nil
    }
    (self.process, socket, board) = (process, fields[2], fields[3])
  }
}
