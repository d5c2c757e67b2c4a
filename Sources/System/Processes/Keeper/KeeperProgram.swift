#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The program of a keeper.
enum KeeperProgram {
  /// Reads `+ GROUP` and `- GROUP`. At the end of its input, or at `. 0`, it kills the groups that remain,
  /// and waits for their end, for about two seconds.
  ///
  /// Each group is a variable, because the time to change a list of them would grow with the list. `kill` is
  /// written with `-s`, because dash refuses `-KILL --`. It also succeeds for zombies, which an idle first
  /// process of a container never reaps. So Linux's table of processes is read, too: of a zombie with no
  /// other thread, all files are closed.
  private static let script = #"""
    trap '' HUP INT QUIT TERM TSTP TTIN TTOU
    while read -r change group; do
      case $change$group in
        .*) break ;;
        [-+] | [-+][01] | ?*[!0-9]*) ;;
        +*) eval "group_$group=" ;;
        -*) unset "group_$group" ;;
      esac
    done
    variables=$(set)
    turn=0
    while [ $turn -lt 200 ]; do
      remains=
      for variable in $variables; do
        case $variable in group_*) ;; *) continue ;; esac
        group=${variable%%=*}
        kill -s KILL -- "-${group#group_}" 2>/dev/null && remains=1
      done
      if [ "$remains" ] && [ -e /proc/self/stat ]; then
        remains=
        for file in /proc/[0-9]*/stat; do
          read -r status < "$file" || continue
          set -- ${status##*) }
          case $1${18} in [ZX][01]) continue ;; esac
          case $3 in '' | *[!0-9]*) continue ;; esac
          eval "remains=\${group_$3+1}"
          [ "$remains" ] && break
        done
      fi
      [ "$remains" ] || break
      sleep 0.01
      turn=$((turn + 1))
    done
    """#

  /// Starts a keeper in a session of its own, in the directory `/`.
  static func start(input: FileDescriptor, holding held: Keeper.Held) throws -> ChildProcess {
    let null = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
    defer { try? null.close() }
    // A variable of the environment could look like a group.
    let program = ChildProcess.Program(
      paths: CStringArray(["/bin/sh"]), arguments: CStringArray(["sh", "-c", script]),
      environment: CStringArray(["PATH=/usr/bin:/bin"]), directory: "/")
    // The script prints nothing, and a socket without a peer takes nothing.
    return try ChildProcess(
      program,
      descriptors: .init(input: input, output: held.name ?? null, error: null, extra: held.lock))
  }
}
