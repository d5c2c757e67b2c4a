internal import Rendezvous

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Asks for boxes, and runs those that are needed in this process.
@MainActor
final class Election {
  private let places: BoxPlaces
  private let directory: String
  private let witness: String
  private let isDisturbed: Bool
  private var random = SystemRandomNumberGenerator()
  private var (answered, boxes, ended, overlaps, deletions, errors) = (0, 0, 0, 0, 0, 0)

  init(_ place: ElectionPlace, isDisturbed: Bool) {
    self.isDisturbed = isDisturbed
    (directory, places) = (place.directory, place.places)
    witness = directory + "/witness"
  }

  var report: String {
    "answered \(answered) boxes \(boxes) ended \(ended) overlaps \(overlaps) deletions \(deletions) errors \(errors)"
  }

  func ask(_ count: Int) async {
    for _ in 1...count {
      if isDisturbed, Int.random(in: 1...4, using: &random) == 1 { disturb() }
      let approach = BoxApproach(
        places, hello: Array("hello".utf8), patience: .init(answer: .seconds(10), total: .seconds(60))
      ) { try await self.startBox() }
      do {
        let reached = try await approach.reach()
        if reached.answer.bytes == Array("welcome".utf8) { answered += 1 }
        reached.connection.close()
      } catch {
        errors += 1
        print(error)
      }
    }
  }

  /// Deletes the socket, or its directory.
  private func disturb() {
    deletions += 1
    guard let path = BoxRecord.read(places)?.socket else { return }
    unlink(path)
    if Bool.random(using: &random) { rmdir(directory + "/runtime/signalbox") }
  }

  /// Starts a box, and returns when it is ready or another one holds the lock.
  private func startBox() async throws {
    let lock: BoxLock
    do {
      lock = try await BoxLock.take(places, waiting: .milliseconds(Int.random(in: 0...20, using: &random)))
    } catch RendezvousError.held {
      return
    }
    let witness = Witness(witness)
    if witness == nil { overlaps += 1 }
    boxes += 1
    do {
      let box = try ShortBox(lock, places) {
        witness?.release()
        self.ended += 1
      }
      box.start()
    } catch {
      // The directory was deleted between its creation and the use of it.
      witness?.release()
      lock.unlock()
      ended += 1
      if !isDisturbed { throw error }
    }
  }
}
