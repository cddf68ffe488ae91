import { spawn } from "node:child_process";

/** What became of a program: undefined when it ended well, else why not. */
export type Failure = string | undefined;

/** Runs a program in a directory, with the terminal of this one. */
export function runProgram(
  program: string,
  { args, directory }: { readonly args: readonly string[]; readonly directory: string },
): Promise<Failure> {
  return new Promise((resolve) => {
    const shell = process.platform === "win32";
    const child = spawn(program, args, { cwd: directory, stdio: "inherit", shell });
    child.on("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code === "ENOENT" ? `${program} is not installed` : error.message);
    });
    child.on("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(`${program} ${args.join(" ")} ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}
