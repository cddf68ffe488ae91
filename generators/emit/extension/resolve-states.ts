import type { ExtensionModel } from "../../model/model.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findStateField } from "./find-state-field.ts";
import { resolveCoreStates } from "./resolve-core-states.ts";
import { adviseName } from "./resolve-limits.ts";
import type { ResolvedData, ResolvedStates, StateLists } from "./resolved-extension.ts";
import type { TermsContext } from "./terms-context.ts";

interface StatesContext extends TermsContext {
  readonly data: readonly ResolvedData[];
}

/** Looks up the states of a state machine and their moves, and reports what is not there. */
export function resolveStates(
  { kind, states, position }: ExtensionModel,
  context: StatesContext,
): ResolvedStates | undefined {
  if (states === undefined) return undefined;
  const { extension, data: known, diagnostics } = context;
  const refuse = (problem: string): undefined => {
    diagnostics.report(extensionDiagnostics["extension-states"], position, { extension, problem });
  };
  const { data: name = "", carries = {}, taskStates = {} } = states;
  if (kind !== "state-machine") return refuse("is of another kind; set kind to EXTENSION_KIND_STATE_MACHINE");
  if (known.length === 0)
    return refuse("has no data that could tell a state; give it fields, and objects that carry them");
  const data = known.find((one) => one.name === name);
  if (data === undefined) return refuse(`is told in the data "${name}"; ${adviseName(known)}`);
  const found = findStateField(states, { ...context, data });
  if (typeof found === "string") return refuse(found);
  const { field, type, unset } = found;
  const spellState = (state: string, what = "moves to or from"): string => {
    const json = found.states.get(state);
    if (json === undefined)
      refuse(`${what} "${state}"; its states are ${[...found.states.keys()].join(", ")}`);
    return json ?? "";
  };
  const spellMember = (member: string): string => {
    const { members } = found;
    const json = members === undefined ? member : members.get(member);
    if (json === undefined)
      refuse(`asks for the field "${member}"; its data has ${[...(members?.keys() ?? [])].join(", ")}`);
    return json ?? "";
  };
  const listsOf = (
    lists: Readonly<Record<string, readonly string[]>>,
    spell: (names: readonly string[]) => readonly string[],
  ): StateLists =>
    new Map(
      Object.entries(lists).map(([state, names]) => [spellState(state, "has terms for"), spell(names)]),
    );
  const moves = states.moves.map(({ from, to, by }) => ({
    // Nothing is before the first state.
    from: from === unset ? undefined : spellState(from),
    to: to.map((state) => spellState(state)),
    by,
  }));
  const begun = moves.filter(({ from }) => from === undefined).flatMap(({ to }) => to);
  const movesOf = (...sides: readonly (string | undefined)[]): StateLists =>
    new Map(
      [...found.states.values()].map((state) => {
        const own = moves.filter(({ from, by }) => from === state && sides.includes(by));
        return [state, [...new Set(own.flatMap(({ to }) => to))]];
      }),
    );
  const withMoves = (side: string): StateLists =>
    new Map([...movesOf(side, undefined)].filter(([, next]) => next.length > 0));
  const isSaid = moves.some(({ by }) => by !== undefined);
  return {
    data: name,
    field,
    ...(states.keyedBy !== undefined && { keyedBy: spellMember(states.keyedBy) }),
    type,
    initial: [...new Set([...(states.initial ?? []), ...begun])],
    moves: movesOf("agent", "client", undefined),
    ...(isSaid && { by: { agent: withMoves("agent"), client: withMoves("client") } }),
    carries: listsOf(carries, (names) => names.map(spellMember)),
    taskStates: listsOf(taskStates, (names) => resolveCoreStates(names, { ...context, position })),
  };
}
