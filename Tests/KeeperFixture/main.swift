// A program that starts commands with a keeper, to be killed by a test.
//
//     KeeperFixture commands COUNT LIFELINE JOURNAL LOCK     prints "ready KEEPER" when all commands run
//     KeeperFixture replaced COUNT LIFELINE JOURNAL LOCK     the same, after its first keeper was killed
//     KeeperFixture first COUNT LIFELINE JOURNAL LOCK        the same, with the keeper that the first command
//     starts KeeperFixture background LOG SCRIPT                    prints "PID READINESS" of a script and
//     ends KeeperFixture cost COUNT DIRECTORY                     prints what a start costs, in microseconds

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "commands": try await HeldCommands(arguments).run(replacingKeeper: false)
case "replaced": try await HeldCommands(arguments).run(replacingKeeper: true)
case "first": try await HeldCommands(arguments).runWithKeeperOfProcess()
case "background": try await StartedScript(log: arguments[1], script: arguments[2]).run()
case "cost": try await StartCost(count: Int(arguments[1]) ?? 100, directory: arguments[2]).run()
default: print("see main.swift")
}
