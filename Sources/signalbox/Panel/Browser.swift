internal import Processes

/// The program of the user for addresses of the web.
enum Browser {
  /// It goes on in a session of its own, if there is one: what a command leaves in its process group ends
  /// with it.
  static let script = """
    if command -v xdg-open >/dev/null; then opener=xdg-open
    elif command -v open >/dev/null; then opener=open
    else exit 127; fi
    if command -v setsid >/dev/null; then setsid "$opener" "$1" </dev/null >/dev/null 2>&1 &
    else "$opener" "$1" </dev/null >/dev/null 2>&1; fi
    """

  /// Returns false if there is no such program.
  static func open(_ address: String) async -> Bool {
    await CommandRunner(gracePeriod: .seconds(1)).run(.arguments(["sh", "-c", script, "sh", address])) { _ in
    }
      == .exited(0)
  }
}
