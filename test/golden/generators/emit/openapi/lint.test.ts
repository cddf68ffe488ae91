import type { OpenAPIObject } from "openapi3-ts/oas32";
import { describe, expect, test } from "vitest";
import { buildDocument, emitDocuments, findOperation, subjectNames } from "./documents.ts";
import { lintWithRedocly, lintWithSpectral } from "./lint-documents.ts";

const clean = { status: 0, problems: [] };

describe.each(subjectNames)("the documents of %s", (subject) => {
  test("have nothing that Redocly's strict rules find, as JSON and as YAML", async () => {
    const files = await emitDocuments(subject);
    expect(files).toHaveLength(4);
    expect(await lintWithRedocly(Object.fromEntries(files.map(({ path, text }) => [path, text])))).toEqual(
      clean,
    );
  });

  test("have nothing that Spectral's rules find, as JSON and as YAML", async () => {
    const files = await emitDocuments(subject);
    expect(await lintWithSpectral(Object.fromEntries(files.map(({ path, text }) => [path, text])))).toEqual(
      clean,
    );
  });
});

interface Flaw {
  readonly name: string;
  readonly break: (document: OpenAPIObject) => void;
  readonly redocly: string;
  readonly spectral: string;
}

const flaws: readonly Flaw[] = [
  {
    name: "an operation without id",
    break: (document) => delete findOperation(document, "A2AService_SendMessage").operationId,
    redocly: "operation-operationId",
    spectral: "operation-operationId",
  },
  {
    name: "a reference to nothing in the items of a stream",
    break: (document) => {
      const operation = findOperation(document, "A2AService_SendStreamingMessage");
      operation.responses = {
        ...operation.responses,
        "200": {
          description: "Events.",
          content: { "text/event-stream": { itemSchema: { $ref: "#/components/schemas/Nothing" } } },
        },
      };
    },
    redocly: "no-unresolved-refs",
    spectral: "invalid-ref",
  },
  {
    name: "a media type with an unknown member",
    break: (document) => {
      const operation = findOperation(document, "A2AService_GetTask");
      operation.responses = {
        ...operation.responses,
        "200": { description: "A task.", content: { "application/json": { itemSchemas: {} } as object } },
      };
    },
    redocly: "struct",
    spectral: "oas3-schema",
  },
];

describe("the linters know OpenAPI 3.2", () => {
  test.each(flaws)("and find $name", async ({ break: breakIt, redocly, spectral }) => {
    const { document } = await buildDocument("a2a-1.0", "3.2");
    breakIt(document);
    const texts = { "broken.json": JSON.stringify(document) };
    const rules = ({ problems }: { readonly problems: readonly string[] }): readonly (string | undefined)[] =>
      problems.map((problem) => problem.split(": ")[0]);
    expect(rules(await lintWithRedocly(texts))).toContain(redocly);
    expect(rules(await lintWithSpectral(texts))).toContain(spectral);
  });
});
