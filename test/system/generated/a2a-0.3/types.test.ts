import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  compileSchemaTypes,
  exportedTypes,
} from "../../../golden/generators/emit/jsonschema/schema-types.ts";
import { definitionNames, schema } from "../../../shared/a2a-0.3/codecs.ts";
import { buildWorkspace } from "../../../shared/process/build-workspace.ts";
import {
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";

const repository = join(import.meta.dirname, "../../../..");

let directory: string;

beforeAll(async () => {
  directory = await buildWorkspace("a2a-0.3");
  const sources = join(repository, "generated/a2a-0.3/src");
  await cp(sources, join(directory, "ours"), { recursive: true });
  await writeFile(join(directory, "package.json"), '{ "type": "module" }');
  await writeFile(join(directory, "theirs.ts"), await theirTypes());
  await writeFile(join(directory, "assign.ts"), assignments());
  await writeFile(join(directory, "literals.ts"), literals);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

function theirTypes(): Promise<string> {
  // The emitted types have no index signatures, say JsonValue for what is open, and have arrays of any
  // length.
  return compileSchemaTypes(
    { ...schema, $id: "a2a", $comment: "" },
    { additionalProperties: false, unknownAny: false, ignoreMinAndMaxItems: true },
  );
}

function assignments(): string {
  return [
    'import type * as Theirs from "./theirs.js";',
    'import type * as Ours from "./ours/index.js";',
    ...definitionNames.flatMap((name) => [
      `export const to${name}: (value: Theirs.${name}) => Ours.${name} = (value) => value;`,
      `export const from${name}: (value: Ours.${name}) => Theirs.${name} = (value) => value;`,
    ]),
    "",
  ].join("\n");
}

const literals = `import { type Message, type Part, type SecurityScheme, type Task, TaskState } from "./ours/index.js";

export const task: Task = {
  kind: "task",
  id: "1",
  contextId: "2",
  status: { state: TaskState.InputRequired, message: { kind: "message", messageId: "3", role: "agent", parts: [] } },
};
export const states: TaskState[] = ["canceled", "unknown", "auth-required"];
// @ts-expect-error -- the spelling of the draft
export const draft: TaskState = "cancelled";
// @ts-expect-error -- the kind of another type
export const message: Message = { kind: "task", messageId: "3", role: "agent", parts: [] };
// @ts-expect-error -- no kind
export const part: Part = { text: "a" };
// @ts-expect-error -- what another kind holds
export const mixed: Part = { kind: "text", data: {} };
// @ts-expect-error -- nothing of a file
export const file: Part = { kind: "file", file: {} };

export function textOf(given: Part): string {
  switch (given.kind) {
    case "text":
      return given.text;
    case "file":
      return "bytes" in given.file ? given.file.bytes : given.file.uri;
    case "data":
      return JSON.stringify(given.data);
  }
}

export function placeOf(scheme: SecurityScheme): "cookie" | "header" | "query" | undefined {
  return scheme.type === "apiKey" ? scheme.in : undefined;
}
`;

test("json-schema-to-typescript makes a type of every definition", async () => {
  expect(exportedTypes(await theirTypes())).toEqual(expect.arrayContaining([...definitionNames]));
});

describe("the types compile with the strictest options, can be assigned to those of json-schema-to-typescript and back, and refuse what is wrong", () => {
  test.each(outerCompilers)("%s", { tags: "thorough" }, async (compiler) => {
    const said = await compileProject({
      compiler,
      directory,
      options: {
        ...strictest,
        ...resolutions.nodenext,
        // Of the host what the runtime wants of all hosts.
        lib: ["es2023", "webworker"],
      },
      include: ["ours/*.ts", "theirs.ts", "assign.ts", "literals.ts"],
    });
    expect(said).toBe("");
  });
});
