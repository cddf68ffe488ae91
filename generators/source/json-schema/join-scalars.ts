import type { Node } from "./definition.ts";

/** The scalars among some nodes: all types as one node, and all constants as one. */
export function joinScalars(nodes: readonly Node[]): readonly Node[] {
  const types = nodes.flatMap((node) => (node.kind === "scalar" ? node.types : []));
  const values = nodes.flatMap((node) => (node.kind === "literals" ? node.values : []));
  const constants = nodes.filter((node) => node.kind === "literals");
  const isConstant = constants.length === 1 && constants.some((node) => node.isConstant);
  return [
    ...(types.length === 0 ? [] : [{ kind: "scalar", types: [...new Set(types)] } as const]),
    ...(values.length === 0 ? [] : [{ kind: "literals", values: [...new Set(values)], isConstant } as const]),
  ];
}
