import type { Diagnostics } from "../../model/diagnostics.ts";
import type { ExtensionModel, MessageModel } from "../../model/model.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { ResolvedStates } from "./resolved-extension.ts";
import type { TypeIndex } from "./type-index.ts";

export interface StatesContext {
  readonly extension: string;
  readonly data: MessageModel | undefined;
  readonly types: TypeIndex;
  readonly diagnostics: Diagnostics;
}

/** Looks up the states of a state machine and their moves, and reports what is not there. */
export function resolveStates(
  { kind, stateMachine, position }: ExtensionModel,
  { extension, data, types, diagnostics }: StatesContext,
): ResolvedStates | undefined {
  if (stateMachine === undefined) return undefined;
  const refuse = (problem: string): undefined => {
    diagnostics.report(extensionDiagnostics["extension-states"], position, { extension, problem });
  };
  if (kind !== "state-machine") return refuse("is of another kind; set kind to EXTENSION_KIND_STATE_MACHINE");
  if (data === undefined)
    return refuse("has no data that could tell a state; give it fields, and objects that carry them");
  const field = data.fields.find(({ name }) => name === stateMachine.field);
  const type = field?.shape.type;
  const enumeration = type?.kind === "enum" ? types.enumeration(type.typeName) : undefined;
  if (field === undefined || field.shape.kind !== "singular" || enumeration === undefined) {
    const fields = data.fields
      .filter(({ shape }) => shape.kind === "singular" && shape.type.kind === "enum")
      .map(({ name }) => name);
    const known = fields.length === 0 ? "it has none" : `it has ${fields.join(", ")}`;
    return refuse(`tells its state in "${stateMachine.field}"; name a field with an enum, of which ${known}`);
  }
  const states = enumeration.values.filter(({ unspecified }) => !unspecified);
  const jsonOf = new Map(states.map(({ name, json }) => [name, json]));
  const moves = new Map(states.map(({ json }) => [json, new Set<string>()]));
  const unset = enumeration.values.find(({ unspecified }) => unspecified)?.name;
  const initial = new Set<string>();
  for (const { from, to } of stateMachine.transitions) {
    const isInitial = from === unset;
    for (const name of isInitial ? to : [from, ...to]) {
      if (!jsonOf.has(name))
        refuse(`moves to or from "${name}"; its states are ${[...jsonOf.keys()].join(", ")}`);
    }
    const next = isInitial ? initial : moves.get(jsonOf.get(from) ?? "");
    for (const name of to) next?.add(jsonOf.get(name) ?? "");
  }
  return {
    data: "",
    field: field.jsonName,
    type: { kind: "enum", enumeration },
    carries: new Map(),
    taskStates: new Map(),
    initial: [...initial],
    moves: new Map([...moves].map(([state, next]) => [state, [...next]])),
  };
}
