import type { FieldModel, FileModel, MessageModel } from "../../model/model.ts";
import type { TypeIndex } from "./type-index.ts";

// The names that core objects have for the state of a task.
const statusName = "status";
const stateName = "state";

/** Where core messages tell the state of a task, by their full names: TaskStatus itself, and what has one. */
export function findCoreStates(files: readonly FileModel[]): {
  readonly [typeName: string]: readonly string[];
} {
  const told = listStates(files);
  return Object.fromEntries([
    ...told.map(({ held, state }): [string, readonly string[]] => [held.typeName, [state.jsonName]]),
    ...told.map(({ message, status, state }): [string, readonly string[]] => [
      message.typeName,
      [status.jsonName, state.jsonName],
    ]),
  ]);
}

/** The core states of a task: their JSON spellings by their names in protos and in JSON. */
export function coreStateNames(files: readonly FileModel[], types: TypeIndex): ReadonlyMap<string, string> {
  const values = listStates(files).flatMap(({ state: { shape } }) =>
    shape.type.kind === "enum" ? (types.enumeration(shape.type.typeName)?.values ?? []) : [],
  );
  const told = values.filter(({ unspecified }) => !unspecified);
  return new Map(told.flatMap(({ name, json }) => [name, json].map((one) => [one, json] as const)));
}

interface ToldState {
  readonly message: MessageModel;
  readonly status: FieldModel;
  /** The type of the status. */
  readonly held: MessageModel;
  readonly state: FieldModel;
}

function listStates(files: readonly FileModel[]): readonly ToldState[] {
  const messages = files.flatMap((file) => file.messages);
  const byName = new Map(messages.map((message) => [message.typeName, message]));
  return messages.flatMap((message) => {
    const status = fieldOf(message, statusName, "message");
    const type = status?.shape.type;
    const held = type?.kind === "message" ? byName.get(type.typeName) : undefined;
    const state = held === undefined ? undefined : fieldOf(held, stateName, "enum");
    return status === undefined || held === undefined || state === undefined
      ? []
      : [{ message, status, held, state }];
  });
}

function fieldOf(message: MessageModel, name: string, kind: "enum" | "message"): FieldModel | undefined {
  return message.fields.find(
    (field) => field.name === name && field.shape.kind === "singular" && field.shape.type.kind === kind,
  );
}
