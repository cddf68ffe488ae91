import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorkspace } from "../../../shared/process/build-workspace.ts";
import {
  type Compiler,
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { choose } from "../../../shared/runs.ts";

const generate = ["lf/a2a/v1/a2a.proto", "features/oneofs.proto", "features/wellknown.proto"];

let workspace: string;

beforeAll(async () => {
  workspace = await buildWorkspace("plugin-javascript");
  await writeFile(join(workspace, "package.json"), '{ "type": "module" }\n');
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

/** Generates into a directory of its own below the workspace, which is returned. */
async function generateInto(name: string, parameter: string): Promise<string> {
  const files = await compileProtos({}, generate);
  const { error, files: texts } = await runPlugin({ parameter, files, generate });
  expect(error).toBeUndefined();
  const directory = join(workspace, name);
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return directory;
}

/** Uses what was generated for lf/a2a/v1/a2a.proto; `extension` ends the imports. */
function program(extension: string): string {
  return `import { TaskCodec, decodePart, TaskState, type Task } from "./index${extension}";
import { encodeTaskBinary, decodeTaskBinary } from "./lf/a2a/v1/a2a_binary${extension}";

const task: Task = { id: "a", status: { state: TaskState.Working } };
const part = decodePart({ text: "hello", unknown: 1 });
const text: string | undefined = part.text;
console.log(JSON.stringify([TaskCodec.stringify(task), text, decodeTaskBinary(encodeTaskBinary(task))]));
`;
}

/** Compiles only if no export is `any`, and literals keep their types. */
const declaredTypes = `import * as protocol from "./a2a-1.0_protocol.js";
import * as index from "./index.js";
import * as legacy from "./lf/a2a/v1/a2a_legacy.js";

type AnyOf<Module> = { [Name in keyof Module]: 0 extends 1 & Module[Name] ? Name : never }[keyof Module];
type Any = AnyOf<typeof index> | AnyOf<typeof protocol> | AnyOf<typeof legacy>;
export const none: [Any] extends [never] ? true : Any = true;
export const version: "1.0" = protocol.protocol.version;
export const grpc: "NOT_FOUND" = protocol.clientProtocol.errors.TaskNotFoundError.grpc;
export const error: Error = protocol.errors.TaskNotFoundError();
// @ts-expect-error -- there is no such error
protocol.errors.OtherError();
`;

const output = `${JSON.stringify([
  '{"id":"a","status":{"state":"TASK_STATE_WORKING"}}',
  "hello",
  { id: "a", status: { state: "TASK_STATE_WORKING" } },
])}\n`;

/** What the compiler says of main.ts and all that it imports, with the declarations of the packages. */
function compile(compiler: Compiler, directory: string, options: object): Promise<string> {
  return compileProject({
    compiler,
    directory,
    options: { ...strictest, lib: ["es2023", "dom"], ...options },
    include: ["main.ts"],
  });
}

const targets = "targets=types+json+binary+index";
/** Every target of TypeScript. The package of this workspace has no gRPC library for "grpc". */
const allTargets = "targets=types+json+binary+service+legacy+extension+index";

describe("target=js+dts", () => {
  test("writes JavaScript that Node runs as it is", async () => {
    const directory = await generateInto("js", `target=js+dts,import_extension=js,${targets}`);
    const script = program(".js")
      .replace(", type Task", "")
      .replace(": Task", "")
      .replace(": string | undefined", "");
    await writeFile(join(directory, "main.js"), script);
    const { status, stdout, stderr } = await runProcess(process.execPath, {
      args: [join(directory, "main.js")],
    });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: output, stderr: "" });
  });

  test.each(outerCompilers)(
    "writes declarations with which %s compiles",
    { tags: "thorough" },
    async (compiler) => {
      const directory = await generateInto(`dts-${compiler}`, `target=js+dts,import_extension=js,${targets}`);
      await writeFile(join(directory, "main.ts"), program(".js"));
      expect(await compile(compiler, directory, resolutions.nodenext)).toBe("");
    },
  );

  test.each(outerCompilers)("writes declarations without any, of services too, for %s", async (compiler) => {
    const directory = await generateInto(
      `any-${compiler}`,
      `target=js+dts,import_extension=js,${allTargets}`,
    );
    await writeFile(join(directory, "main.ts"), declaredTypes);
    expect(await compile(compiler, directory, resolutions.nodenext)).toBe("");
  });
});

describe("target=ts", () => {
  const cases = choose([
    {
      extension: "ts",
      imports: ".ts",
      resolution: "nodenext",
      options: { allowImportingTsExtensions: true },
    },
    { extension: "none", imports: "", resolution: "bundler", options: {} },
    { extension: "js", imports: ".js", resolution: "bundler", options: {} },
    { extension: "js", imports: ".js", resolution: "nodenext", options: {} },
  ] as const);

  test.each(cases)(
    "import_extension=$extension compiles with the resolution $resolution",
    { tags: "thorough" },
    async (row) => {
      const { extension, imports, resolution, options } = row;
      const directory = await generateInto(
        `ts-${extension}-${resolution}`,
        `target=ts,import_extension=${extension},${targets}`,
      );
      await writeFile(join(directory, "main.ts"), program(imports));
      expect(await compile("typescript", directory, { ...resolutions[resolution], ...options })).toBe("");
    },
  );
});
