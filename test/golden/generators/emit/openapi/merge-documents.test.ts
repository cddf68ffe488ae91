import { expect, test } from "vitest";
import { mergeDocuments } from "../../../../../generators/emit/openapi/merge-documents.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

test("a component that is the same but refers to a renamed one is renamed too, and what refers to it", () => {
  const documentOf = (type: "string" | "number"): Parameters<typeof mergeDocuments>[0] => ({
    openapi: "3.1.0",
    info: { title: type, version: "1" },
    paths: { [`/${type}`]: { get: { responses: { "200": ref("Outer") } } } },
    components: {
      schemas: {
        Outer: { properties: { middle: ref("Middle") } },
        Middle: { properties: { inner: ref("Inner") } },
        Inner: { type },
        Same: { type: "null" },
      },
    },
  });
  expect(mergeDocuments(documentOf("string"), documentOf("number"))).toEqual({
    ...documentOf("string"),
    tags: [],
    paths: {
      "/string": { get: { responses: { "200": ref("Outer") } } },
      "/number": { get: { responses: { "200": ref("Outer_") } } },
    },
    components: {
      schemas: {
        ...documentOf("string").components?.schemas,
        Outer_: { properties: { middle: ref("Middle_") } },
        Middle_: { properties: { inner: ref("Inner_") } },
        Inner_: { type: "number" },
      },
    },
  });
});
