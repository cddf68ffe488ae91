import type { Random } from "@a2agen/runtime/fakes";
import type { Exchange } from "../../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { planReplay } from "../../../../packages/testing/src/contract/plan-replay.ts";
import type { Change } from "./changed-fetch.ts";
import { listPaths, type Path, valueAt, withValue } from "./paths.ts";

/** A place in the answers of a recording. */
interface Place {
  readonly at: number;
  readonly event: number;
  readonly value: unknown;
  readonly isError: boolean;
}

type MakeChange = (random: Random, recording: readonly Exchange[]) => Change;

/** The place of an event in the answers to calls; not in the card. */
function placesIn(recording: readonly Exchange[]): readonly Place[] {
  return planReplay(recording).flatMap(({ exchange }, at) =>
    exchange.method === undefined
      ? []
      : (exchange.answer?.frames ?? []).map(({ meaning }, event) => ({
          at,
          event,
          value: meaning?.value,
          isError: meaning?.type === undefined,
        })),
  );
}

/** The streams that end by themselves, and how many events they have. */
function streamsIn(
  recording: readonly Exchange[],
): readonly { readonly at: number; readonly count: number }[] {
  return planReplay(recording).flatMap(({ exchange }, at) => {
    const count = exchange.answer?.frames?.length ?? 0;
    const text = JSON.stringify(exchange.request.meaning?.value ?? "");
    return count > 2 && !text.includes('"wait"') ? [{ at, count }] : [];
  });
}

function editEvent(
  { at, event }: Pick<Place, "at" | "event">,
  name: string,
  edit: (value: unknown) => readonly unknown[],
): Change {
  return {
    name: `${name} in event ${event} of answer ${at}`,
    at,
    events: () => (value, index) => (index === event ? edit(value) : [value]),
  };
}

/** Changes the value at a place that fits. */
function editAt(
  name: string,
  fits: (path: Path, value: unknown) => boolean,
  edit: (value: unknown, all: unknown, path: Path) => unknown,
): MakeChange {
  return (random, recording) => {
    const all = placesIn(recording).flatMap((place) =>
      place.isError
        ? []
        : listPaths(place.value).flatMap((path) =>
            fits(path, valueAt(place.value, path)) ? [{ place, path }] : [],
          ),
    );
    const { place, path } = random.pick(all);
    return editEvent(place, `${name} ${path.join(".")}`, (value) => [
      edit(valueAt(value, path), value, path),
    ]);
  };
}

const isId = (path: Path): boolean => /^id$|Ids?$/.test(String(path.at(-1)));
const isTime = (value: unknown): boolean => /^\d{4}-\d\d-/.test(String(value));

const dropField = editAt(
  "no",
  (path) => typeof path.at(-1) === "string",
  (_, all, path) => withValue(all, path, undefined),
);

const renameField = editAt(
  "another name for",
  (path) => typeof path.at(-1) === "string",
  (value, all, path) =>
    withValue(withValue(all, path, undefined), [...path.slice(0, -1), `${String(path.at(-1))}New`], value),
);

const otherText = editAt(
  "another text in",
  (path, value) => typeof value === "string" && !isId(path) && !isTime(value) && path.at(-1) === "text",
  (value, all, path) => withValue(all, path, `${String(value)}, or not`),
);

const otherType = editAt(
  "a number in",
  (_, value) => typeof value === "string",
  (_, all, path) => withValue(all, path, 17),
);

const otherState = editAt(
  "another state in",
  (path) => path.at(-1) === "state",
  (value, all, path) =>
    withValue(all, path, value === "TASK_STATE_FAILED" ? "TASK_STATE_REJECTED" : "TASK_STATE_FAILED"),
);

const otherTask = editAt(
  "the identifier of another task in",
  (path) => path.at(-1) === "taskId",
  (_, all, path) => withValue(all, path, "task-of-another-conversation"),
);

const otherRole = editAt(
  "another role in",
  (path) => path.at(-1) === "role",
  (value, all, path) => withValue(all, path, value === "ROLE_USER" ? "ROLE_AGENT" : "ROLE_USER"),
);

const loseElement = editAt(
  "without the element",
  (path) => typeof path.at(-1) === "number",
  (_, all, path) => withValue(all, path, undefined),
);

const addElement = editAt(
  "one more element in",
  (_, value) => Array.isArray(value) && value.length > 0,
  (value, all, path) => withValue(all, path, [...(value as unknown[]), (value as unknown[])[0]]),
);

const loseArtifact: MakeChange = (random, recording) => {
  const all = placesIn(recording).filter(({ value }) => JSON.stringify(value).includes('"artifact'));
  return editEvent(random.pick(all), "no artifact", (value) => {
    const { artifactUpdate: update, ...rest } = value as Record<string, unknown>;
    if (update !== undefined) return [];
    const { artifacts: _, ...task } = (rest["task"] ?? rest) as Record<string, unknown>;
    return [rest["task"] === undefined ? task : { task }];
  });
};

const swapEvents: MakeChange = (random, recording) => {
  const { at, count } = random.pick(streamsIn(recording));
  const first = random.integer(0, count - 2);
  return {
    name: `events ${first} and ${first + 1} of answer ${at} in the other order`,
    at,
    events: () => {
      let held: unknown;
      return (value, index) => {
        if (index === first) held = value;
        return index === first ? [] : index === first + 1 ? [value, held] : [value];
      };
    },
  };
};

const loseEvent: MakeChange = (random, recording) => {
  const { at, count } = random.pick(streamsIn(recording));
  return editEvent({ at, event: random.integer(0, count - 1) }, "nothing", () => []);
};

const repeatEvent: MakeChange = (random, recording) => {
  const { at, count } = random.pick(streamsIn(recording));
  return editEvent({ at, event: random.integer(0, count - 1) }, "the event twice", (value) => [value, value]);
};

const otherError: MakeChange = (random, recording) => {
  const place = random.pick(placesIn(recording).filter(({ isError }) => isError));
  return {
    ...editEvent(place, "another error", (value) => {
      const error = value as Record<string, unknown>;
      const nested = error["error"] as Record<string, unknown> | undefined;
      return [
        nested === undefined
          ? { ...error, code: -32602 }
          : { error: { ...nested, code: 400, status: "INVALID_ARGUMENT" } },
      ];
    }),
  };
};

const otherReason: MakeChange = (random, recording) => {
  const place = random.pick(placesIn(recording).filter(({ isError }) => isError));
  return editEvent(place, "another reason", (value) => [
    JSON.parse(JSON.stringify(value).replaceAll("TASK_NOT_FOUND", "TASK_NOT_CANCELABLE")) as unknown,
  ]);
};

const errorInstead: MakeChange = (random, recording) =>
  editEvent(random.pick(placesIn(recording).filter(({ isError }) => !isError)), "an error", () => [
    { code: -32603, message: "Internal error" },
  ]);

const otherStatus: MakeChange = (random, recording) => {
  const { at } = random.pick(placesIn(recording));
  return {
    name: `another status of answer ${at}`,
    at,
    status: random.pick([201, 400, 401, 403, 429, 500, 503]),
  };
};

const otherMediaType: MakeChange = (random, recording) => {
  const { at } = random.pick(placesIn(recording));
  const type = random.pick(["text/plain", "text/html; charset=utf-8", "application/octet-stream"]);
  return { name: `${type} as answer ${at}`, at, headers: (headers) => headers.set("content-type", type) };
};

const loseHeader: MakeChange = (random, recording) => {
  const heeded = /^(?:content-type|etag|cache-control|last-modified|a2a-.*)$/;
  const all = planReplay(recording).flatMap(({ exchange }, at) =>
    (exchange.answer?.headers ?? []).flatMap(({ name }) => (heeded.test(name) ? [{ at, name }] : [])),
  );
  const { at, name } = random.pick(all);
  return { name: `answer ${at} without ${name}`, at, headers: (headers) => headers.delete(name) };
};

const otherCard: MakeChange = (random) => {
  const [name, change] = random.pick<[string, (card: Record<string, unknown>) => object]>([
    [
      "no streaming",
      (card) => ({ ...card, capabilities: { ...(card["capabilities"] as object), streaming: false } }),
    ],
    ["no notifications", (card) => ({ ...card, capabilities: { streaming: true, extendedAgentCard: true } })],
    ["no skills", (card) => ({ ...card, skills: [] })],
    [
      "another skill",
      (card) => ({ ...card, skills: [{ id: "rule", name: "Rule", description: "", tags: [] }] }),
    ],
    ["no interfaces", (card) => ({ ...card, supportedInterfaces: [] })],
    ["other modes", (card) => ({ ...card, defaultInputModes: ["image/png"] })],
    ["another name", (card) => ({ ...card, name: "Somebody else" })],
    ["no schemes", (card) => ({ ...card, securitySchemes: {} })],
  ]);
  return {
    name: `a card with ${name}`,
    at: 0,
    events: () => (card) => [change(card as Record<string, unknown>)],
  };
};

/** Changes of an agent that break clients; each has the same share. */
export const breakingChanges: readonly MakeChange[] = [
  dropField,
  renameField,
  otherText,
  otherType,
  otherState,
  otherTask,
  otherRole,
  loseElement,
  addElement,
  loseArtifact,
  swapEvents,
  loseEvent,
  repeatEvent,
  otherError,
  otherReason,
  errorInstead,
  otherStatus,
  otherMediaType,
  loseHeader,
  otherCard,
];
