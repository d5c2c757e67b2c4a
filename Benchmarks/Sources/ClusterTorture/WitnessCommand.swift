import Foundation
import Glibc

/// The command of all actions, and the witness: it holds locks that no command beside it may hold, and writes
/// down when it begins and ends, and what it finds. It begins within a millisecond, so that a start which is
/// taken back at once is seen, too.
@MainActor
enum WitnessCommand {
  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/file.h>
    #include <time.h>
    #include <unistd.h>

    static const char *folder, *name, *run, *fence;

    /* Holds the lock until the end of this process. */
    static int take(const char *file, int kind) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", folder, file);
      int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
      if (descriptor >= 0 && flock(descriptor, kind | LOCK_NB) == 0) return 1;
      close(descriptor);
      return 0;
    }

    /* In one call, so that lines of several processes do not mix. */
    static void append(const char *file, const char *kind, const char *press) {
      char path[4096], line[4096];
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      long long time = now.tv_sec * 1000000LL + now.tv_nsec / 1000;
      int size = snprintf(line, sizeof line, "%s%lld %s %s %s%s%s\\n", kind, time, name, run, fence, *press ? " " : "", press);
      snprintf(path, sizeof path, "%s/%s", folder, file);
      int descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      if (descriptor < 0 || write(descriptor, line, size) != size) exit(65);
      close(descriptor);
    }

    /* The folder, the name of the action, and the locks: x:FILE alone, s:FILE shared, o:FILE one of several. */
    int main(int count, char **arguments) {
      char press[32], result[32], lock[256];
      unsigned time;
      const char *input = getenv("INPUT");
      run = getenv("SIGNALBOX_RUN");
      fence = getenv("SIGNALBOX_FENCE");
      if (count < 3 || !run || !fence || !input) return 64;
      folder = arguments[1];
      name = arguments[2];
      if (sscanf(input, "%31s %u %31s", press, &time, result) != 3) return 64;
      snprintf(lock, sizeof lock, "run-%s", run);
      if (!take(lock, LOCK_EX)) return 65;

      int is_alone = 1, has_choice = 0, has_one = 0;
      for (int index = 3; index < count; index++) {
        const char *file = arguments[index] + 2;
        switch (arguments[index][0]) {
        case 'x': is_alone &= take(file, LOCK_EX); break;
        case 's': is_alone &= take(file, LOCK_SH); break;
        default:
          has_choice = 1;
          has_one = has_one || take(file, LOCK_EX);
        }
      }
      if (!is_alone || (has_choice && !has_one)) append("violations", "", "");
      append("log", "begin ", press);
      usleep(time * 1000);
      append("log", "end ", press);
      return strcmp(result, "succeeds") == 0 ? 0 : 1;
    }

    """

  /// Builds the program, and returns its path.
  static func build(in folder: String) async throws -> String {
    let (text, program) = ("\(folder)/witness.c", "\(folder)/witness-command")
    try source.write(toFile: text, atomically: true, encoding: .utf8)
    try await Shell.run("cc -O1 -o \(program) \(text)")
    return program
  }
}

/// What the commands have written down.
struct Witness {
  struct Record {
    var action: String
    var press: Int
    var fence: Int64
    var begin: Int64
    var end: Int64?
  }

  let folder: String

  /// By the name of the run.
  var records: [String: Record] {
    var records: [String: Record] = [:]
    for line in lines("log") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 6, let time = Int64(words[1]), let fence = Int64(words[4]),
        let press = Int(words[5])
      else { continue }
      if words[0] == "begin" {
        records[words[3]] = Record(action: words[2], press: press, fence: fence, begin: time)
      } else {
        records[words[3]]?.end = time
      }
    }
    return records
  }

  var violations: [String] { lines("violations") }

  /// Whether the command of a run was started, and has ended in whatever way.
  func hasEnded(_ run: String) -> Bool {
    let descriptor = open("\(folder)/run-\(run)", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  private func lines(_ file: String) -> [String] {
    let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }
}
