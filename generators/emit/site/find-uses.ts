import type { ModelIndex } from "../../model/index-model.ts";
import type { FileModel, Model, ValueType } from "../../model/model.ts";

/** What refers to each type, by full names: types by fields or arms, operations by requests and results. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>;

export function findUses(model: Model, index: ModelIndex): Uses {
  const uses = new Map<string, Set<string>>();
  const add = (used: string, user: string): void => {
    const users = uses.get(used);
    if (users === undefined) uses.set(used, new Set([user]));
    else users.add(user);
  };
  for (const file of model.files.filter(({ requested }) => requested)) addUses(file, { index, add });
  return uses;
}

interface UsesContext {
  readonly index: ModelIndex;
  readonly add: (used: string, user: string) => void;
}

function addUses({ messages, unions, services }: FileModel, { index, add }: UsesContext): void {
  for (const { typeName, fields, inner } of messages) {
    if (inner === true) continue;
    for (const { shape } of fields)
      for (const used of typesIn(shape.type, index, new Set())) add(used, typeName);
  }
  for (const { typeName, arms, inner } of unions) {
    if (inner === true) continue;
    for (const arm of arms) for (const used of typesIn(arm, index, new Set())) add(used, typeName);
  }
  for (const { typeName, methods } of services) {
    for (const { name, input, output } of methods) {
      add(input, `${typeName}.${name}`);
      add(output, `${typeName}.${name}`);
    }
  }
}

/** The named types that a type mentions, through unnamed ones. */
function typesIn(type: ValueType, index: ModelIndex, seen: Set<string>): readonly string[] {
  switch (type.kind) {
    case "message":
    case "enum":
      return [type.typeName];
    case "union": {
      const union = index.union(type.typeName);
      if (union.inner !== true || seen.has(type.typeName)) return [type.typeName];
      seen.add(type.typeName);
      return union.arms.flatMap((arm) => typesIn(arm, index, seen));
    }
    case "list":
      return typesIn(type.element, index, seen);
    case "map":
      return typesIn(type.value, index, seen);
    case "scalar":
    case "wellKnown":
    case "literal":
    case "json":
      return [];
  }
}
