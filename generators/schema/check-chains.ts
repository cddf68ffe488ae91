import type { Diagnostics } from "../model/diagnostics.ts";
import { findCycles } from "../model/graph.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { listApplied, listSame, toEdges } from "./graph.ts";
import { limits } from "./limits.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Refuses schemas that never end, and chains that would overflow the stack of those who check values. */
export function checkChains(nodes: ReadonlyMap<string, SchemaNode>, diagnostics: Diagnostics): void {
  const endless = findCycles(toEdges(nodes.values(), listSame));
  for (const key of endless) {
    const node = nodes.get(key);
    // Of a cycle the references are what can be changed.
    if (node !== undefined && node.refs.length > 0) {
      diagnostics.report(schemaDiagnostics["schema-endless"], node.position, undefined);
    }
  }
  if (endless.size > 0) return;
  const recursive = findCycles(toEdges(nodes.values(), listApplied));
  const long =
    findLongChain(nodes.values(), listSame) ??
    // Checks that come back to themselves count how deep they are.
    findLongChain(nodes.values(), (node) =>
      listApplied(node).filter(({ key }) => !(recursive.has(node.key) && recursive.has(key))),
    );
  if (long === undefined) return;
  const chain = { most: limits.chain, what: "schemas that apply one another" };
  diagnostics.report(schemaDiagnostics["schema-limit"], long.position, chain);
}

/** The first schema with a longer chain below it; without recursion, since chains may be long. */
function findLongChain(
  nodes: Iterable<SchemaNode>,
  list: (node: SchemaNode) => readonly SchemaNode[],
): SchemaNode | undefined {
  const heights = new Map<SchemaNode, number>();
  for (const root of nodes) {
    const pending = [root];
    for (let node = pending.at(-1); node !== undefined; node = pending.at(-1)) {
      const next = list(node);
      const open = next.filter((each) => !heights.has(each));
      if (open.length > 0) {
        pending.push(...open);
        continue;
      }
      pending.pop();
      const height = 1 + Math.max(0, ...next.map((each) => heights.get(each) ?? 0));
      if (height > limits.chain) return node;
      heights.set(node, height);
    }
  }
  return undefined;
}
