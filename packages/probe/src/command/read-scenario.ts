import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import { parseScenario, ScenarioError } from "../core/parse-scenario.ts";
import type { Scenario } from "../core/scenario.ts";

/** Reads the scenario of `--scenario`. */
export async function readScenario(path: string | undefined, nonce: string): Promise<Scenario> {
  if (path === undefined) return { plain: "Hello", nonce };
  const text = new TextDecoder().decode(await readBytes(path, "--scenario"));
  try {
    return { plain: "Hello", ...(await parseScenario(text, path)), nonce };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    throw new CommandError(`--scenario: ${cause.message}`, { cause });
  }
}
