import { execFile } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AgentSource, Inputs, Tools } from "./inputs.ts";
import { startAgent } from "./start-agent.ts";
import { annotate, writeCommand, writeOutput } from "./workflow-command.ts";

const kinds = {
  badge: "badge.svg",
  html: "probe.html",
  json: "probe.json",
  sarif: "probe.sarif",
  markdown: "probe.md",
};

/** What is read of the probe's report. */
interface Report {
  readonly findings: readonly { readonly level: string }[];
  readonly problem?: string;
}

/** A line of the history. */
interface Run {
  readonly at: string;
  readonly commit: string;
  /** Findings by level. */
  readonly findings: Readonly<Record<string, number>>;
}

/** Probes the agent, and tells what was found; whether it passes. */
export async function probeAgent(inputs: Inputs, source: AgentSource, tools: Tools): Promise<boolean> {
  const { reports, program, summarize, output } = tools;
  const { flags, failOn, token, file, history } = inputs;
  const agent = await startAgent(source, { waitMs: inputs.waitMs, reports });
  const files = Object.entries(kinds).flatMap(([kind, name]) => [
    "--report",
    `${kind}=${join(reports, name)}`,
  ]);
  const authorization = token === undefined ? [] : ["--token-env", "A2AGEN_ACTION_TOKEN"];
  const args = [program, "probe", agent.url, "--fail-on", failOn, ...authorization, ...files, ...flags];
  const env = { ...process.env, ...(token !== undefined && { A2AGEN_ACTION_TOKEN: token }) };
  const { status, text } = await run(args, env);
  await agent.end();
  writeOutput(text);
  const path = join(reports, kinds.json);
  if (!existsSync(path)) throw new Error(`a2agen probe ended with ${status}; its output says why`);
  annotate(join(reports, kinds.sarif), file);
  summarize(readFileSync(join(reports, kinds.markdown), "utf8"));
  const { findings, problem } = JSON.parse(readFileSync(path, "utf8")) as Report;
  if (problem !== undefined) writeCommand("error", { title: "a2agen", file }, problem);
  output("findings", String(findings.length));
  output("badge", join(reports, kinds.badge));
  if (history !== undefined) summarize(addRun(history, findings));
  return status === 0;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? 1, text: `${stderr}${stdout}` });
    });
  });
}

/** Adds this run to the history; the last ten as a table. */
function addRun(path: string, findings: Report["findings"]): string {
  const levels = ["MUST", "SHOULD", "MAY"];
  const counts = levels.map(
    (level) => [level, findings.filter((each) => each.level === level).length] as const,
  );
  const commit = (process.env["GITHUB_SHA"] ?? "").slice(0, 8);
  const now: Run = { at: new Date().toISOString(), commit, findings: Object.fromEntries(counts) };
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(now)}\n`);
  const runs = readFileSync(path, "utf8").trim().split("\n").slice(-10);
  const rows = runs.map((line) => {
    const { at, commit: of, findings: found } = JSON.parse(line) as Run;
    return `| ${[at.slice(0, 16).replace("T", " "), of, ...levels.map((level) => found[level] ?? 0)].join(" | ")} |`;
  });
  return [
    `| run | commit | ${levels.join(" | ")} |`,
    `|---|---|${"---|".repeat(levels.length)}`,
    ...rows,
  ].join("\n");
}
