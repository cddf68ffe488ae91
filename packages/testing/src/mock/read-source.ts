import { readFile } from "node:fs/promises";
import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { parseRecording, recordFormat } from "@a2agen/exchange/recording.ts";
import { completeCard, readAnyCard } from "./complete-card.ts";
import type { Scenario } from "./scenario.ts";

/** What a mock answers by, when it is read. */
export type Mocked =
  | { readonly kind: "card"; readonly card: AgentCard }
  | { readonly kind: "scenario"; readonly card: AgentCard; readonly scenario: Scenario }
  | { readonly kind: "recording"; readonly exchanges: readonly Exchange[]; readonly path: string };

/**
 * Reads a file by its content, or takes the value of one. Rejects with an error that says where it is wrong.
 */
export async function readSource(source: string | object): Promise<Mocked> {
  if (typeof source === "string") return readText(await readFile(source, "utf8"), source);
  if (Array.isArray(source))
    return { kind: "recording", exchanges: source as readonly Exchange[], path: "recording" };
  // JSON is YAML: objects are checked as files are.
  if ("rules" in source) return readScenario(JSON.stringify(source), "scenario");
  return { kind: "card", card: readAnyCard(source) };
}

async function readText(text: string, path: string): Promise<Mocked> {
  const [first = ""] = text.split("\n", 1);
  if (first.includes(`"${recordFormat}"`))
    return { kind: "recording", exchanges: parseRecording(text), path };
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || "rules" in value) return readScenario(text, path);
  return { kind: "card", card: readAnyCard(value) };
}

async function readScenario(text: string, source: string): Promise<Mocked> {
  const { parseScenario } = await import("./read-scenario.ts");
  const scenario = parseScenario(text, source);
  return { kind: "scenario", scenario, card: readAnyCard(completeCard(scenario.card ?? {})) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // YAML: its reader says what is wrong.
    return undefined;
  }
}
