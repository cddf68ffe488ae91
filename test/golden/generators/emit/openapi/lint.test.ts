import type { OpenAPIObject } from "openapi3-ts/oas32";
import { describe, expect, test } from "vitest";
import { choose } from "../../../../shared/runs.ts";
import { buildDocument, emitDocuments, findOperation, subjectNames } from "./documents.ts";
import { lintWithRedocly, lintWithSpectral } from "./lint-documents.ts";

const clean = { status: 0, problems: [] };

describe.each(choose(subjectNames))("the documents of %s", { tags: "thorough" }, (subject) => {
  /** Those in JSON: output.test.ts shows that YAML says the same. */
  async function emitTexts(): Promise<Readonly<Record<string, string>>> {
    const files = (await emitDocuments(subject)).filter(({ path }) => path.endsWith(".json"));
    expect(files).toHaveLength(2);
    return Object.fromEntries(files.map(({ path, text }) => [path, text]));
  }

  test("have nothing that Redocly's strict rules find", async () => {
    expect(await lintWithRedocly(await emitTexts())).toEqual(clean);
  });

  test("have nothing that Spectral's rules find", async () => {
    expect(await lintWithSpectral(await emitTexts())).toEqual(clean);
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

test("the linters know OpenAPI 3.2, and find every flaw in it", { tags: "later" }, async () => {
  const texts = Object.fromEntries(
    await Promise.all(
      flaws.map(async ({ name, break: breakIt }) => {
        const { document } = await buildDocument("a2a-1.0", "3.2");
        breakIt(document);
        return [`${name.replaceAll(" ", "-")}.json`, JSON.stringify(document)] as const;
      }),
    ),
  );
  const rulesOf = ({ problems }: { readonly problems: readonly string[] }): ReadonlySet<string | undefined> =>
    new Set(problems.map((problem) => problem.split(": ")[0]));
  expect([...rulesOf(await lintWithRedocly(texts))]).toEqual(
    expect.arrayContaining(flaws.map(({ redocly }) => redocly)),
  );
  expect([...rulesOf(await lintWithSpectral(texts))]).toEqual(
    expect.arrayContaining(flaws.map(({ spectral }) => spectral)),
  );
});
