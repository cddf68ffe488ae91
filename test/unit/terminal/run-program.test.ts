import { once } from "node:events";
import { expect, test } from "vitest";
import { endTree, startProgram, windowsCommand } from "../../../packages/terminal/src/run-program.ts";

test.each([
  [["npm", "install", "--no-fund"], "npm install --no-fund"],
  [["C:\\Program Files\\buf\\buf.cmd", "--version"], '"C:\\Program Files\\buf\\buf.cmd" --version'],
  [["tsx", "a&b", 'say "hi"'], 'tsx "a&b" "say ""hi"""'],
  [["C:\\tools\\buf.exe"], "C:\\tools\\buf.exe"],
])("%j for cmd.exe is %s", (words, line) => {
  expect(windowsCommand(words)).toBe(line);
});

test("a program of PATH is started without a shell, but on Windows", () => {
  const direct = startProgram("node", ["--version"], { stdio: "ignore" }, "linux");
  expect(direct.spawnargs).toEqual(["node", "--version"]);
  const shell = startProgram("node", ["--version"], { stdio: "ignore" }, "win32");
  expect(shell.spawnargs.at(-1)).toContain("node --version");
  expect(shell.spawnargs[0]).not.toBe("node");
});

test("a shell ends with what it has started", async () => {
  const shell = startProgram("sh", ["-c", "sleep 600 & echo begun; wait"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  await once(shell.stdout ?? shell, "data");
  // The pipe closes when the last process that has it is gone.
  const closed = once(shell, "close");
  endTree(shell, "SIGKILL");
  expect(await closed).toEqual([null, "SIGKILL"]);
  endTree(shell, "SIGKILL");
});
