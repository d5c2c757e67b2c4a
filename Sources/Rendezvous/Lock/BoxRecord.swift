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

  package init(process: Int32, socket: String, board: String) {
    self.process = process
    self.socket = socket
    self.board = board
  }

  /// Reads the record of a board; nil if there has been no box yet, or if the record is being written.
  package static func read(_ places: BoxPlaces) -> BoxRecord? {
    SmallFile.read(places.lockFile).flatMap(BoxRecord.init(parsing:))
  }

  /// The records of all boards that have had a box on this host, in the order of their paths.
  package static func all(home: String? = nil) -> [BoxRecord] {
    guard let home = home ?? BoxPlaces.homeDirectory() else { return [] }
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
  var encoded: [UInt8] { Array("signalbox 1\0\(process)\0\(socket)\0\(board)\0".utf8) }

  init?(parsing bytes: [UInt8]) {
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    // The last field is followed by the end of the file.
    guard fields.count == 5, fields[4].isEmpty, fields[0].elementsEqual("signalbox 1".utf8),
      let process = Int32(String(decoding: fields[1], as: UTF8.self)), process > 0
    else { return nil }
    self.init(
      process: process, socket: String(decoding: fields[2], as: UTF8.self),
      board: String(decoding: fields[3], as: UTF8.self))
  }
}
