import type { States } from "../../model/extension-manifest.ts";
import type { ResolvedData, ResolvedStates, StateLists } from "./resolved-extension.ts";

/** The states that a manifest lists, told in one of the extension's data. */
export function resolveManifestStates(
  { data: name = "", field, initial = [], moves, carries = {}, taskStates = {} }: States,
  known: readonly ResolvedData[],
): ResolvedStates | undefined {
  const data = known.find((one) => one.name === name);
  if (data === undefined) return undefined;
  const states = [...new Set(moves.flatMap(({ from, to }) => [from, ...to]))];
  const movesOf = (sides: readonly (string | undefined)[]): StateLists =>
    new Map(
      states.map((state) => {
        const own = moves.filter(({ from, by }) => from === state && sides.includes(by));
        return [state, [...new Set(own.flatMap(({ to }) => to))]] as const;
      }),
    );
  const withMoves = (sides: readonly (string | undefined)[]): StateLists =>
    new Map([...movesOf(sides)].filter(([, next]) => next.length > 0));
  const isSaid = moves.some(({ by }) => by !== undefined);
  return {
    data: name,
    field,
    type: { kind: "member", of: data.type },
    initial,
    moves: movesOf(["agent", "client", undefined]),
    ...(isSaid && {
      by: { agent: withMoves(["agent", undefined]), client: withMoves(["client", undefined]) },
    }),
    carries: new Map(Object.entries(carries)),
    taskStates: new Map(Object.entries(taskStates)),
  };
}
