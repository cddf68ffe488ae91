import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyWorkspace } from "../../shared/process/build-workspace.ts";
import {
  compilations,
  compileProject,
  compilers,
  resolutions,
  strictest,
} from "../../shared/process/compile-project.ts";
import { thorough } from "../../shared/runs.ts";
import { messages } from "../../shared/vectors/a2a-1.0-messages.ts";
import { invalidExamples, validExamples } from "../../shared/vectors/draft-examples.ts";

const repository = join(import.meta.dirname, "../../..");

let root: string;

beforeAll(async () => {
  root = await copyWorkspace("compile-matrix");
  await writeFile(join(root, "package.json"), '{ "type": "module" }\n');
  await cp(join(repository, "test/generated"), join(root, "test/generated"), { recursive: true });
  await cp(join(repository, "test/types"), join(root, "test/types"), { recursive: true });
  await mkdir(join(root, "test/examples"));
  await writeFile(join(root, "test/examples/draft.ts"), printExamples());
  await writeFile(join(root, "test/examples/released.ts"), printMessages());
  await mkdir(join(root, "consumer"));
  await writeFile(join(root, "consumer/main.ts"), consumer);
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Codes of examples whose verdict types cannot know: limits of numbers and forms of strings. */
const beyondTypes: ReadonlySet<string> = new Set(["s003-L1582"]);

/** The examples of the draft as literals of their types; an invalid one must not compile. */
function printExamples(): string {
  const valid = validExamples().map(({ id, type, json }) => {
    return `export const ${toName(id)}: draft.${type} = ${JSON.stringify(json)};`;
  });
  const invalid = invalidExamples()
    .filter(({ id }) => !beyondTypes.has(id))
    .map(({ id, type, json }) => {
      return `// @ts-expect-error -- not valid\nexport const ${toName(id)}: draft.${type} = ${JSON.stringify(json)};`;
    });
  return ['import type * as draft from "@a2agen/a2a-1.0-draft";', ...valid, ...invalid, ""].join("\n");
}

function printMessages(): string {
  const all = Object.entries(messages).flatMap(([type, values]) =>
    values.map((value, i) => `export const ${type}${i}: released.${type} = ${JSON.stringify(value)};`),
  );
  return ['import type * as released from "@a2agen/a2a-1.0";', ...all, ""].join("\n");
}

function toName(id: string): string {
  return id.replaceAll("-", "_");
}

const consumer = `import * as released from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import * as runtime from "@a2agen/runtime";
import * as binary from "@a2agen/runtime/binary";
import { canonicalize } from "@a2agen/runtime/canonical";

export const all: readonly object[] = [released, draft, runtime, binary];
export const text: string = canonicalize(draft.PartCodec, { text: "a" });
`;

/** The compiler that other tests leave out. */
const between = thorough ? [{ compiler: "typescript-6.0", resolution: "bundler" } as const] : [];

// One program for all: generated code, the packages as they are published, and types, which refuse what the
// protocol refuses and take its examples as literals.
test.each([...compilations, ...between])(
  "$compiler, $resolution, with the strictest options",
  { tags: "thorough" },
  async ({ compiler, resolution }) => {
    const said = await compileProject({
      compiler,
      directory: root,
      // Of the host only what all hosts have.
      options: { ...strictest, ...resolutions[resolution], lib: ["es2023", "webworker"] },
      include: [
        "generated/*/src/**/*.ts",
        "test/generated/**/*.ts",
        "test/types/a2a-1.0.ts",
        "test/types/a2a-1.0-draft.ts",
        "test/types/features.ts",
        "test/examples/*.ts",
        "consumer/main.ts",
      ],
    });
    expect(said).toBe("");
  },
);

test.each(compilers)("%s, with no more than strict", { tags: "thorough" }, async (compiler) => {
  const options = {
    target: "es2022",
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: false,
    skipDefaultLibCheck: true,
  };
  const said = await compileProject({
    compiler,
    directory: root,
    options: { ...options, ...resolutions.nodenext, lib: ["es2022", "dom"] },
    include: ["test/types/loose.ts", "test/examples/released.ts"],
  });
  expect(said).toBe("");
});
