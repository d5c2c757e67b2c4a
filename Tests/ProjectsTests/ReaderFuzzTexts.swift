import Projects

/// What files of a format look like. Together the texts use all that its reader knows.
struct ReaderFuzzTexts {
  let format: Format
  /// Whole files.
  let files: [String]
  /// Parts of files, which are put where they need not fit.
  let pieces: [String]
  /// Names of files that the texts name, with their first contents.
  var others: [String: String] = [:]

  static let just = ReaderFuzzTexts(
    format: .just,
    files: [
      #"""
      set dotenv-load
      set positional-arguments
      set shell := ["bash", "-uc"]
      import 'x'
      import? 'missing.just'
      mod inner 'other'
      alias b := build
      version := `git describe` + "-x"
      export PATH := env('HOME') / "bin:" + if os() == "linux" { 'a' } else { "b" }
      text := '''
        recipe:
          not one
      '''

      # Builds it
      [group('all')]
      build target='debug' *flags: (prepare target "x") && _hidden
          cargo build --{{ target }} {{ if flags == "" { "" } else { flags } }}

      [private]
      prepare what other="y":
          @echo {{ what }} \
            {{ other }}

      [confirm("Really?"), linux, doc('Ships it')]
      deploy +$hosts: build
          #!/usr/bin/env bash
          echo "$hosts"

      _hidden:
      test:unit-x FILE=(version + 'a') $B='c':
      dev:
          npm run watch

      """#,
      "default:\n  @just --list\n\n# é\nümlaut:\n\techo x\n",
    ],
    pieces: [
      "import 'x'", "mod x", "alias x := y", "[private]", "[group: 'a']", "[confirm]", "[no-cd, unix]",
      "{{ x }}", "{{{{", "{{", "}}", "'''", "\"\"\"", "`", "x := ", "f\"{x}\"", "x'~'", "a b=c *d:",
      "+$e='f'", "(a b)", "&&", "@quiet:", "set shell", "\\\n", "    ", "\t",
    ],
    others: ["x": "from-x a:\n  echo {{a}}\nimport 'x'\n", "other": "from-other:\nmod other 'x'\n"])

  static let task = ReaderFuzzTexts(
    format: .task,
    files: [
      #"""
      version: '3'
      dotenv: ['.env']
      vars: { A: 1, B: { sh: uname } }
      env: { C: x }
      includes:
        one: ./x
        two: { taskfile: ./other, dir: ./sub, optional: true, internal: false, flatten: true, aliases: [t] }
      tasks:
        default: { deps: [build] }
        build:
          desc: Builds it
          summary: |
            Long, and
            longer
          aliases: [b, bu]
          deps: [prepare, { task: 'docs:all', vars: { X: 1 } }]
          sources: ['src/**/*.go', { exclude: 'x' }]
          generates: [out]
          requires: { vars: [V, { name: W, enum: [a, b] }] }
          cmds:
            - go build {{.V}} {{.CLI_ARGS}}
            - { task: prepare, silent: true }
            - for: [a, b]
              cmd: echo {{.ITEM}}
        prepare: { internal: true, cmd: echo x }
        'docs:all': echo docs
        deploy: { prompt: Really?, platforms: [linux], cmds: [x] }
        "glob:*": { cmds: ['echo {{index .MATCH 0}}'] }
        dev: { watch: true, cmds: [npm run dev] }

      """#,
      "version: 3\ntasks:\n  a: [x, y]\n  b: &b\n    cmds: [x]\n  c: *b\n  d: null\n",
    ],
    pieces: [
      "tasks:", "includes:", "  x:", "    desc: x", "deps: [a]", "cmds: [x]", "requires: {vars: [V]}",
      "{{.X}}", "- ", "&a", "*a", "<<: *a", "!!str", "|", ">-", "null", "{", "}", "[", "]", "version: '2'",
      "taskfile: ./x", "aliases: [x, x]", "prompt: [a, b]", "'", "\"", "? x", "---",
    ],
    others: ["x": "tasks: {from-x: echo}\nincludes: {x: ./x}\n", "other": "tasks: {o: {desc: y}}\n"])

  static let make = ReaderFuzzTexts(
    format: .make,
    files: [
      """
      SHELL := /bin/bash
      include x
      -include missing.mk $(OTHERS)
      export A = b
      .PHONY: all build test\\:unit clean \\
        deploy
      define TEXT
      target: not one
      endef
      ifeq ($(OS),linux)
      all: build ## Everything
      else
      all: build
      endif
      ##@ Group
      build: export B = c
      build: $(wildcard *.c) | out ## Builds it
      \t@echo $(shell date) \\
      \t  more
      \t$(MAKE) -C sub
      test\\:unit::
      \ttrue
      %.o: %.c
      \t$(CC) -c $<
      $(TARGETS): x
      out/a.txt out/b.txt &: x ; echo
      .DEFAULT_GOAL := all
      # help: Shows this
      help:
      \t@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST)
      clean:; rm -rf out
      deploy: build # no help

      """, "a b c: d\nd:\n\techo $$x\ndev serve:\n\tnpm start\n",
    ],
    pieces: [
      ".PHONY:", "include x", "define X", "endef", "ifeq (a,b)", "else", "endif", "$(", ")", "${X}", "$$",
      "\\",
      "\\\n", "\t", " ## help", "##@ x", "a:", "a::", "%:", "&:", ":=", "?=", "!=", "+=", "export",
      "override",
      "private X = y", "\\#", "\\:", ";", "|", ".ONESHELL:", "vpath % x", "-include $(X)",
    ],
    others: ["x": ".PHONY: from-x\nfrom-x:\n\techo\ninclude x\n"])

  static let scripts = ReaderFuzzTexts(
    format: .scripts,
    files: [
      #"""
      {
        "name": "@a/b",
        "packageManager": "pnpm@9.1.0+sha256.abc",
        "scripts": {
          "prebuild": "node x.js",
          "build": "tsc && echo \"a\\b\"",
          "build:watch": "tsc -w",
          "postinstall": "touch x",
          "test": "jest --coverage",
          "-rf": "x",
          "constructor": "x",
          "__proto__": "x",
          "dev": "vite --port 5173",
          "\u00e9\ud83d\ude00": "echo é",
          "// comment": "# none"
        },
        "workspaces": ["packages/*"],
        "devDependencies": { "vite": "^5" }
      }

      """#
    ], pieces: jsonPieces, others: ["pnpm-lock.yaml": "", "yarn.lock": ""])

  static let deno = ReaderFuzzTexts(
    format: .deno,
    files: [
      #"""
      {
        // A comment
        "tasks": {
          "dev": "deno run --watch main.ts", /* another */
          "build": { "description": "Builds it", "command": "deno compile", "dependencies": ["dev", "test"] },
          "test": { "command": "deno test" },
          "all": { "dependencies": ["build"] },
        },
        "imports": { "a": "jsr:@a/b@1" },
      }

      """#
    ], pieces: jsonPieces)

  private static let jsonPieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\udc00", "\\u0000", "//", "/*", "*/",
    "null",
    "1e9", "true",
    "\"scripts\": {", "\"tasks\": {", "\"a\": \"b\"", "\"a\": {\"command\": \"b\"}",
    "\"packageManager\": \"yarn@4\"", "\"dependencies\": [\"a\"]", "\"description\": 1", "\u{FEFF}", "'",
    "&a",
    "*a", "- ", "? ",
  ]

  static let procfile = ReaderFuzzTexts(
    format: .procfile,
    files: [
      """
      # The web
      web: bundle exec puma -p $PORT -C config/puma.rb
      worker: env A=b sidekiq -q "a b" # not a comment
      release: rake db:migrate
      web-2:    ./run --x=${Y:-1} | tee log
      css: yarn build:css --watch

      """, "a:b\nc : d\ne:\n: f\nweb: x\nweb: y\n",
    ],
    pieces: [
      "web:", "release: x", "a: b", ":", "#", "$PORT", "${PORT}", "\\", "\t", "'", "\"", "PORT=1", "-: x",
      "é: x",
    ],
    others: [".env": "PORT=3000\nA=\"b c\"\nexport PORT='70000'\nX\n"])

  static let mprocs = ReaderFuzzTexts(
    format: .mprocs,
    files: [
      """
      hide_keymap_window: true
      procs:
        web:
          shell: npm run dev
          cwd: <CONFIG_DIR>/web
          env: { A: 1, B: null }
          add_path: [./bin, ~/x]
          autostart: false
          autorestart: true
          stop: { send-keys: [<C-c>, q] }
        api: { cmd: [go, run, ., "a b"], stop: SIGINT, cwd: ~ }
        short: "echo $X"
        os: { $select: os, windows: { shell: x }, $else: { shell: y } }
        none: null

      """
    ],
    pieces: yamlPieces + [
      "procs:", "shell: x", "cmd: [x]", "cwd: <CONFIG_DIR>", "$select: os", "$else: x", "stop: hard-kill",
      "stop: {send-keys: [a]}", "log: x", "env: {A: null}",
    ])

  static let processCompose = ReaderFuzzTexts(
    format: .processCompose,
    files: [
      """
      version: "0.5"
      is_strict: true
      shell: { shell_command: bash, shell_argument: -c }
      environment: ["A=1", "B"]
      vars: { V: 1 }
      log_location: ./pc.log
      processes:
        db:
          description: The database
          command: "postgres -D {{.V}} $A"
          working_dir: ./db
          environment: [C=d]
          is_daemon: false
          namespace: back
          replicas: 2
          readiness_probe:
            exec: { command: pg_isready }
            initial_delay_seconds: 1
            period_seconds: 2
            timeout_seconds: 3
            success_threshold: 1
            failure_threshold: 4
          availability: { restart: on_failure, backoff_seconds: 2, max_restarts: 5, exit_on_end: true }
          shutdown: { command: pg_ctl stop, timeout_seconds: 10, signal: 15 }
        web:
          entrypoint: [node, server.js]
          depends_on:
            db: { condition: process_healthy }
            migrate: { condition: process_completed_successfully }
          liveness_probe: { http_get: { host: 127.0.0.1, scheme: http, path: /health, port: "8080" } }
          ready_log_line: "listening on"
        migrate: { command: "rake db", depends_on: { db: { condition: process_started } }, disabled: true }

      """
    ],
    pieces: yamlPieces + [
      "processes:", "command: x", "depends_on: {a: {condition: process_healthy}}", "http_get: {port: 99999}",
      "readiness_probe: {exec: {command: x}}", "availability: {restart: always, max_restarts: 99999999999}",
      "shutdown: {signal: 99}", "namespace: x", "entrypoint: []", "replicas: -1", "period_seconds: 1e300",
      "is_foreground: true", "env_cmds: {A: x}", "timeout_seconds: -1",
      "initial_delay_seconds: 9223372036854775807",
    ])

  static let compose = ReaderFuzzTexts(
    format: .compose,
    files: [
      """
      name: shop
      include: [other.yml]
      x-common: &common
        restart: unless-stopped
        environment: { A: "${B:-c}" }
      services:
        db:
          <<: *common
          image: postgres:16
          ports: ["5432:5432", "127.0.0.1:8000-8010:80/udp", { target: 80, published: "8080" }]
          healthcheck: { test: [CMD, pg_isready], interval: 5s, retries: 3 }
          volumes: ["db:/var/lib"]
        web:
          build: { context: ., dockerfile: Dockerfile }
          depends_on: { db: { condition: service_healthy }, cache: { condition: service_started } }
          profiles: [dev]
          command: npm start
        cache: { image: redis, depends_on: [db] }
        once: { image: x, depends_on: { web: { condition: service_completed_successfully } } }
      volumes: { db: {} }

      """
    ],
    pieces: yamlPieces + [
      "services:", "image: x", "depends_on: [a]", "depends_on: {a: {condition: service_healthy}}",
      "ports: ['1:2']", "ports: [99999999]", "ports: ['${X:-1}-2:3']", "healthcheck: {test: NONE}", "!reset",
      "!override", "profiles: [a]", "include: [x]", "extends: {service: x}", "processes: {a: {command: b}}",
    ],
    others: ["compose.override.yml": "services: {db: {ports: !reset []}, more: {image: y}}\n"])

  private static let yamlPieces = [
    "{", "}", "[", "]", ",", ": ", "- ", "&a ", "*a", "<<: *a", "!!binary ", "|", ">-", "|9", "'", "\"", "? ",
    "---", "...", "%YAML 1.1", "~", "null", "0x7fffffffffffffff", ".inf", "\"\\x00\"", "\"\\u202E\"", "#",
    "\t",
  ]
}
