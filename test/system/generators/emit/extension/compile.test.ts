import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  coreFromPackage,
  extensionProtos,
  generateExtensions,
} from "../../../../golden/generators/emit/extension/generate-extensions.ts";
import { writeFiles } from "../../../../golden/generators/emit/legacy/generate-legacy.ts";
import { buildWorkspace } from "../../../../shared/process/build-workspace.ts";
import {
  compilations,
  compileProject,
  resolutions,
  strictest,
} from "../../../../shared/process/compile-project.ts";
import { runProcess } from "../../../../shared/process/run-process.ts";

let root: string;

const program = `import type { AgentCapabilities, Artifact, Message, Task } from "CORE";
import { CitationsExtension } from "./extensions/citations/v1/citations_extension.js";
import { ComplianceExtension } from "./extensions/compliance/v1/compliance_extension.js";
import { GeolocationExtension } from "./extensions/geolocation/v1/geolocation_extension.js";
import type { Geolocation } from "./extensions/geolocation/v1/geolocation_types.js";
import { TaskSearchExtension } from "./extensions/task_search/v1/task_search_extension.js";

const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hello" }] };
const artifact: Artifact = { artifactId: "a", parts: [{ text: "hello" }] };
GeolocationExtension.set(message, { latitude: 37.7749, longitude: -122.4194 });
GeolocationExtension.set(artifact, { latitude: 1, longitude: 2 });
export const found: Geolocation | undefined = GeolocationExtension.get(message);
export const mistakes = (task: Task): void => {
  // @ts-expect-error -- tasks do not carry it
  GeolocationExtension.get(task);
  // @ts-expect-error -- a position has two coordinates
  GeolocationExtension.set(message, { latitude: 1 });
  // @ts-expect-error -- messages do not carry citations
  CitationsExtension.get(message);
  // @ts-expect-error -- it has no params
  CitationsExtension.declare({ params: {} });
  // @ts-expect-error -- params of another extension
  ComplianceExtension.declare({ params: { maxAccuracy: 1 } });
};
const { uri, params } = ComplianceExtension.declare({ params: { regions: ["DE"] } });
export const regions: string[] | undefined = params?.regions;
// @ts-expect-error -- a declaration has the params of its extension
export const accuracy = params?.maxAccuracy;
export const card: Pick<AgentCapabilities, "extensions"> = { extensions: [ComplianceExtension.declare({ params: { regions: ["DE"] } }), CitationsExtension.declare()] };
console.log(uri, regions, found?.latitude, message.extensions, TaskSearchExtension.services?.[0]?.typeName);
`;

beforeAll(async () => {
  root = await buildWorkspace("extension-compile");
  await writeFile(join(root, "package.json"), '{ "type": "module" }\n');
  const targets = "target=ts+js,import_extension=js,targets=types+json+binary+service+grpc+extension";
  const packaged = await generateExtensions(`${targets},${coreFromPackage}`);
  const beside = await generateExtensions(targets, {
    generate: [...extensionProtos, "a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"],
  });
  for (const { error } of [packaged, beside]) if (error !== undefined) throw new Error(error);
  await writeFiles(join(root, "packaged"), packaged.files);
  await writeFiles(join(root, "beside"), beside.files);
  await writeFile(join(root, "packaged/user.ts"), program.replace("CORE", "@a2agen/a2a-1.0"));
  await writeFile(join(root, "beside/user.ts"), program.replace("CORE", "./lf/a2a/v1/a2a_types.js"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

test.each(compilations)(
  "$compiler, $resolution, with the strictest options",
  { tags: "thorough" },
  async ({ compiler, resolution }) => {
    const said = await compileProject({
      compiler,
      directory: root,
      options: { ...strictest, ...resolutions[resolution], lib: ["es2023", "webworker"] },
      include: ["packaged/**/*.ts", "beside/**/*.ts"],
    });
    expect(said).toBe("");
  },
);

test.each(["packaged", "beside"])("%s: it runs", async (directory) => {
  const project = join(root, directory);
  const said = await compileProject({
    compiler: "typescript",
    directory: project,
    options: {
      ...strictest,
      ...resolutions.nodenext,
      lib: ["es2023", "webworker"],
      noEmit: false,
      outDir: join(root, "out"),
      rootDir: root,
    },
    include: ["user.ts"],
  });
  expect(said).toBe("");
  const { stdout, stderr } = await runProcess(process.execPath, {
    args: [join(root, "out", directory, "user.js")],
  });
  expect({ stdout: stdout.toString(), stderr }).toEqual({
    stdout:
      "https://example.com/ext/compliance/v1 [ 'DE' ] 37.7749 [ 'https://example.com/extensions/geolocation/v1' ] extensions.task_search.v1.TaskSearchService\n",
    stderr: "",
  });
});

test("declarations can be made without the files that they import", async () => {
  const { error, files } = await generateExtensions("target=dts,targets=extension");
  expect(error).toBeUndefined();
  expect(files["extensions/geolocation/v1/geolocation_extension.d.ts"]).toContain(
    "export declare const GeolocationExtension: Extension<Geolocation, GeolocationParams, Message | Artifact | Message$1 | Artifact$1>;",
  );
});
