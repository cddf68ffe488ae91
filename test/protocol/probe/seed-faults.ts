import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { startKitAgent } from "../../shared/probe/kit-agent.ts";
import type { SeededFault } from "./seeded-faults.ts";

const repository = join(import.meta.dirname, "../../..");

/** An agent of the kit in whose code each fault waits to be chosen. */
export interface SeededAgent {
  readonly startKitAgent: typeof startKitAgent;
  /** Makes one fault, or none, that of the code. */
  choose(fault: SeededFault | undefined): void;
}

/** Bundles the agent with all faults; only the chosen one does anything. */
export async function seedFaults(faults: readonly SeededFault[]): Promise<SeededAgent> {
  const directory = join(repository, ".tmp/seeded");
  await mkdir(directory, { recursive: true });
  const outfile = join(directory, `agent-${process.pid}.mjs`);
  await build({
    entryPoints: [join(repository, "test/shared/probe/kit-agent.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external: ["vitest", "@grpc/grpc-js"],
    logLevel: "error",
    plugins: [
      {
        name: "seeded-faults",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const text = await readFile(path, "utf8");
            const module = path.slice(repository.length + 1);
            return { contents: seed(text, module, faults), loader: "ts" };
          });
        },
      },
    ],
  });
  const { startKitAgent: start } = (await import(pathToFileURL(outfile).href)) as SeededAgent;
  return {
    startKitAgent: start,
    choose: (fault) => {
      if (fault === undefined) Reflect.deleteProperty(globalThis, chosen);
      else Object.assign(globalThis, { [chosen]: faults.indexOf(fault) });
    },
  };
}

const chosen = "a2agenSeededFault";

interface Place {
  readonly start: number;
  readonly end: number;
  readonly choices: string[];
}

/** The text of a module, in which every expression with faults is a choice. */
export function seed(text: string, module: string, faults: readonly SeededFault[]): string {
  const places: Place[] = [];
  for (const [index, { module: own, find, put }] of faults.entries()) {
    if (own !== module) continue;
    const [before = "", expression = "", after = ""] = find.split(/[«»]/);
    const whole = `${before}${expression}${after}`;
    const at = text.indexOf(whole);
    if (at === -1 || text.includes(whole, at + 1)) throw new Error(`${module}: expected once: ${find}`);
    const start = at + before.length;
    const end = start + expression.length;
    const same = places.find((place) => place.start < end && start < place.end);
    if (same !== undefined && (same.start !== start || same.end !== end)) {
      throw new Error(`${module}: faults overlap at ${find}`);
    }
    const place = same ?? { start, end, choices: [] };
    if (same === undefined) places.push(place);
    place.choices.push(`globalThis.${chosen} === ${index} ? (${put}) : `);
  }
  return places
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (all, { start, end, choices }) =>
        `${all.slice(0, start)}(${choices.join("")}(${all.slice(start, end)}))${all.slice(end)}`,
      text,
    );
}
