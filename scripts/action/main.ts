import { appendFileSync, copyFileSync, existsSync, mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import { diffPaths } from "./diff-paths.ts";
import { readInputs } from "./inputs.ts";
import { probeAgent } from "./probe-agent.ts";
import { writeCommand } from "./workflow-command.ts";

// The only script of action.yml; Node removes its types.
const { env } = process;

function append(variable: string, text: string): void {
  const path = env[variable];
  if (path !== undefined && path !== "") appendFileSync(path, text);
}

async function main(): Promise<boolean> {
  const inputs = readInputs(env);
  const temporary = env["RUNNER_TEMP"] ?? "/tmp";
  const program = inputs.program ?? join(temporary, "a2agen/node_modules/a2agen/dist/a2agen.js");
  const reports = mkdtempSync(join(temporary, "a2agen-reports-"));
  const tools = {
    program: resolve(program),
    reports,
    summarize: (text: string) => append("GITHUB_STEP_SUMMARY", `${text}\n`),
    output: (name: string, value: string) => append("GITHUB_OUTPUT", `${name}=${value}\n`),
  };
  tools.output("reports", reports);
  const isProbed = inputs.agent === undefined || (await probeAgent(inputs, inputs.agent, tools));
  if (inputs.history !== undefined && existsSync(inputs.history)) {
    copyFileSync(inputs.history, join(reports, "history.jsonl"));
  }
  const isCompatible = inputs.diff.length === 0 || diffPaths(inputs, tools);
  return isProbed && isCompatible;
}

let hasPassed = false;
try {
  hasPassed = await main();
} catch (error) {
  writeCommand("error", { title: "a2agen" }, error instanceof Error ? error.message : String(error));
}
append("GITHUB_OUTPUT", `outcome=${hasPassed ? "passed" : "failed"}\n`);
process.exitCode = hasPassed ? 0 : 1;
