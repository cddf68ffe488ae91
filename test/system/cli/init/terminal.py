"""Runs a program in a pseudo-terminal and talks to it.

Reads JSON from standard input: {"args": [...], "directory": "...", "steps": [{"expect": "...", "send": "..."}]}.
Each step waits until the text is on the terminal, after what the step before waited for, and sends keys.
Writes JSON: {"status": exit code or -signal, "output": all that was on the terminal}.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

plan = json.load(sys.stdin)
child, terminal = pty.fork()
if child == 0:
    os.chdir(plan["directory"])
    environment = {**os.environ, "TERM": "xterm-256color"}
    environment.pop("CI", None)
    os.execvpe(plan["args"][0], plan["args"], environment)

fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
output = b""
position = 0
steps = list(plan["steps"])
# Only for programs that hang.
deadline = time.monotonic() + 500
while True:
    if time.monotonic() > deadline:
        os.kill(child, signal.SIGKILL)
    ready, _, _ = select.select([terminal], [], [], 1)
    if ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            data = b""
        if not data:
            break
        output += data
    while steps:
        found = output.find(steps[0]["expect"].encode(), position)
        if found == -1:
            break
        position = found + len(steps[0]["expect"].encode())
        os.write(terminal, steps.pop(0)["send"].encode())
_, status = os.waitpid(child, 0)
json.dump(
    {
        "status": os.waitstatus_to_exitcode(status),
        "output": output.decode("utf-8", "replace"),
        "unmet": [step["expect"] for step in steps],
    },
    sys.stdout,
)
