internal import Board
internal import Boundary
internal import Processes
internal import Programs
internal import SignalboxCore

/// One attempt of a run to do its work, with everything that the work needs for it.
struct Attempt: Sendable {
  let definition: ActionDefinition
  let environment: JobEnvironment
  let station: Station
  let record: LiveData<JobRecord>
  let output: OutputLog
  /// Where the work shows how far it is.
  let display: RunDisplay
  /// The number of the run.
  let run: Int
  /// The number of the attempt, counted over all runs of the job.
  let number: Int
  /// What was entered for the run; nil for nothing.
  let input: InputValues?
  let origin: RunOrigin
  /// The values of the variables in the definition.
  let variables: InheritedVariables
  /// The ports that the run knows.
  let ports: RunPorts
  /// What the run of a shared action holds on all machines; nil for other actions.
  let claim: SharedClaim?
  /// The file of another program that describes the action; nil for the file of a board.
  let describingFile: String?
  /// The commands of the job that run.
  let commands: PresentCommands
  /// The terminals of the job that people can enter.
  let terminals: ProgramTerminals
  /// What a service needs to know of its program; nil for other work.
  let watch: ProgramWatch?

  /// Registers a request with the network indicator; nil if the action is quiet.
  func beginRequest() -> NetworkRequest? {
    definition.isQuiet ? nil : station.network.begin()
  }

  /// Adds lines to the output, with the number of the run while another one of the action is in progress.
  func print(_ lines: [OutputLine]) { output.append(marked(lines)) }

  /// The lines as the output shows them.
  func marked(_ lines: [OutputLine]) -> [OutputLine] { record.data.history.marked(lines, of: run) }
}
