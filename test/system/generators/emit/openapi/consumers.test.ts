import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitDocuments, type Subject } from "../../../../golden/generators/emit/openapi/documents.ts";
import { compileProject } from "../../../../shared/process/compile-project.ts";
import { choose } from "../../../../shared/runs.ts";
import { createProject, runHeyApi, runOpenApiTypeScript } from "./consumers.ts";

interface Usage {
  readonly subject: Subject;
  /** What a user writes, with a name for each type that is used. */
  readonly code: string;
  readonly types: readonly string[];
}

const usages: readonly Usage[] = [
  {
    subject: "a2a-1.0",
    types: ["Part", "StreamResponse", "OAuthFlows", "Message"],
    code: `
      export const text: Part = { text: "a", mediaType: "text/plain" };
      export const data: Part = { data: null };
      // @ts-expect-error two members are set
      export const two: Part = { text: "a", raw: "" };
      // @ts-expect-error no member is set
      export const none: Part = { filename: "a" };
      export const message: Message = { messageId: "m", role: "ROLE_USER", parts: [text] };
      export const event: StreamResponse = { message };
      export const flows: OAuthFlows = { deviceCode: { deviceAuthorizationUrl: "", tokenUrl: "", scopes: {} } };
      export function tell(event: StreamResponse): string {
        if (event.task !== undefined) return event.task.id;
        if (event.message !== undefined) return event.message.messageId;
        if (event.statusUpdate !== undefined) return event.statusUpdate.status.state;
        return event.artifactUpdate.artifact.artifactId;
      }
    `,
  },
  {
    subject: "a2a-1.0-draft",
    types: ["Part", "FilePart", "ListTasksRequest", "Message", "TaskState"],
    code: `
      export const text: Part = { text: "a", metadata: { key: [1] } };
      // @ts-expect-error two members are set
      export const two: Part = { text: "a", data: { data: {} } };
      // @ts-expect-error no member is set
      export const none: Part = { metadata: {} };
      export const file: Part = { file: { fileWithUri: "https://agent.example/a", mediaType: "text/plain" } };
      // @ts-expect-error two members are set inside
      export const twoInside: FilePart = { fileWithUri: "https://agent.example/a", fileWithBytes: "" };
      export const noPageSize: ListTasksRequest = { contextId: "c" };
      export const state: TaskState = "input-required";
      // @ts-expect-error the zero value says nothing
      export const noState: TaskState = "unspecified";
      export const message: Message = { messageId: "m", role: "user", parts: [text, file] };
      // @ts-expect-error parts are required
      export const noParts: Message = { messageId: "m", role: "user" };
      export function tell(part: Part): string {
        if (part.text !== undefined) return part.text;
        if (part.file !== undefined) return part.file.fileWithUri ?? part.file.fileWithBytes;
        return JSON.stringify(part.data.data);
      }
    `,
  },
  {
    subject: "library",
    types: ["Book", "LibraryCommonShelf", "SearchBooksRequest"],
    code: `
      export const paper: Book = { title: "t", paper: "hard cover", origin: { origin: "o" } };
      export const neither: Book = { title: "t", shelf: { name: "s" } };
      // @ts-expect-error two members are set
      export const both: Book = { title: "t", paper: "", file: "" };
      export const origin: LibraryCommonShelf = { origin: "o" };
      export const search: SearchBooksRequest = { maxCents: "12", genres: ["GENRE_FICTION", "GENRE_UNSPECIFIED"] };
    `,
  },
];

const strict = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  isolatedModules: true,
  noEmit: true,
} as const;

describe.each(choose(usages))(
  "from the 3.1 document of $subject",
  { tags: "thorough" },
  ({ subject, types, code }) => {
    let directory: string;

    beforeAll(async () => {
      directory = await createProject("openapi-consumers");
      const document = (await emitDocuments(subject)).find(({ path }) => path.endsWith("openapi-3.1.json"));
      if (document === undefined) throw new Error("there is no document of 3.1");
      await runOpenApiTypeScript(directory, document.text);
      await runHeyApi(directory, document.text);
      await writeFile(join(directory, "use-openapi-typescript.ts"), useOpenApiTypeScript(types, code));
      await writeFile(join(directory, "use-hey-api.ts"), useHeyApi(types, code));
    });

    afterAll(() => rm(directory, { recursive: true, force: true }));

    test("openapi-typescript and hey-api make code that compiles, with exactly one member of each oneof", async () => {
      const include = ["*.ts", "hey-api"];
      expect(await compileProject({ compiler: "typescript-5.9", directory, options: strict, include })).toBe(
        "",
      );
    });

    test("no type is there twice with a number behind its name", async () => {
      const heyApi = await readFile(join(directory, "hey-api/types.gen.ts"), "utf8");
      const openApiTypeScript = await readFile(join(directory, "openapi-typescript.ts"), "utf8");
      const names = [
        ...[...heyApi.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = ""]) => name),
        ...[...openApiTypeScript.matchAll(/^ {8}"?([\w.-]+)"?: /gm)].map(([, name = ""]) => name),
      ];
      expect(names.length).toBeGreaterThan(50);
      const known = new Set(names);
      expect(names.filter((name) => /[0-9]$/.test(name) && known.has(name.replace(/[0-9]+$/, "")))).toEqual(
        [],
      );
    });
  },
);

function useOpenApiTypeScript(types: readonly string[], code: string): string {
  const aliases = types.map((name) => `type ${name} = components["schemas"]["${componentOf(name)}"];`);
  return ['import type { components } from "./openapi-typescript";', ...aliases, code].join("\n");
}

/** Types of another package have their full proto name where it is needed to tell them apart. */
function componentOf(name: string): string {
  return name === "LibraryCommonShelf" ? "library.common.Shelf" : name;
}

function useHeyApi(types: readonly string[], code: string): string {
  return [`import type { ${types.join(", ")} } from "./hey-api/types.gen";`, code].join("\n");
}
