import type { FieldModel, FileModel, MessageModel } from "../../model/model.ts";

// The names that core objects have for the state of a task.
const statusName = "status";
const stateName = "state";

/** Where core messages tell the state of a task, by their full names: TaskStatus itself, and what has one. */
export function findCoreStates(files: readonly FileModel[]): {
  readonly [typeName: string]: readonly string[];
} {
  const messages = files.flatMap((file) => file.messages);
  const statuses = new Map(
    messages.flatMap((message) => {
      const state = fieldOf(message, stateName, "enum");
      return state === undefined ? [] : [[message.typeName, state.jsonName] as const];
    }),
  );
  const own = [...statuses].map(([typeName, state]): [string, readonly string[]] => [typeName, [state]]);
  const around = messages.flatMap((message): [string, readonly string[]][] => {
    const status = fieldOf(message, statusName, "message");
    const type = status?.shape.type;
    const state = type?.kind === "message" ? statuses.get(type.typeName) : undefined;
    return status === undefined || state === undefined ? [] : [[message.typeName, [status.jsonName, state]]];
  });
  return Object.fromEntries([...own, ...around]);
}

function fieldOf(message: MessageModel, name: string, kind: "enum" | "message"): FieldModel | undefined {
  return message.fields.find(
    (field) => field.name === name && field.shape.kind === "singular" && field.shape.type.kind === kind,
  );
}
