import { readFileSync } from "node:fs";
import type { Random } from "@a2agen/runtime/fakes";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { Change } from "./changed-fetch.ts";
import { listPaths, valueAt, withValue } from "./paths.ts";

type MakeChange = (random: Random) => Change;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function mapValues(value: unknown, map: (value: unknown, name: string) => unknown, name = ""): unknown {
  if (Array.isArray(value))
    return map(
      value.map((each: unknown) => mapValues(each, map, name)),
      name,
    );
  if (!isObject(value)) return map(value, name);
  const entries = Object.entries(value).map(([key, each]) => [key, mapValues(each, map, key)]);
  return map(Object.fromEntries(entries), name);
}

/** One edit of every value. */
function editAll(name: string, edit: (value: unknown) => unknown): Change {
  return { name, events: () => (value) => [edit(value)] };
}

const image = readFileSync(new URL("../../../../generated/a2a-1.0/a2a.binpb", import.meta.url));
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));

/** The names of fields that are maps: what is new in one is an entry, which has to be a right one. */
const maps: ReadonlySet<unknown> = new Set(
  [...registry].flatMap((each) =>
    each.kind === "message"
      ? each.fields.filter(({ fieldKind }) => fieldKind === "map").map(({ jsonName }) => jsonName)
      : [],
  ),
);

const newField: MakeChange = (random) =>
  editAll("a new optional field", (value) => {
    const objects = listPaths(value).filter(
      (path) => isObject(valueAt(value, path)) && !maps.has(path.at(-1)),
    );
    const path = random.pick([[], ...objects]);
    return withValue(value, path, { ...(valueAt(value, path) as object), addedLater: random.integer(0, 9) });
  });

const newMetadata: MakeChange = () =>
  editAll("metadata in each message and task", (value) =>
    mapValues(value, (each) =>
      isObject(each) && ("messageId" in each || "artifactId" in each || "state" in each)
        ? { ...each, ...("state" in each ? {} : { metadata: { trace: "a" } }) }
        : each,
    ),
  );

/** The agent calls its tasks and contexts otherwise; its clients call them so too. */
const otherIds: MakeChange = (random) => {
  const prefix = `t${random.integer(1000, 9999)}`;
  return {
    ...editAll("other identifiers", (value) =>
      mapValues(value, (each) =>
        typeof each === "string" && /^task-\d+$/.test(each) ? each.replace("task", prefix) : each,
      ),
    ),
    request: (text) => text.replaceAll(new RegExp(`${prefix}-(\\d+)`, "g"), "task-$1"),
  };
};

const otherTimes: MakeChange = (random) =>
  editAll("other times", (value) =>
    mapValues(value, (each) =>
      typeof each === "string" && /^\d{4}-\d\d-\d\dT/.test(each)
        ? new Date(Date.parse(each) + random.integer(1, 1e10)).toISOString()
        : each,
    ),
  );

const otherOrder: MakeChange = (random) =>
  editAll("another order of keys", (value) =>
    mapValues(value, (each) =>
      isObject(each)
        ? Object.fromEntries(
            Object.entries(each)
              .map((entry) => ({ entry, key: random.integer(0, 1e6) }))
              .sort((one, other) => one.key - other.key)
              .map(({ entry }) => entry),
          )
        : each,
    ),
  );

const otherWhitespace: MakeChange = (random) => ({
  name: "other whitespace",
  write: (value) => `${JSON.stringify(value, undefined, random.pick([1, 2, 4, "\t"]))}\n`,
});

const slower: MakeChange = (random) => ({ name: "slower", delayMs: () => random.integer(1, 8) });

const otherErrorTexts: MakeChange = () =>
  editAll("another text of errors", (value) =>
    mapValues(value, (each, name) =>
      name === "message" && typeof each === "string" ? `Sorry: ${each}` : each,
    ),
  );

const moreHeaders: MakeChange = (random) => ({
  name: "more headers",
  headers(headers) {
    headers.set("server", `proxy/${random.integer(1, 9)}`);
    headers.set("x-request-id", String(random.integer(1, 1e9)));
    headers.set("content-type", `${headers.get("content-type") ?? ""}; charset=utf-8`);
  },
});

const explicitDefaults: MakeChange = () =>
  editAll("defaults written out", (value) =>
    mapValues(value, (each) =>
      isObject(each) && "artifact" in each ? { append: false, lastChunk: false, ...each } : each,
    ),
  );

const newCard: MakeChange = (random) => ({
  name: "a later card",
  at: 0,
  events: () => (card) => {
    const { skills, ...rest } = card as Record<string, unknown>;
    const skill = { id: "sing", name: "Sing", description: "Sings.", tags: ["music"] };
    const later = { ...rest, version: `2.${random.integer(0, 9)}.0`, description: "Does even more." };
    return [{ ...later, skills: [skill, ...(skills as object[])] }];
  },
});

/** Changes of an agent that its clients do not notice; each has the same share. */
export const harmlessChanges: readonly MakeChange[] = [
  newField,
  newMetadata,
  otherIds,
  otherTimes,
  otherOrder,
  otherWhitespace,
  slower,
  otherErrorTexts,
  moreHeaders,
  explicitDefaults,
  newCard,
];
