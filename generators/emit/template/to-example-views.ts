import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldModel, FileModel, MethodModel, ValueType } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";

type Tasks = NonNullable<Profile["tasks"]>;

/** A call about a task as an example, with everything as one line of JSON. */
export interface ExampleView {
  /** Counts the examples of a file, from 1. */
  readonly number: number;
  readonly method: string;
  readonly serverStreams: boolean;
  readonly params: string;
  /** The answer, or the events of the stream. */
  readonly results: readonly string[];
}

interface ExampleContext {
  readonly file: FileModel;
  readonly index: ModelIndex;
  readonly profile: Profile | undefined;
}

/** Asks for a task and follows it, where the profile says how; messages have the fields that they need. */
export function toExampleViews({ file, index, profile }: ExampleContext): readonly ExampleView[] {
  const { tasks } = profile ?? {};
  if (profile === undefined || tasks?.snapshot === undefined) return [];
  const { snapshot, resume } = tasks;
  const methods = new Map<string, MethodModel>(
    file.services.flatMap(({ typeName, methods }) =>
      methods.map((method) => [`${typeName}.${method.name}`, method] as const),
    ),
  );
  const ask = methods.get(snapshot.method);
  const follow = methods.get(resume.method);
  if (ask === undefined || follow === undefined) return [];
  const { working, ended } = chooseStates(tasks, index);
  const update = tasks.eventStates.map(([event]) => event).find((event) => event !== snapshot.event);
  const answer = (method: MethodModel, state: string, event?: string): string =>
    toLine(
      event === undefined
        ? sampleMessage(method.output, { index, tasks, state })
        : { [fieldOf(event, index).jsonName]: sampleField(fieldOf(event, index), { index, tasks, state }) },
    );
  const params = (field: string): string =>
    toLine({ [fieldOf(field, index).jsonName]: sampleTaskName(field, profile) });
  return [
    {
      number: 1,
      method: ask.name,
      serverStreams: false,
      params: params(snapshot.field),
      results: [answer(ask, working)],
    },
    {
      number: 2,
      method: follow.name,
      serverStreams: true,
      params: params(resume.field),
      results: [
        answer(follow, working, snapshot.event),
        ...(update === undefined ? [] : [answer(follow, ended, update)]),
      ],
    },
  ];
}

/** The last of the states in which the agent is at work, and the first in which it is done. */
function chooseStates({ state, terminalStates, interruptedStates }: Tasks, index: ModelIndex) {
  const values = index.enumeration(state).values.filter(({ unspecified }) => !unspecified);
  const others = [...terminalStates, ...interruptedStates];
  const working = values.filter(({ name }) => !others.includes(name)).at(-1);
  const ended = values.find(({ name }) => name === terminalStates[0]);
  return { working: working?.json ?? "", ended: ended?.json ?? "" };
}

/** The field that has a full name, "a2a.v1.Task.id". */
function fieldOf(fullName: string, index: ModelIndex): FieldModel {
  const name = lastName(fullName);
  const field = index
    .message(fullName.slice(0, -name.length - 1))
    .fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`the profile names ${fullName}, which is no field`);
  return field;
}

/** How a field of requests names the task "t1": by its identifier, or by the profile's resource names. */
function sampleTaskName(field: string, profile: Profile): string {
  const form = profile.resourceNames.find(({ fields }) => fields.includes(field));
  return form === undefined ? "t1" : form.pattern.replace(/\{\w+\}/, "t1");
}

interface SampleContext {
  readonly index: ModelIndex;
  readonly tasks: Tasks;
  /** Of the task, as JSON has it. */
  readonly state: string;
}

function sampleMessage(typeName: string, context: SampleContext): object {
  const fields = context.index.message(typeName).fields.filter(({ presence }) => presence === "required");
  const ids = context.tasks.eventTaskIds.map((path) => path.at(-1));
  return Object.fromEntries(
    fields.map((field) => {
      const isTaskId = ids.includes(`${typeName}.${field.name}`);
      return [field.jsonName, isTaskId ? "t1" : sampleField(field, context)];
    }),
  );
}

function sampleField({ jsonName, shape }: FieldModel, context: SampleContext): unknown {
  switch (shape.kind) {
    case "singular":
      return sampleValue(shape.type, jsonName, context);
    case "list":
      return [sampleValue(shape.type, jsonName, context)];
    case "map":
      return {};
  }
}

function sampleValue(type: ValueType, name: string, context: SampleContext): unknown {
  switch (type.kind) {
    case "message":
      return sampleMessage(type.typeName, context);
    case "enum":
      return type.typeName === context.tasks.state ? context.state : firstValue(type.typeName, context.index);
    case "scalar":
      if (type.scalar === "string") return `${name.charAt(0)}1`;
      return type.scalar === "bool" ? true : type.scalar === "bytes" ? "AA==" : 1;
    case "wellKnown":
      return type.wellKnown === "Timestamp" ? "2025-10-28T10:30:00.000Z" : {};
    case "literal":
      return type.values[0];
    case "union":
    case "json":
    case "list":
    case "map":
      throw new Error(`${name} has a type that no proto has`);
  }
}

function firstValue(typeName: string, index: ModelIndex): string {
  return index.enumeration(typeName).values.find(({ unspecified }) => !unspecified)?.json ?? "";
}

/** One line of JSON with a space behind colons and commas. */
function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toLine(member)}`);
  return `{${members.join(", ")}}`;
}
