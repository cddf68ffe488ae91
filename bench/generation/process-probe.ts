import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "../paths.ts";
import { type RunResult, run } from "../process.ts";

/** What a process has used when it ended. */
export interface Used {
  /** The greatest memory, in bytes. */
  readonly memory: number;
  /** CPU time of all threads, in milliseconds. */
  readonly cpu: number;
}

export interface MeasuredRun extends RunResult {
  /** Undefined for a process that was cut off. */
  readonly used: Used | undefined;
}

/** Runs a program of Node on an input, and notes what it uses. */
export async function runMeasured(
  program: string,
  options: { readonly directory: string; readonly input: Uint8Array; readonly limit?: number },
): Promise<MeasuredRun> {
  const notes = join(scratch, "process.json");
  const module = join(scratch, "process-probe.mjs");
  await rm(notes, { force: true });
  await writeFile(
    module,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const used = { memory: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(${JSON.stringify(notes)}, JSON.stringify(used));
});
`,
  );
  const result = await run(process.execPath, ["--import", module, program], options);
  return { ...result, used: result.isCut ? undefined : (JSON.parse(await readFile(notes, "utf8")) as Used) };
}
