import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** Starts a program; on Windows by the shell, which finds the .cmd files of npm that Node does not start. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
  platform: string = process.platform,
): ChildProcess {
  if (platform !== "win32") return spawn(program, args, options);
  return spawn(windowsCommand([program, ...args]), { ...options, shell: true });
}

/** A command line of cmd.exe. */
export function windowsCommand(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w.:/\\@=+-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`))
    .join(" ");
}

/**
 * Ends a program that was started by a shell, with what it has started: a group of its own, or on Windows,
 * where there are no groups and no signals, its tree.
 */
export function endTree({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" }).on("error", () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
