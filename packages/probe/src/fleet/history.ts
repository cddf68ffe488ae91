import { readFile } from "node:fs/promises";
import { version } from "@a2agen/generators/model/version.ts";
import { errorCode, errorMessage, isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { PastRun } from "./compare-runs.ts";
import type { FleetResult } from "./fleet-result.ts";
import { verdictsOf } from "./verdicts-of.ts";

/** The lines of a run: one for each agent that was run. */
export function formatRuns({ date, agents }: FleetResult): string {
  return agents
    .flatMap(({ name, scores, report }): readonly PastRun[] => {
      if (report === undefined) return [];
      const { problem } = report;
      const verdicts = { passed: verdictsOf(report, "passed"), failed: verdictsOf(report, "failed") };
      return [
        { date, tool: version, name, ...(problem === undefined ? {} : { problem }), scores, ...verdicts },
      ];
    })
    .map((run) => `${JSON.stringify(run)}\n`)
    .join("");
}

/** The text of a history, and its runs; both are empty where there is none. Throws a CommandError. */
export async function readHistory(
  path: string,
): Promise<{ readonly text: string; readonly past: readonly PastRun[] }> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    if (errorCode(cause) === "ENOENT") return "";
    throw new CommandError(`${path}: ${errorMessage(cause)}`, { cause });
  });
  const lines = text.split("\n").filter((line) => line !== "");
  const past = lines.map((line, at) => parseRun(line, `${path}:${at + 1}`));
  return { text: lines.map((line) => `${line}\n`).join(""), past };
}

function parseRun(line: string, place: string): PastRun {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new CommandError(`${place}: expected JSON; ${errorMessage(cause)}`, { cause });
  }
  const isRun =
    isObject(value) &&
    typeof value["name"] === "string" &&
    [value["passed"], value["failed"]].every(
      (verdicts) => isObject(verdicts) && Object.values(verdicts).every(Array.isArray),
    );
  if (!isRun) throw new CommandError(`${place}: expected an agent with what passed and failed`);
  return value as PastRun;
}
