import Configuration

extension ForeignWords {
  /// The words of task runners, process managers and containers for the options of an action.
  static let ofActions = ForeignWords([
    "did you mean `run`?": [
      "command", "commands", "cmd", "cmds", "script", "scripts", "exec", "execute", "shellcommand",
      "entrypoint",
      "program", "recipe", "sh", "bash", "steps",
    ],
    "did you mean `enabled-if`, as in `enabled-if: build.succeeded`?": [
      "dependson", "depends", "dep", "deps", "dependencies", "requires", "require", "needs", "after", "if",
      "when",
      "condition", "conditions", "onlyif", "precondition", "preconditions", "guard",
    ],
    "did you mean `env`?": ["environment", "environments", "envs", "vars", "variables", "envvars"],
    "did you mean `env-file`?": ["dotenv", "envfiles", "dotenvfiles"],
    "did you mean `dir`?": [
      "workingdir", "workingdirectory", "workdir", "cwd", "directory", "chdir", "path", "root",
    ],
    "did you mean `description`?": ["desc", "summary", "help", "doc", "docs", "comment", "about"],
    "did you mean `title`?": ["name", "label", "displayname", "caption"],
    "did you mean `start: with-board`?": ["autostart", "autorun", "startup", "runonstart", "onstart"],
    "did you mean `restart`, of a command with `service: true`?": [
      "autorestart", "availability", "restartpolicy", "respawn", "keepalive",
    ],
    "did you mean `service`?": ["daemon", "isdaemon", "background", "isbackground", "longrunning"],
    "did you mean `ready`, of a command with `service: true`?": [
      "readinessprobe", "readiness", "readywhen", "readylogline", "waitfor",
    ],
    "did you mean `liveness`, of a command with `service: true`?": [
      "healthcheck", "livenessprobe", "health",
    ],
    "did you mean `stop`, as in `stop: { signal: INT, grace: 30s }`?": [
      "shutdown", "stopsignal", "stopgraceperiod", "killsignal", "stopcommand",
    ],
    "did you mean `every`?": ["interval", "schedule", "cron", "repeat", "period", "refresh", "poll"],
    "did you mean `confirm`?": ["prompt", "confirmation", "ask", "question"],
    "did you mean `key`?": ["shortcut", "hotkey", "keybinding", "binding", "keys"],
    "did you mean `group`?": ["namespace", "category", "section", "folder"],
    "did you mean `tags`?": ["labels", "keywords"],
    "did you mean `retry`?": ["retries", "attempts", "maxretries"],
    "did you mean `terminal`, as in `terminal: full`?": [
      "tty", "istty", "interactive", "pty", "isinteractive",
    ],
    "did you mean `quiet`?": ["silent", "hidden", "hide"],
    "did you mean `log`?": ["loglocation", "logfile", "output", "stdout"],
    "did you mean `http`?": ["url", "uri", "request", "httpget"],
    "did you mean `input`?": ["args", "arguments", "arg", "params", "parameters", "inputs"],
    "did you mean `shell`?": ["interpreter", "executable"],
    "did you mean `timeout`?": ["timelimit", "timeoutseconds", "maxtime"],
  ])

  /// The same, where the names of other actions are written as a guard.
  /// - Parameter services: The names of the actions that are services.
  static func ofActions(services: Set<String>) -> ForeignWords {
    ofActions.adding(["dependson", "depends", "deps", "dependencies", "requires", "needs", "after"]) { node in
      Meant.guardText(for: node, services: services).map { "write \(quoted("enabled-if: \($0)"))" }
    }
  }

  /// Their words for the options of a board.
  static let ofBoards = ForeignWords([
    "did you mean `actions`?": [
      "tasks", "task", "processes", "process", "services", "jobs", "job", "targets", "commands", "scripts",
      "recipes", "steps", "buttons", "panes", "procs",
    ],
    "did you mean `title`?": ["name", "label"],
    "did you mean `env`?": ["environment", "environments", "envs", "vars", "variables"],
    "did you mean `env-file`?": ["dotenv", "envfiles"],
    "did you mean `dir`?": ["workingdir", "workingdirectory", "workdir", "cwd", "directory", "root"],
    "did you mean `shell`?": ["interpreter", "executable"],
    "a board has no version: remove it": ["version"],
  ])
}
