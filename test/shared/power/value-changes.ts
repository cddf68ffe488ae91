import type { ModelIndex } from "../../../generators/model/index-model.ts";
import type { FieldModel, MessageModel, ValueType } from "../../../generators/model/model.ts";

/** A way in which a value of a message can be wrong, or another one. */
export interface ValueChange {
  /** "task.status.state: another value, TASK_STATE_FAILED". */
  readonly name: string;
  /** What is done, without its place: "dropped". */
  readonly kind: ChangeKind;
  readonly path: string;
  /** Whether the model says that the field has to be there. */
  readonly isRequired: boolean;
  /** Changes a value in JSON in place. */
  apply(value: unknown): void;
}

export type ChangeKind = "dropped" | "another type" | "another value" | "emptied" | "doubled" | "renamed";

/** Every field of a message, and of those inside of it, with every change that its type has. */
export function valueChanges(typeName: string, index: ModelIndex): readonly ValueChange[] {
  // Types of google.protobuf have no model.
  if (typeName.startsWith("google.protobuf.")) return [];
  const { kind } = index.type(typeName);
  const type: ValueType =
    kind === "union" ? { kind, typeName } : { kind: "message", typeName, delimited: false };
  return [...changesInside(type, { index, path: [], above: [] })];
}

interface Place {
  readonly index: ModelIndex;
  /** "*" is each element of a list, and "kind=task" the value itself where it has that member. */
  readonly path: readonly string[];
  readonly above: readonly string[];
}

function* changesOf(message: MessageModel, place: Place): Generator<ValueChange, void, undefined> {
  const { index, path, above } = place;
  if (above.includes(message.typeName)) return;
  for (const field of message.fields) {
    yield* fieldChanges(field, place);
    const { type, kind } = field.shape;
    if (kind === "map") continue;
    const inner = [...path, field.jsonName, ...(kind === "list" ? ["*"] : [])];
    yield* changesInside(type, { index, path: inner, above: [...above, message.typeName] });
  }
}

function* changesInside(type: ValueType, place: Place): Generator<ValueChange, void, undefined> {
  const { index, path, above } = place;
  if (type.kind === "message") yield* changesOf(index.message(type.typeName), place);
  if (type.kind === "list") yield* changesInside(type.element, { ...place, path: [...path, "*"] });
  if (type.kind !== "union" || above.includes(type.typeName)) return;
  const { arms, choice } = index.union(type.typeName);
  for (const arm of choice.by === "alias" ? [choice.type] : arms) {
    const own = { index, path: [...path, ...tagOf(arm, index)], above: [...above, type.typeName] };
    yield* changesInside(arm, own);
  }
}

/** What tells a value of a union from those of other arms. */
function tagOf(arm: ValueType, index: ModelIndex): readonly string[] {
  if (arm.kind !== "message") return [];
  return index
    .message(arm.typeName)
    .fields.flatMap(({ jsonName, shape: { type } }) =>
      type.kind === "literal" && type.constant ? [`${jsonName}=${String(type.values[0])}`] : [],
    );
}

type Change = readonly [kind: ChangeKind, more: string, change: (old: unknown) => unknown];

function* fieldChanges(field: FieldModel, { index, path }: Place): Generator<ValueChange, void, undefined> {
  const place = [...path, field.jsonName].join(".");
  const make = ([kind, more, change]: Change): ValueChange => ({
    name: `${place}: ${kind}${more === "" ? "" : `, ${more}`}`,
    kind,
    path: place,
    isRequired: field.presence === "required",
    apply: (value) => {
      for (const owner of ownersAt(value, path)) {
        const old = owner[field.jsonName];
        if (old === undefined) continue;
        const changed = change(old);
        if (changed === undefined) Reflect.deleteProperty(owner, field.jsonName);
        else owner[field.jsonName] = changed;
      }
    },
  });
  yield make(["dropped", "", () => undefined]);
  if (field.shape.kind === "list") {
    yield make(["another type", "", () => ({})]);
    yield make(["emptied", "", () => []]);
    yield make(["doubled", "", (old) => [...(old as readonly unknown[]), ...(old as readonly unknown[])]]);
  } else if (field.shape.kind === "map") yield make(["another type", "", () => 5]);
  else for (const change of typeChanges(field.shape.type, index)) yield make(change);
  if (field.name === field.jsonName) return;
  yield {
    ...make(["renamed", field.name, (old) => old]),
    apply: (value) => {
      for (const owner of ownersAt(value, path)) {
        if (owner[field.jsonName] === undefined) continue;
        owner[field.name] = owner[field.jsonName];
        Reflect.deleteProperty(owner, field.jsonName);
      }
    },
  };
}

function typeChanges(type: ValueType, index: ModelIndex): readonly Change[] {
  if (type.kind === "enum") {
    const { values } = index.enumeration(type.typeName);
    const names = values.filter(({ unspecified }) => !unspecified).map(({ json }) => json);
    return [
      ["another type", "", () => "NO_SUCH_VALUE"],
      ["another type", "small letters", (old) => String(old).toLowerCase().split("_").at(-1)],
      ...names.map((name): Change => ["another value", name, () => name]),
    ];
  }
  if (type.kind === "literal") {
    return [
      ["another type", "", () => 5],
      ["another value", "", () => "a2agen-mutant"],
      ...type.values.map((value): Change => ["another value", String(value), () => value]),
    ];
  }
  if (type.kind === "message") return [["another type", "", () => "text"]];
  if (type.kind === "wellKnown") {
    if (type.wellKnown !== "Timestamp") return [["another type", "", () => 5]];
    return [
      ["another type", "", () => 5],
      ["another type", "an offset", (old) => String(old).replace("Z", "+02:00")],
      ["another value", "", () => "1999-01-01T00:00:00.000Z"],
    ];
  }
  if (type.kind !== "scalar") return [["another type", "", () => 5]];
  switch (type.scalar) {
    case "bool":
      return [
        ["another type", "", () => "yes"],
        ["another value", "", (old) => old !== true],
      ];
    case "string":
    case "bytes":
      return [
        ["another type", "", () => 5],
        ["another value", "", () => "a2agen-mutant"],
        ["emptied", "", () => ""],
      ];
    default:
      return [
        ["another type", "", () => "many"],
        ["another value", "", (old) => Number(old) + 7],
      ];
  }
}

/** The objects at a path. */
function ownersAt(value: unknown, path: readonly string[]): readonly Record<string, unknown>[] {
  const [name, ...deeper] = path;
  if (typeof value !== "object" || value === null) return [];
  if (name === undefined) return [value as Record<string, unknown>];
  const [member = "", wanted] = name.split("=");
  if (wanted !== undefined) {
    return (value as Record<string, unknown>)[member] === wanted ? ownersAt(value, deeper) : [];
  }
  if (name !== "*") return ownersAt((value as Record<string, unknown>)[name], deeper);
  return (value as readonly unknown[]).flatMap((each) => ownersAt(each, deeper));
}
