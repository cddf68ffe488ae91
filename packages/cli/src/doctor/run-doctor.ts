import { count } from "@a2agen/runtime/internal";
import { checkAgentUrl } from "@a2agen/terminal/agent-url.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { type HeaderFlags, parseHeaders, parseSeconds } from "@a2agen/terminal/header-flags.ts";
import { type SafeText, safe, safeText } from "@a2agen/terminal/safe-text.ts";
import { plainStyle, type Style } from "@a2agen/terminal/style.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { checkAgent } from "./check-agent.ts";
import { checkMachine } from "./check-machine.ts";
import { checkPackages } from "./check-packages.ts";
import { checkStore } from "./check-store.ts";
import { checkTools } from "./check-tools.ts";
import { findProject } from "./find-project.ts";
import type { Finding } from "./finding.ts";

interface DoctorFlags extends HeaderFlags {
  readonly store?: string;
  readonly timeout?: string;
  readonly json?: true;
}

/** `a2agen doctor`. */
export async function runDoctor(
  { flags, operands: [url] }: CommandInput<DoctorFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const { env } = process;
  const headers = parseHeaders(flags, env);
  const timeoutMs = parseSeconds(flags.timeout) ?? 10_000;
  if (url !== undefined) {
    checkAgentUrl(url, { credentials: "--header-env NAME=VARIABLE sends a secret from the environment" });
  }
  const patient = { project: await findProject(process.cwd()), env };
  const place = flags.store ?? env["DATABASE_URL"] ?? env["TASKS_DIR"];
  const sections: readonly (readonly [SafeText, () => Promise<readonly Finding[]>])[] = [
    [safe`Machine`, async () => checkMachine(patient)],
    [safe`Project`, async () => [...(await checkPackages(patient)), ...(await checkTools(patient))]],
    [safe`Store`, () => checkStore(place)],
    [safe`Agent`, async () => (url === undefined ? [] : checkAgent(url, { headers, timeoutMs, env }))],
  ];
  const all: Finding[] = [];
  for (const [title, check] of sections) {
    await terminal.step?.(`checking: ${title.toLowerCase()}`);
    const found = await check();
    all.push(...found);
    if (flags.json !== true && found.length > 0) terminal.out(format(title, found, terminal.style?.out));
  }
  if (flags.json === true) terminal.out(`${JSON.stringify(all, undefined, 2)}\n`);
  else terminal.out(summarize(all));
  return all.some(({ outcome }) => outcome === "problem") ? 1 : 0;
}

function format(title: SafeText, findings: readonly Finding[], style: Style = plainStyle): string {
  const marks: Readonly<Record<Finding["outcome"], SafeText>> = {
    ok: style.green(safe`ok     `),
    note: style.dim(safe`note   `),
    warning: style.yellow(safe`warning`),
    problem: style.red(safe`problem`),
  };
  const lines = findings.flatMap(({ check, outcome, message, remedy }) => [
    `  ${marks[outcome]}  ${style.bold(check)}: ${indent(message)}`,
    ...(remedy === undefined ? [] : [`           ${style.cyan(indent(remedy))}`]),
  ]);
  return `${style.bold(title)}\n${lines.join("\n")}\n\n`;
}

/** Texts of agents and programs, below the check that they belong to. */
function indent(text: string): SafeText {
  return safeText(text).replaceAll("\n", "\n           ") as SafeText;
}

function summarize(findings: readonly Finding[]): string {
  const named = (["problem", "warning"] as const).flatMap((wanted) => {
    const number = findings.filter(({ outcome }) => outcome === wanted).length;
    return number === 0 ? [] : [count(number, wanted)];
  });
  return named.length === 0 ? "Nothing is wrong.\n" : `${named.join(", ")}.\n`;
}
