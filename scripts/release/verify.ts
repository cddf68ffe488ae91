import { spawnSync } from "node:child_process";
import { runScript } from "../run-script.ts";

/** What must hold before a change is handed on, in this order; the first that does not ends it. */
const steps = [
  ["npm", "run", "generate"],
  ["npm", "run", "check"],
  ["npm", "run", "test:all"],
  ["npm", "run", "pack"],
] as const;

/** How long what a step wrote is shown in full. */
const maxDifference = 20_000;

// npm run verify: runs the steps in the working directory, between two looks at what git has not got.
await runScript(async () => {
  const before = readUncommitted();
  if (before !== "") {
    throw new Error(
      `verify: expected everything to be committed, so that what the steps change can be told apart; commit these first:\n${before}`,
    );
  }
  for (const [program, ...args] of steps) {
    const command = [program, ...args].join(" ");
    console.log(`\n== ${command}`);
    const { status, signal, error } = spawnSync(program, args, { stdio: "inherit" });
    if (status !== 0) {
      throw new Error(
        `verify: ${command} failed: ${error?.message ?? signal ?? `exit code ${status}`}; what is above says why`,
      );
    }
    const after = readUncommitted();
    if (after !== "") {
      throw new Error(
        `verify: ${command} changed files; commit them when they are right, or put them into .gitignore:\n${after}\n${readDifference()}`.trimEnd(),
      );
    }
  }
  console.log("\nverified");
  return "passed";
});

/** Files that are other than those of the last commit, and those that git does not know; a line for each. */
function readUncommitted(): string {
  return git("status", "--porcelain", "--untracked-files=all");
}

function readDifference(): string {
  const difference = git("diff");
  return difference.length <= maxDifference
    ? difference
    : `${difference.slice(0, maxDifference)}\n... git diff shows the rest`;
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("git", ["--no-pager", ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`verify: git ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trimEnd();
}
