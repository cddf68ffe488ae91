import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runScript } from "./run-script.ts";

const repository = join(import.meta.dirname, "..");

/** What must hold before a change is handed on, in this order; the first that does not ends it. */
const steps = [
  ["npm", "run", "generate"],
  ["npm", "run", "check"],
  ["npm", "test"],
  ["npm", "run", "pack"],
  // Nothing that was generated is other than what is committed.
  ["git", "--no-pager", "diff", "--exit-code"],
] as const;

await runScript(async () => {
  for (const [program, ...args] of steps) {
    const command = [program, ...args].join(" ");
    console.log(`\n== ${command}`);
    const { status, error } = spawnSync(program, args, { cwd: repository, stdio: "inherit" });
    if (status !== 0) throw new Error(`verify: ${command} failed: ${error?.message ?? `status ${status}`}`);
  }
  console.log("\nverified");
  return "passed";
});
