import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { copyPublishedProtos } from "../../../../scripts/release/published-protos.ts";
import { buildWorkspace } from "../../../shared/process/build-workspace.ts";
import {
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";
import { protoc, protoRoots } from "../../../shared/process/compile-protos.ts";
import { pluginPath } from "../../../shared/process/run-plugin.ts";
import { type ProcessResult, runProcess } from "../../../shared/process/run-process.ts";

const repository = join(import.meta.dirname, "../../../..");
const buf = join(repository, "node_modules/@bufbuild/buf/bin/buf");
const plugins = [
  "protoc-gen-a2a",
  "protoc-gen-a2a-types",
  "protoc-gen-a2a-json",
  "protoc-gen-a2a-binary",
  "protoc-gen-a2a-service",
  "protoc-gen-a2a-grpc",
];

const agentProto = `syntax = "proto3";

package acme.agent.v1;

import "google/protobuf/duration.proto";
import "lf/a2a/v1/a2a.proto";

// A task with what Acme knows of it.
message TrackedTask {
  lf.a2a.v1.Task task = 1;
  google.protobuf.Duration age = 2;
  repeated lf.a2a.v1.TaskState past_states = 3;
  map<string, lf.a2a.v1.Part> notes = 4;
}
`;

const program = `import { TrackedTaskCodec, type TrackedTask } from "./gen/index.js";
import { TaskState } from "@a2agen/a2a-1.0";

const tracked: TrackedTask = {
  task: { id: "a", status: { state: TaskState.Working } },
  age: "1.5s",
  pastStates: [TaskState.Submitted],
  notes: { first: { text: "hello" } },
};
const result = TrackedTaskCodec.tryDecode({ task: { id: "a", status: {} }, notes: { first: {} } });
console.log(TrackedTaskCodec.stringify(tracked));
console.log(result.ok ? "accepted" : result.issues.map(({ path, code }) => \`\${path} [\${code}]\`).join("\\n"));
`;

const programOutput = `{"task":{"id":"a","status":{"state":"TASK_STATE_WORKING"}},"age":"1.500s","pastStates":["TASK_STATE_SUBMITTED"],"notes":{"first":{"text":"hello"}}}
task.status.state [required]
notes["first"] [oneof-none]
`;

let root: string;
let project: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  root = await buildWorkspace("plugin-downstream");
  project = join(root, "project");
  // As npm links the executables of a package.
  const bin = join(root, "bin");
  await mkdir(bin, { recursive: true });
  for (const plugin of plugins) {
    await chmod(pluginPath(plugin), 0o755);
    await symlink(pluginPath(plugin), join(bin, plugin));
  }
  env = { PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter) };
  await write("package.json", '{ "type": "module" }\n');
  await write("buf.yaml", "version: v2\nmodules:\n  - path: proto\n  - path: vendor\n");
  await write("proto/acme/agent/v1/agent.proto", agentProto);
  await copyPublishedProtos(repository, join(project, "vendor"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

interface Template {
  readonly plugin?: string;
  readonly out: string;
  readonly opt: string;
  readonly includeImports?: boolean;
}

async function generateWithBuf({
  plugin = "protoc-gen-a2a",
  out,
  opt,
  includeImports,
}: Template): Promise<ProcessResult> {
  const template = `version: v2
plugins:
  - local: ${plugin}
    out: ${out}
    strategy: all
    include_imports: ${includeImports ?? false}
    opt: [${opt}]
`;
  await write("buf.gen.yaml", template);
  const args = [buf, "generate", "proto"];
  return runProcess(process.execPath, { args, directory: project, env });
}

async function generateWithProtoc(
  out: string,
  opt: string,
  paths: readonly string[],
): Promise<ProcessResult> {
  await mkdir(join(project, out), { recursive: true });
  const roots = ["proto", "vendor", ...protoRoots].map((path) => `--proto_path=${path}`);
  const args = [...roots, `--a2a_out=${out}`, `--a2a_opt=${opt}`, ...paths];
  return runProcess(protoc, { args, directory: project, env });
}

function outcome({ status, stdout, stderr }: ProcessResult) {
  return { status, stdout: stdout.toString(), stderr };
}

const silent = { status: 0, stdout: "", stderr: "" };

async function readTree(directory: string): Promise<Readonly<Record<string, string>>> {
  const paths = await listFiles(join(project, directory));
  const texts = await Promise.all(paths.map((path) => readFile(join(project, directory, path), "utf8")));
  return Object.fromEntries(paths.map((path, i) => [path, texts[i] ?? ""]));
}

describe("buf generate in a downstream project", () => {
  test("writes its own protos with those that they import, and all compiles and runs", {
    tags: "thorough",
  }, async () => {
    const opt = "target=ts, import_extension=js, targets=types+json+binary+index";
    expect(outcome(await generateWithBuf({ out: "gen", opt, includeImports: true }))).toEqual(silent);
    const names = (path: string): string[] => [`${path}_binary.ts`, `${path}_json.ts`, `${path}_types.ts`];
    expect(await listFiles(join(project, "gen"))).toEqual([
      ...names("acme/agent/v1/agent"),
      "acme/agent/v1/index.ts",
      "index.ts",
      ...names("lf/a2a/v1/a2a"),
      "lf/a2a/v1/index.ts",
    ]);
    await write("main.ts", program);
    for (const compiler of outerCompilers) {
      const options = { ...strictest, lib: ["es2023", "dom"], ...resolutions.nodenext };
      expect(await compileProject({ compiler, directory: project, options, include: ["main.ts"] })).toBe("");
    }
    const options = {
      ...strictest,
      lib: ["es2023", "dom"],
      ...resolutions.nodenext,
      noEmit: false,
      outDir: "out",
    };
    expect(
      await compileProject({ compiler: "typescript", directory: project, options, include: ["main.ts"] }),
    ).toBe("");
    const run = await runProcess(process.execPath, { args: [join(project, "out/main.js")] });
    expect(outcome(run)).toEqual({ status: 0, stdout: programOutput, stderr: "" });
  });

  test("writes its own protos alone unless imports are asked for", async () => {
    expect(outcome(await generateWithBuf({ out: "alone", opt: "target=ts, targets=types" }))).toEqual(silent);
    expect(await listFiles(join(project, "alone"))).toEqual(["acme/agent/v1/agent_types.ts"]);
  });

  test("shows the error of the plugin", async () => {
    const { status, stdout, stderr } = outcome(await generateWithBuf({ out: "none", opt: "target=java" }));
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr:
        'Failure: plugin protoc-gen-a2a: option target: expected ts, js, dts, joined with +; got "java"\n',
    });
  });
});

describe("protoc", () => {
  test("gets the same files as buf", async () => {
    for (const opt of ["target=ts", "target=ts,import_extension=js,targets=types+json"]) {
      const name = `same-${opt.length}`;
      expect(outcome(await generateWithBuf({ out: `${name}-buf`, opt }))).toEqual(silent);
      const run = await generateWithProtoc(`${name}-protoc`, opt, ["acme/agent/v1/agent.proto"]);
      expect(outcome(run)).toEqual(silent);
      expect(await readTree(`${name}-protoc`)).toEqual(await readTree(`${name}-buf`));
    }
  });

  test.each(["features/editions2023.proto", "features/legacy2.proto", "features/scalars.proto"])(
    "accepts the plugin for %s",
    async (path) => {
      const out = path.replace(".proto", "");
      expect(outcome(await generateWithProtoc(out, "target=ts,targets=types", [path]))).toEqual(silent);
      expect(await listFiles(join(project, out))).toEqual([path.replace(".proto", "_types.ts")]);
    },
  );

  test("shows the errors of the plugin and writes nothing", async () => {
    const bad = 'syntax = "proto3";\nmessage Bad {\n  string a = 1 [json_name = "__proto__"];\n}\n';
    await write("proto/bad.proto", bad);
    try {
      const run = await generateWithProtoc("bad", "target=ts", ["bad.proto"]);
      expect(outcome(run)).toEqual({
        status: 1,
        stdout: "",
        stderr:
          '--a2a_out: bad.proto:3:3: error: field Bad.a has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]\n',
      });
      expect(await listFiles(join(project, "bad"))).toEqual([]);
    } finally {
      await rm(join(project, "proto/bad.proto"));
    }
  });

  test("shows errors for editions too, and not that the edition is not supported", async () => {
    const bad = 'edition = "2024";\nmessage Bad {\n  string a = 1 [json_name = "__proto__"];\n}\n';
    await write("proto/bad.proto", bad);
    try {
      const { status, stderr } = await generateWithProtoc("bad-edition", "target=ts", ["bad.proto"]);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          '--a2a_out: bad.proto:3:3: error: field Bad.a has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]\n',
      });
    } finally {
      await rm(join(project, "proto/bad.proto"));
    }
  });
});

test.each(["types", "json", "binary"])(
  "protoc-gen-a2a-%s is found on the path and writes its target",
  async (target) => {
    const out = `single-${target}`;
    const plugin = `protoc-gen-a2a-${target}`;
    expect(outcome(await generateWithBuf({ plugin, out, opt: "target=ts" }))).toEqual(silent);
    expect(await listFiles(join(project, out))).toEqual([`acme/agent/v1/agent_${target}.ts`]);
  },
);
