import type { PartOptions } from "../part-options.ts";
import type { PartName } from "../results.ts";
import { compareCodecs } from "./compare-codecs.ts";
import { compareGeneration } from "./compare-generation.ts";
import { compareServer } from "./compare-server.ts";
import { formatPairs, type Pair } from "./pair.ts";
import { checkOut, type Tree } from "./tree.ts";

type Compare = (tree: Tree, options: PartOptions) => Promise<readonly Pair[]>;

/** The parts that can be measured of two commits. */
const comparisons: Partial<Readonly<Record<PartName, Compare>>> = {
  codecs: compareCodecs,
  generation: compareGeneration,
  server: compareServer,
};

/** Measures the working tree and another commit in turn, with the benchmark of the working tree. */
export async function runCompare(
  ref: string,
  parts: readonly PartName[],
  options: PartOptions,
): Promise<string> {
  const tree = await checkOut(ref);
  try {
    return await compareParts(tree, parts, options);
  } finally {
    await tree.remove();
  }
}

async function compareParts(tree: Tree, parts: readonly PartName[], options: PartOptions): Promise<string> {
  const tables: string[] = [];
  for (const part of parts) {
    const compare = comparisons[part];
    if (compare === undefined) continue;
    tables.push(`${part}\n\n${formatPairs(await compare(tree, options), tree.name)}`);
  }
  if (tables.length > 0) return tables.join("\n\n");
  throw new Error(`--compare: expected one of ${Object.keys(comparisons).join(", ")} after --only`);
}
