import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { startKitAgent } from "../../shared/probe/kit-agent.ts";
import type { SeededFault } from "./seeded-faults.ts";

const repository = join(import.meta.dirname, "../../..");

/** Agents of the kit in whose code each fault waits to be chosen. */
export interface SeededAgent {
  readonly startKitAgent: typeof startKitAgent;
  /** Makes one fault, or none, that of the code. */
  choose(fault: SeededFault | undefined): void;
}

/** Bundles the agent with all faults, of which only the chosen one does anything, and loads the bundle this often. */
export async function seedFaults(
  faults: readonly SeededFault[],
  times: number,
): Promise<readonly SeededAgent[]> {
  // Vite leaves what is in such a folder as it is.
  const directory = join(repository, ".tmp/seeded/node_modules");
  await mkdir(directory, { recursive: true });
  const outfile = join(directory, `agent-${process.pid}.mjs`);
  await build({
    entryPoints: [join(repository, "test/shared/probe/kit-agent.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: `let ${chosen} = -1; export const choose = (index) => { ${chosen} = index; };` },
    conditions: ["a2agen-source"],
    external: ["vitest", "express", "@grpc/grpc-js"],
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
  const loaded = Array.from({ length: times }, async (_, index): Promise<SeededAgent> => {
    const code = (await import(`${pathToFileURL(outfile).href}?${index}`)) as SeededCode;
    return {
      startKitAgent: code.startKitAgent,
      choose: (fault) => code.choose(fault === undefined ? -1 : faults.indexOf(fault)),
    };
  });
  return await Promise.all(loaded);
}

interface SeededCode {
  readonly startKitAgent: typeof startKitAgent;
  choose(index: number): void;
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
    place.choices.push(`${chosen} === ${index} ? (${put}) : `);
  }
  return places
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (all, { start, end, choices }) =>
        `${all.slice(0, start)}(${choices.join("")}(${all.slice(start, end)}))${all.slice(end)}`,
      text,
    );
}
