import type { Scenario } from "../../probe/scenario.ts";
import { errorMessage, isObject } from "../../runtime/core/object.ts";
import schema from "../../templates/probe/scenario.schema.json" with { type: "json" };
import { CommandError } from "../shared/command-error.ts";
import { didYouMean } from "../shared/did-you-mean.ts";
import { readBytes } from "../shared/read-bytes.ts";

const names = Object.keys(schema.properties);

/** Reads a scenario in YAML, and checks it as its schema does. */
export async function readScenario(path: string | undefined, nonce: string): Promise<Scenario> {
  if (path === undefined) return { plain: "Hello", nonce };
  const { parse } = await import("yaml");
  const text = new TextDecoder().decode(await readBytes(path, "--scenario"));
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    throw new CommandError(`--scenario: ${path}: ${errorMessage(cause)}`, { cause });
  }
  const fields = value ?? {};
  if (!isObject(fields)) throw new CommandError(`--scenario: ${path}: expected texts by their names`);
  for (const [name, own] of Object.entries(fields)) {
    if (!names.includes(name)) {
      const known = didYouMean(name, names) || `; the names are ${names.join(", ")}`;
      throw new CommandError(`--scenario: ${path}: unknown name "${name}"${known}`);
    }
    if (typeof own !== "string" || own === "") {
      throw new CommandError(`--scenario: ${path}: ${name}: expected a text; found ${JSON.stringify(own)}`);
    }
  }
  return { plain: "Hello", ...fields, nonce };
}
