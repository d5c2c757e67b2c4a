import Foundation

#if DEBUG
FileHandle.standardError.write(
  Data("PanelBenchmarks: a debug build says nothing about the program: swift run -c release\n".utf8))
exit(64)
#else
// The boards of the benchmark run this program again, as the commands that flood the panel.
if let printer = LinePrinter(CommandLine.arguments) { printer.printForEver() }

/// The groups that the command line can name. Without names, all groups are measured.
let rows: [(name: String, report: (Report) throws -> Void)] = [
  ("idle", IdleRow.report), ("spinner", SpinnerRows.report), ("redraw", RedrawRow.report),
  ("keys", KeyRow.report), ("start", StartRow.report), ("memory", MemoryRow.report),
  ("flood", FloodRows.report), ("many", ManyActionsRow.report), ("headless", HeadlessRow.report),
  ("terminals", TerminalRows.report), ("box", BoxRows.report),
  ("cluster", ClusterRows.report), ("plans", PlanRows.report),
]
/// Parts of groups, which only the command line can name.
let parts: [(name: String, report: (Report) throws -> Void)] = [
  ("shared-start", ClusterRows.starting), ("hand-over", ClusterRows.handingOver),
  ("crowd", ClusterRows.crowding),
]
let names = CommandLine.arguments.dropFirst()
if let unknown = names.first(where: { name in !(rows + parts).contains { $0.name == name } }) {
  let known = (rows + parts).map(\.name).joined(separator: " ")
  FileHandle.standardError.write(Data("PanelBenchmarks: no row \(unknown); there are: \(known)\n".utf8))
  exit(64)
}
let report = Report()
for row in names.isEmpty ? rows : (rows + parts).filter({ names.contains($0.name) }) {
  do {
    try row.report(report)
  } catch {
    FileHandle.standardError.write(Data("PanelBenchmarks: \(row.name): \(error)\n".utf8))
    exit(1)
  }
}
#endif
