import {
  ArtifactCodec,
  type Message,
  MessageCodec,
  TaskCodec,
  type TaskState,
  TaskStatusUpdateEventCodec,
} from "@a2agen/a2a-1.0";
import * as a2ui from "@a2agen/ext-a2ui";
import * as ap2 from "@a2agen/ext-ap2";
import * as kagenti from "@a2agen/ext-kagenti";
import * as oid4vp from "@a2agen/ext-oid4vp";
import * as progress from "@a2agen/ext-task-progress";
import * as timestamp from "@a2agen/ext-timestamp";
import * as ucp from "@a2agen/ext-ucp";
import * as x402 from "@a2agen/ext-x402";
import { type Codec, DecodeError } from "@a2agen/runtime";
import type { Extension, ExtensionData } from "@a2agen/runtime/extensions";
import { describe, expect, test } from "vitest";
import { areNear, toPointer } from "./places.ts";
import { caseName, type DataCases, type ManifestData, readFamilies } from "./read-families.ts";

const packages: Readonly<Record<string, object>> = {
  a2ui,
  ap2,
  kagenti,
  oid4vp,
  "task-progress": progress,
  timestamp,
  ucp,
  x402,
};

/** Core objects without data, with a neighbour in each place where data may stand. */
const carriers: Readonly<Record<string, Carrier>> = {
  Message: carrier(MessageCodec, { messageId: "m", role: "ROLE_AGENT", ...others() }),
  Artifact: carrier(ArtifactCodec, { artifactId: "a", ...others() }),
  Task: carrier(TaskCodec, { id: "t", status: { state: "TASK_STATE_WORKING" }, metadata: { other: 1 } }),
  TaskStatusUpdateEvent: carrier(TaskStatusUpdateEventCodec, {
    taskId: "t",
    contextId: "c",
    status: { state: "TASK_STATE_WORKING" },
    metadata: { other: 1 },
  }),
};

describe.each((await readFamilies()).filter(({ name }) => name in packages))(
  "@a2agen/ext-$name",
  (family) => {
    const exported = new Map(Object.entries(packages[family.name] ?? {}));
    const extensions = family.extensions.map((one) => {
      const constant = exported.get(`${one.name}Extension`) as AnyExtension | undefined;
      if (constant === undefined) throw new Error(`the package has no ${one.name}Extension`);
      return { ...one, constant };
    });
    const data = extensions.flatMap(({ name, constant, data: kinds = [] }) =>
      kinds.map((kind) => {
        const access = kind.name === undefined ? constant : (constant as unknown as Accesses)[kind.name];
        if (access === undefined) throw new Error(`${name}Extension has no ${kind.name}`);
        return { kind, access, title: caseName(name, kind), cases: casesOf(caseName(name, kind)) };
      }),
    );
    const params = extensions.filter((one) => one.params !== undefined);

    function casesOf(name: string): DataCases {
      const cases = family.cases[name];
      if (cases === undefined) throw new Error(`${name} has no cases`);
      return cases;
    }

    test.each(data)("$title goes there and back", ({ kind, access, cases }) => {
      for (const name of kind.on) {
        for (const [title, value] of Object.entries(cases.valid)) {
          // On an object it counts as absent.
          if (value === null) continue;
          const { codec, object } = makeCarrier(name, kind);
          const before = structuredClone(object);
          access.set(object, asData(kind, value));
          const arrived = codec.decode(JSON.parse(JSON.stringify(codec.encode(object))));
          expect(access.get(arrived), `${name}: ${title}`).toEqual(asData(kind, value));
          access.remove(arrived);
          expect({ ...arrived, has: access.has(arrived) }, `${name}: ${title}`).toEqual({
            ...before,
            has: false,
          });
        }
      }
    });

    test.each(data)("$title is refused where it is wrong", ({ kind, access, cases }) => {
      for (const name of kind.on) {
        for (const [title, { value, at }] of Object.entries(cases.invalid)) {
          const { object } = makeCarrier(name, kind);
          const before = structuredClone(object);
          const places = placesOf(() => access.set(object, asData(kind, value))).map((one) =>
            inData(kind, one),
          );
          expect({ places, isNear: places.some((place) => areNear(place, at)) }, `${name}: ${title}`).toEqual(
            { places, isNear: true },
          );
          expect(object).toEqual(before);
        }
      }
    });

    test.each(params)("params of $name", ({ name, constant }) => {
      const cases = casesOf(`${name}.params`);
      for (const [title, value] of Object.entries(cases.valid))
        expect(constant.paramsIn([constant.declare({ params: value })]), `${name}: ${title}`).toEqual(value);
      for (const [title, { value, at }] of Object.entries(cases.invalid)) {
        const places = placesOf(() => constant.declare({ params: value })).map(toPointer);
        expect(
          { places, isNear: places.some((place) => areNear(place, `/params${at}`)) },
          `${name}: ${title}`,
        ).toEqual({
          places,
          isNear: true,
        });
      }
    });
  },
);

test("data without a name keeps to the states of its task", () => {
  const message: Message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "Who are you?" }] };
  oid4vp.Oid4vpExtension.set(message, {
    authorizationRequest: { client_id: "verifier", request_uri: "https://verifier.example/requests/7" },
  });
  const problemsFor = (state: TaskState): readonly string[] =>
    oid4vp.Oid4vpExtension.problemsIn(
      "lf.a2a.v1.Task",
      { id: "t", status: { state, message } },
      { isAnswer: true },
    ).map((issue) => issue.message);
  expect(problemsFor("TASK_STATE_AUTH_REQUIRED")).toEqual([]);
  expect(problemsFor("TASK_STATE_WORKING")).toEqual([
    `the data is told while the task is TASK_STATE_AUTH_REQUIRED, found TASK_STATE_WORKING (${oid4vp.Oid4vpExtension.uri})`,
  ]);
});

type AnyExtension = Extension<unknown, unknown, object>;
type Accesses = Readonly<Record<string, ExtensionData<unknown, object> | undefined>>;

interface Carrier {
  readonly codec: Codec<object>;
  readonly json: object;
}

function carrier<Value extends object>(codec: Codec<Value>, json: Value): Carrier {
  return { codec, json };
}

/** What stands beside the data, and stays as it is. */
function others(): { parts: { text: string }[]; metadata: { other: number }; extensions: string[] } {
  return { parts: [{ text: "Hello" }], metadata: { other: 1 }, extensions: ["https://other.example/v1"] };
}

/** A new object, of the side that writes the data. */
function makeCarrier(name: string, { from }: ManifestData): { codec: Codec<object>; object: object } {
  const found = carriers[name];
  if (found === undefined) throw new Error(`${name} is no core object that tests know`);
  const role = from === "client" && name === "Message" ? { role: "ROLE_USER" } : {};
  return { codec: found.codec, object: { ...structuredClone(found.json), ...role } };
}

/** Data in parts of a media type is a list, whose elements the cases are. */
function asData({ at }: ManifestData, value: unknown): unknown {
  return at?.mediaType === undefined ? value : [value];
}

function placesOf(set: () => unknown): readonly (readonly (string | number)[])[] {
  try {
    set();
  } catch (error) {
    if (error instanceof DecodeError) return error.issues.map(({ segments }) => segments);
    throw error;
  }
  return [];
}

/** A place on an object, as one in the data: without the key or the index that leads to the data. */
function inData({ at = {} }: ManifestData, segments: readonly (string | number)[]): string {
  const { partKey, mediaType, prefix } = at;
  if (partKey !== undefined || mediaType !== undefined) return toPointer(segments.slice(1));
  const [, key = "", ...rest] = segments;
  return toPointer(prefix === undefined ? rest : [String(key).slice(prefix.length), ...rest]);
}
