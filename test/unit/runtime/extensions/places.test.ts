import type { Artifact, Message, Part } from "@a2agen/a2a-1.0";
import { type Codec, DecodeError } from "@a2agen/runtime";
import {
  type DataPlace,
  defineExtension,
  type ExtensionData,
  type ExtensionPartData,
  type Placement,
} from "@a2agen/runtime/extensions";
import { expect, test } from "vitest";
import { GeolocationExtension } from "../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";

// Data that is an object with two numbers, as a codec that another test has shown to be right.
type Geolocation = { latitude: number; longitude: number };
const codec = GeolocationExtension.data as Codec<Geolocation>;

const uri = "https://example.com/ext/places/v1";
const onMessage: Placement = {
  typeName: "lf.a2a.v1.Message",
  required: ["messageId", "role", "parts"],
  metadata: "metadata",
  extensions: "extensions",
  parts: { field: "parts", data: "data", metadata: "metadata", mediaType: "mediaType" },
  role: { field: "role", client: ["ROLE_USER"], agent: ["ROLE_AGENT"] },
};
const onArtifact: Placement = {
  typeName: "lf.a2a.v1.Artifact",
  required: ["artifactId", "parts"],
  metadata: "metadata",
  extensions: "extensions",
  parts: { field: "parts", data: "data", metadata: "metadata", mediaType: "mediaType" },
  from: "agent",
};

const terms = {
  uri,
  kind: "profile",
  description: "",
  required: false,
  dependencies: [],
  placements: [onMessage],
} as const;

function message(more: Partial<Message> = {}): Message {
  return { messageId: "m", role: "ROLE_USER", parts: [{ text: "hello" }], ...more };
}

const here: Geolocation = { latitude: 1, longitude: 2 };

test.each<{ place: DataPlace; metadata: Record<string, unknown>; keys: readonly string[] }>([
  { place: { kind: "key" }, metadata: { [uri]: here }, keys: [uri] },
  {
    place: { kind: "key", keys: ["geo.place", "geo.old"] },
    metadata: { "geo.place": here },
    keys: ["geo.place", "geo.old"],
  },
  {
    place: { kind: "key", suffix: "/place" },
    metadata: { "example.com/ext/places/v1/place": here },
    keys: ["example.com/ext/places/v1/place"],
  },
  {
    place: { kind: "fields", fields: ["latitude", "longitude"], prefixes: ["geo."] },
    metadata: { "geo.latitude": 1, "geo.longitude": 2 },
    keys: ["geo.latitude", "geo.longitude"],
  },
  {
    place: { kind: "path", path: ["shared", "place"] },
    metadata: { shared: { place: here } },
    keys: ["shared.place"],
  },
])("data at $place is written, read and taken off, and nothing else is", ({ place, metadata, keys }) => {
  const extension = defineExtension<Geolocation, never, Message>({ ...terms, data: codec, key: place });
  const others = { other: 1, shared: { session: "s" } };
  const target = message({ metadata: others });
  extension.set(target, here);
  const merged = "shared" in metadata ? { shared: { session: "s", place: here } } : metadata;
  expect(target).toEqual(message({ metadata: { ...others, ...merged }, extensions: [uri] }));
  expect(extension.get(target)).toEqual(here);
  expect(extension.has(target)).toBe(true);
  expect(extension.metadataKeys).toEqual(keys);
  extension.remove(target);
  expect(target).toEqual(message({ metadata: others }));
  expect(others).toEqual({ other: 1, shared: { session: "s" } });
  expect(extension.get(target)).toBeUndefined();
});

test("a second key is read and not written", () => {
  const key: DataPlace = { kind: "key", keys: ["geo.place", "geo.old"] };
  const extension = defineExtension<Geolocation, never, Message>({ ...terms, data: codec, key });
  const target = message({ metadata: { "geo.old": here } });
  expect(extension.get(target)).toEqual(here);
  extension.set(target, { latitude: 3, longitude: 4 });
  expect(target.metadata).toEqual({ "geo.place": { latitude: 3, longitude: 4 } });
});

test("data that has to be there is missed with its place", () => {
  const extension = defineExtension<Geolocation, never, Message>({ ...terms, data: codec });
  expect(() => extension.require(message(), ["message"])).toThrow(
    `invalid extensions.geolocation.v1.Geolocation:\n  message: expected the data of ${uri}, found none [required]`,
  );
});

test("wrong data counts as absent where the extension says so", () => {
  const extension = defineExtension<Geolocation, never, Message>({
    ...terms,
    data: codec,
    invalid: "ignore",
  });
  const target = message({ metadata: { [uri]: { latitude: "north" } } });
  expect(extension.get(target)).toBeUndefined();
  expect(extension.has(target)).toBe(true);
  expect(extension.problemsIn("lf.a2a.v1.Message", target)).toEqual([]);
});

type Two = {
  readonly ask: ExtensionData<Geolocation, Message | Artifact>;
  readonly answer: ExtensionData<Geolocation, Message>;
};

const two = defineExtension<never, Two>({
  ...terms,
  several: {
    ask: { codec, place: { kind: "key" }, placements: [onMessage, onArtifact], from: "agent" },
    answer: { codec, place: { kind: "key" }, placements: [onMessage], from: "client" },
  },
});

test("two kinds of data under one key are told apart by who wrote the object", () => {
  const asked = message({ role: "ROLE_AGENT" });
  two.ask.set(asked, here);
  expect(two.ask.get(asked)).toEqual(here);
  expect(two.answer.get(asked)).toBeUndefined();
  expect(two.answer.has(asked)).toBe(false);
  two.answer.remove(asked);
  expect(two.ask.get(asked)).toEqual(here);
  expect(two.metadataKeys).toEqual([uri]);

  const artifact: Artifact = { artifactId: "a", parts: [{ text: "" }] };
  two.ask.set(artifact, here);
  expect(two.ask.get(artifact)).toEqual(here);
});

test("data of the other side is not written", () => {
  expect(() => two.ask.set(message(), here)).toThrow(
    new TypeError(`${uri}: ask is written by the agent, and the object is of the other side`),
  );
});

type Parts = {
  readonly keyed: ExtensionPartData<Geolocation, Message, Part>;
  readonly typed: ExtensionPartData<readonly Geolocation[], Message, Part>;
};

function inParts(values: "one" | "list" | "either", invalid: "refuse" | "skip" = "refuse") {
  const mediaTypes = ["application/geo+json", "application/json+geo"];
  return defineExtension<never, Parts>({
    ...terms,
    several: {
      keyed: { codec, place: { kind: "part-key", key: "geo.Place" }, placements: [onMessage] },
      typed: {
        codec,
        place: { kind: "part-type", mediaTypes, marker: "both", values },
        placements: [onMessage],
        invalid,
      },
    },
  });
}

test("data under a key of a part leaves the rest of the part alone", () => {
  const { keyed } = inParts("list");
  const target = message({ parts: [{ data: { "geo.Place": here, other: 1 } }, { text: "hello" }] });
  expect(keyed.get(target)).toEqual(here);
  keyed.set(target, { latitude: 3, longitude: 4 });
  expect(target.parts).toEqual([
    { data: { "geo.Place": { latitude: 3, longitude: 4 }, other: 1 } },
    { text: "hello" },
  ]);
  keyed.remove(target);
  expect(target.parts).toEqual([{ data: { other: 1 } }, { text: "hello" }]);
  keyed.set(target, here);
  expect(target.parts[2]).toEqual({ data: { "geo.Place": here } });
  expect(keyed.isPart({ data: { "geo.Place": here } })).toBe(true);
  expect(keyed.ofPart({ data: { "geo.Place": here } })).toEqual(here);
  expect(keyed.ofPart({ text: "hello" })).toBeUndefined();
});

const mediaType = "application/geo+json";

test("an object names the extension as long as it has any of its data", () => {
  const { keyed, typed } = inParts("list");
  const target = message();
  keyed.set(target, here);
  typed.set(target, [here]);
  expect(target.extensions).toEqual([uri]);
  keyed.remove(target);
  expect(target.extensions).toEqual([uri]);
  expect(typed.get(target)).toEqual([here]);
  typed.remove(target);
  expect(target).toEqual(message());
});

test.each([
  {
    values: "list",
    written: [{ data: [here, here], metadata: { mimeType: mediaType }, mediaType }],
  },
  {
    values: "one",
    written: [
      { data: here, metadata: { mimeType: mediaType }, mediaType },
      { data: here, metadata: { mimeType: mediaType }, mediaType },
    ],
  },
] as const)("parts of a media type hold $values", ({ values, written }) => {
  const { typed } = inParts(values);
  const target = message({ parts: [{ data: here, mediaType }, { text: "hello" }] });
  if (values === "one") typed.set(target, [here, here]);
  else expect(() => typed.get(target)).toThrow("parts[0].data: expected an array, got an object");
  const fresh = message();
  typed.set(fresh, [here, here]);
  expect(fresh.parts).toEqual([{ text: "hello" }, ...written]);
  expect(typed.get(fresh)).toEqual([here, here]);
  expect(typed.toParts([here, here])).toEqual(written);
  typed.remove(fresh);
  expect(fresh.parts).toEqual([{ text: "hello" }]);
});

test("an older media type and either form are read", () => {
  const { typed } = inParts("either");
  const target = message({
    parts: [
      { data: here, metadata: { mimeType: "application/json+geo" } },
      { data: [here], mediaType: "Application/Geo+JSON; charset=utf-8" },
    ],
  });
  expect(typed.get(target)).toEqual([here, here]);
});

test("of a list the wrong elements alone are left out, or refused with their place", () => {
  const target = message({ parts: [{ data: [here, { latitude: "north" }, here], mediaType }] });
  expect(inParts("list", "skip").typed.get(target)).toEqual([here, here]);
  expect(() => inParts("list").typed.get(target)).toThrow(DecodeError);
  expect(() => inParts("list").typed.get(target)).toThrow(
    'parts[0].data[1].latitude: expected a finite number, got "north" [type]',
  );
});

test("a part that holds no list is left out with its data, or refused", () => {
  const target = message({
    parts: [
      { data: here, mediaType },
      { data: [here], mediaType },
    ],
  });
  expect(inParts("list", "skip").typed.get(target)).toEqual([here]);
  expect(() => inParts("list").typed.get(target)).toThrow("parts[0].data: expected an array, got an object");
});

test.each(["__proto__", "constructor", "toString"])("the key %s is one like others", (key) => {
  const place: DataPlace = { kind: "path", path: [key, "place"] };
  const extension = defineExtension<Geolocation, never, Message>({ ...terms, data: codec, key: place });
  const target = message();
  expect(extension.get(target)).toBeUndefined();
  extension.set(target, here);
  expect(extension.get(target)).toEqual(here);
  expect(Object.hasOwn(target.metadata ?? {}, key)).toBe(true);
  expect(({} as Record<string, unknown>)["place"]).toBeUndefined();
});
