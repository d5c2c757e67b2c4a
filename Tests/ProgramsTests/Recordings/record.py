#!/usr/bin/env python3
"""Records what programs print on a terminal: one file NAME.bytes for each, with the bytes as they came.

    record.py [NAME...]     records these programs, or all
    picture.py [NAME...]    writes NAME.txt, the picture that a terminal shows of the bytes

Each program runs in /tmp/recording, on a pseudo-terminal of 24 rows and 80 columns that is not its controlling
terminal, with an empty standard input, as the commands of a board do. Output processing is off, so that a newline is
a single byte. What a program needs is created first: a repository, a package, a server on the loopback interface.

The programs: pip, git, ninja, pytest, apt-get, npm, cargo, swift, curl, rsync, wget, dd, tqdm, rich, ls, grep, gcc, and
what docker-compose 1.29 shows of containers, without the daemon that has them.
"""
import fcntl, functools, http.server, os, pathlib, pty, re, shutil, struct, subprocess, sys, termios, threading

HERE = pathlib.Path(__file__).resolve().parent
PLACE = pathlib.Path("/tmp/recording")
ROWS, COLUMNS = 24, 80
LIMIT = 60_000


def write(name, text):
    path = PLACE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def quietly(*command):
    subprocess.run(command, cwd=PLACE, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def repository():
    for number in range(300):
        write(f"origin/{number}.txt", f"{number}\n" * 50)
    quietly("git", "init", "-q", "origin")
    quietly("git", "-C", "origin", "add", ".")
    quietly("git", "-C", "origin", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "all")


def ninja():
    rules = ["rule copy", "  command = sleep 0.05; cp $in $out", "  description = COPY $out"]
    rules += [f"build out/{number}.txt: copy in.txt" for number in range(12)]
    rules += ["rule warn",
              r"  command = cp $in $out; printf '\033[1;33mwarning:\033[0m old\n'", "  description = WARN $out", "build warned.txt: warn in.txt"]
    write("build.ninja", "\n".join(rules) + "\n")
    write("in.txt", "text\n")


def tests():
    write("tests/test_numbers.py", """import time, pytest
@pytest.mark.parametrize('number', range(30))
def test_is_small(number):
    time.sleep(0.02)
    assert number < 28
def test_skipped(): pytest.skip('not here')
def test_größe(): assert 'größer' == 'größe'
""")


def crate():
    write("crate/Cargo.toml", '[package]\nname = "numbers"\nversion = "0.1.0"\nedition = "2021"\n')
    write("crate/src/main.rs", 'fn main() {\n    let unused = 1;\n    println!("{}", missing());\n}\n')


def package():
    write("package/Package.swift", '// swift-tools-version: 6.0\nimport PackageDescription\n'
          'let package = Package(name: "numbers", targets: [.target(name: "Numbers"), '
          '.executableTarget(name: "print-numbers", dependencies: ["Numbers"])])\n')
    write("package/Sources/Numbers/Numbers.swift", "public func number() -> Int {\n  let unused = 1\n  return 2\n}\n")
    write("package/Sources/print-numbers/main.swift", "import Numbers\nprint(number())\n")


def modules():
    for name in ("one", "two"):
        write(f"{name}/package.json", f'{{"name": "{name}", "version": "1.0.0"}}\n')
    write("package.json", '{"name": "numbers", "version": "1.0.0"}\n')


@functools.cache
def slow_server():
    """Serves 2 MB at /file, slowly, and returns its address."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", str(2 << 20))
            self.end_headers()
            for _ in range(32):
                self.wfile.write(bytes(64 << 10))
                threading.Event().wait(0.05)

        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8765), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def files():
    write("in.txt", "text\n")
    for number in range(5):
        (PLACE / f"from/{number}.bin").parent.mkdir(exist_ok=True)
        (PLACE / f"from/{number}.bin").write_bytes(os.urandom(300_000))


def listed():
    write("shown/a file.txt", "one\n")
    write("shown/script.sh", "#!/bin/sh\n")
    write("shown/größe.tar.gz", "")
    (PLACE / "shown/folder").mkdir()
    os.chmod(PLACE / "shown/script.sh", 0o755)
    os.symlink("missing", PLACE / "shown/link")


def source():
    write("wrong.c", "#include <stdio.h>\nint main(void) {\n  int unused = 1;\n  printf(\"%s\\n\", 3);\n"
          "  return missing + \"ü\";\n}\n")


TQDM = """
import time
from tqdm import tqdm
for outer in tqdm(range(3), desc='outer', ascii=False):
    for inner in tqdm(range(20), desc=f'inner {outer}', leave=False):
        time.sleep(0.03)
tqdm.write('done')
"""

RICH = """
import time
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
with Progress() as progress:
    tasks = [progress.add_task(f'[{color}]{name}', total=20)
             for color, name in [('red', 'download'), ('green', 'unpack'), ('#5f87ff', 'install')]]
    for step in range(20):
        for index, task in enumerate(tasks):
            progress.advance(task, 1 + index / 2)
        if step == 10: progress.console.print('[bold]half[/bold] [italic]done[/italic]')
        time.sleep(0.05)
table = Table(title='numbers'); table.add_column('one', style='cyan'); table.add_column('日本', style='magenta')
table.add_row('1', '語'); Console().print(table)
"""

COMPOSE = """
import time
from compose import parallel
times = {'database': 0.4, 'cache': 0.2, 'worker': 0.6, 'web-größe': 0.3}
class Service:
    def __init__(self, name): self.name = name
def perform(service):
    time.sleep(times[service.name])
    if service.name == 'worker' and verb == 'Starting':
        raise parallel.APIError('', explanation='port is already allocated')
for verb in ('Creating', 'Starting'):
    parallel.parallel_execute([Service(name) for name in times], perform, lambda service: service.name, verb)
"""

PROGRAMS = {
    "pip": (None, "python3 -m pip download --no-deps --no-cache-dir --disable-pip-version-check -d pips pip==24.0"),
    "git": (repository, "git -c color.ui=always clone --no-local --progress file:///tmp/recording/origin copy"),
    "ninja": (ninja, "ninja"),
    "pytest": (tests, "python3 -m pytest -p no:cacheprovider -p no:benchmark --color=yes tests"),
    "apt-get": (None, "apt-get install -y -q=0 --reinstall -o Dpkg::Progress-Fancy=1 -o Dpkg::Use-Pty=0 hello"),
    "npm": (modules, "npm install --no-audit ./one ./two"),
    "cargo": (crate, "cargo build --manifest-path crate/Cargo.toml"),
    "swift": (package, "swift build --package-path package"),
    "curl": (slow_server, "curl --progress-bar -o file http://127.0.0.1:8765/file"),
    "rsync": (files, "rsync -a --progress from/ to/"),
    "wget": (slow_server, "wget --progress=bar:force -O file http://127.0.0.1:8765/file"),
    "dd": (None, "dd if=/dev/zero of=/dev/null bs=1M count=60000 status=progress"),
    "tqdm": (lambda: write("bars.py", TQDM), "python3 bars.py"),
    "rich": (lambda: write("bars.py", RICH), "python3 bars.py"),
    "docker-compose": (lambda: write("up.py", COMPOSE), "/usr/bin/python3 up.py"),
    "ls": (listed, "ls -la --color=always --time-style=+%Y shown; ls --color=always -x /bin | head -c 3000"),
    "grep": (source, "grep -n --color=always -E 'u[a-z]+d|ü' wrong.c"),
    "gcc": (source, "gcc -fdiagnostics-color=always -Wall wrong.c"),
}


def record(command):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    environment = {key: os.environ[key] for key in ("HOME", "PATH") if key in os.environ}
    environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PAGER": "cat", "LANG": "C.UTF-8"}
    child = subprocess.Popen(["sh", "-c", command], cwd=PLACE, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                             start_new_session=True, env=environment)
    os.close(slave)
    output = b""
    while True:
        try:
            output += os.read(master, 65536)
        except OSError:
            break
    os.close(master)
    child.wait()
    return output


def clean(output):
    """Removes what names the machine, without a change of any width, and what apt-get and pip say of their settings."""
    output = re.sub(rb"([NW]: [^\n]*/etc/apt|Looking in links:)[^\n]*\n", b"", output)
    for pattern in (rb"https?://[^ /\x1b]+", os.uname().nodename.encode()):
        output = re.sub(pattern, lambda found: found[0] if b"127.0.0.1" in found[0]
                        else (b"https://" + b"mirror.example.org/" * 5)[:len(found[0])], output)
    return output


for name in sys.argv[1:] or PROGRAMS:
    prepare, command = PROGRAMS[name]
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir()
    if prepare:
        prepare()
    output = clean(record(command))
    if len(output) > LIMIT:
        sys.exit(f"{name}: {len(output)} bytes are too many")
    (HERE / f"{name}.bytes").write_bytes(output)
    print(name, len(output))
shutil.rmtree(PLACE, ignore_errors=True)
