#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The program of a keeper.
enum KeeperProgram {
  /// Reads `+ GROUP` and `- GROUP`. At the end of its input, or at `. 0`, it kills the groups that remain,
  /// and waits for their end, for about two seconds: a zombie that no process reaps still counts as a process
  /// of its group.
  ///
  /// Each group is a variable, because the time to change a list of them would grow with the list. `kill` is
  /// written with `-s`, because dash refuses `-KILL --`.
  private static let script = """
    trap '' HUP INT QUIT TERM TSTP TTIN TTOU
    while read -r change group; do
      case $change$group in
        .*) break ;;
        [-+] | [-+][01] | ?*[!0-9]*) ;;
        +*) eval "group_$group=" ;;
        -*) unset "group_$group" ;;
      esac
    done
    set -f
    variables=$(set)
    turn=0
    while [ $turn -lt 200 ]; do
      remains=
      for variable in $variables; do
        case $variable in group_*) ;; *) continue ;; esac
        group=${variable%%=*}
        kill -s KILL -- "-${group#group_}" 2>/dev/null && remains=1
      done
      [ "$remains" ] || break
      sleep 0.01
      turn=$((turn + 1))
    done
    """

  /// Starts a keeper in a session of its own, in the directory `/`.
  /// - Parameter lock: A descriptor that it has open until it ends.
  static func start(input: FileDescriptor, lock: FileDescriptor?) throws -> ChildProcess {
    let null = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
    defer { try? null.close() }
    // A variable of the environment could look like a group.
    let program = ChildProcess.Program(
      paths: CStringArray(["/bin/sh"]), arguments: CStringArray(["sh", "-c", script]),
      environment: CStringArray(["PATH=/usr/bin:/bin"]), directory: "/")
    return try ChildProcess(program, descriptors: .init(input: input, output: null, extra: lock))
  }
}
