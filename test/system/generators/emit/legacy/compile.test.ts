import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import typescript from "typescript-5.9";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  generateAll,
  versions,
  writeFiles,
} from "../../../../golden/generators/emit/legacy/generate-legacy.ts";
import { buildWorkspace } from "../../../../shared/process/build-workspace.ts";
import {
  compilations,
  compileProject,
  resolutions,
  strictest,
} from "../../../../shared/process/compile-project.ts";
import { runProcess } from "../../../../shared/process/run-process.ts";

let root: string;

const user = (name: string, module: string): string => `import {
  decodeMessageSendParams,
  type GetAuthenticatedExtendedCardRequest,
  legacyEnumValues,
  type LegacyMethodName,
  legacyMethodNames,
  type MessageSendParams,
  MessageSendParamsCodec,
  type SendMessageRequest,
  SendMessageRequestCodec,
} from "./${name}/index.js";
import { TaskState } from "./${name}/${module}_types.js";

export const request: SendMessageRequest = decodeMessageSendParams({
  message: { messageId: "m", contextId: "c", role: ${name === "a2a-1.0" ? '"ROLE_USER"' : '"user"'}, parts: [{ text: "hello" }] },
});
export const params: MessageSendParams = request;
export const card: GetAuthenticatedExtendedCardRequest = {};
export const method: LegacyMethodName = "message/send";
export const current: "SendMessage" = legacyMethodNames[method];
export const state: TaskState = legacyEnumValues.TaskState.canceled;
// @ts-expect-error -- not an earlier name
export const unknown: LegacyMethodName = "message/sent";
console.log(current, state, MessageSendParamsCodec === SendMessageRequestCodec, params.message.parts.length);
`;

/** Earlier names as users of the packages have them. */
const published = `import type { Part, SendMessageRequest } from "@a2agen/a2a-1.0";
import type * as draft from "@a2agen/a2a-1.0-draft";
import * as legacyDraft from "@a2agen/a2a-1.0-draft/legacy";
import { isTaskQueryParams, type LegacyMethodName, type MessageSendParams } from "@a2agen/a2a-1.0/legacy";
// @ts-expect-error -- not of the package itself
import type { TaskQueryParams } from "@a2agen/a2a-1.0";

export const send = (request: SendMessageRequest): MessageSendParams => request;
export const resend = (params: MessageSendParams): SendMessageRequest => params;
export const part: Part = { text: "hello" };
export const method: LegacyMethodName = "tasks/get";
export const set = (r: draft.SetTaskPushNotificationConfigRequest): legacyDraft.CreateTaskPushNotificationConfigRequest => r;
export type Params = TaskQueryParams;
console.log(isTaskQueryParams({ id: "t" }), legacyDraft.legacyMethodNames["tasks/get"]);
`;

const moduleOf = (proto: string): string => proto.replace(".proto", "");

beforeAll(async () => {
  root = await buildWorkspace("legacy-compile");
  await writeFile(join(root, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(root, "published.ts"), published);
  for (const { name, proto } of versions) {
    const parameter = "target=ts+js,import_extension=js,targets=types+json+legacy+index";
    const { error, files } = await generateAll([proto], parameter);
    if (error !== undefined) throw new Error(error);
    await writeFiles(join(root, name), files);
    await writeFile(join(root, `${name}.ts`), user(name, moduleOf(proto)));
  }
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
      include: ["published.ts", "a2a-1.0.ts", "a2a-1.0-draft.ts", "a2a-1.0/**/*.ts", "a2a-1.0-draft/**/*.ts"],
    });
    expect(said).toBe("");
  },
);

test.each(versions)("$name: the codecs are the current ones when it runs", async ({ name, proto }) => {
  const program = typescript.transpileModule(user(name, moduleOf(proto)), {
    compilerOptions: { module: typescript.ModuleKind.ESNext, target: typescript.ScriptTarget.ES2022 },
  }).outputText;
  await writeFile(join(root, `${name}.js`), program);
  const { stdout, stderr } = await runProcess(process.execPath, { args: [`${name}.js`], directory: root });
  const state = name === "a2a-1.0" ? "TASK_STATE_CANCELED" : "cancelled";
  expect({ stdout: stdout.toString(), stderr }).toEqual({
    stdout: `SendMessage ${state} true 1\n`,
    stderr: "",
  });
});

test.each(versions)(
  "$name: declarations can be made without the files that it imports",
  async ({ proto }) => {
    const { error, files } = await generateAll([proto], "target=dts,targets=legacy");
    expect(error).toBeUndefined();
    const text = files[`${moduleOf(proto)}_legacy.d.ts`] ?? "";
    expect(text).toContain("export declare const decodeMessageSendParams: typeof decodeSendMessageRequest;");
    expect(text).not.toContain(": any");
  },
);

describe.each(versions)("$name: editors strike earlier names through", ({ name, proto }) => {
  test("all of them, and no name that is yet to come", () => {
    const path = join(root, name, `${moduleOf(proto)}_legacy.ts`);
    const program = typescript.createProgram([path], {
      ...strictest,
      target: typescript.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts"],
      types: [],
      module: typescript.ModuleKind.NodeNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    });
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(path);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    const exported = module === undefined ? [] : checker.getExportsOfModule(module);
    const isMarked = (symbol: typescript.Symbol): boolean =>
      symbol.getJsDocTags(checker).some((tag) => tag.name === "deprecated");
    const unmarked = exported.filter((symbol) => !isMarked(symbol)).map((symbol) => symbol.getName());
    const tables = unmarked.filter((symbol) => /^legacy[A-Z]|^LegacyMethodName$/.test(symbol));
    expect(tables).toEqual([
      "legacyMethodNames",
      "LegacyMethodName",
      "legacyEndpoints",
      "legacyHeaders",
      "legacyWellKnownPaths",
      "legacyFieldNames",
      "legacyEnumValues",
    ]);
    expect(unmarked.filter((symbol) => !tables.includes(symbol))).toEqual(
      name === "a2a-1.0"
        ? []
        : [
            "CreateTaskPushNotificationConfigRequest",
            ...["decode", "parse", "encode", "stringify", "is"].map(
              (prefix) => `${prefix}CreateTaskPushNotificationConfigRequest`,
            ),
            "CreateTaskPushNotificationConfigRequestCodec",
          ],
    );
    const table = exported.find((symbol) => symbol.getName() === "legacyMethodNames");
    const declaration = table?.valueDeclaration;
    const keys = declaration === undefined ? [] : checker.getTypeAtLocation(declaration).getProperties();
    expect(keys.length).toBeGreaterThan(9);
    expect(keys.filter((key) => !isMarked(key)).map((key) => key.getName())).toEqual(
      name === "a2a-1.0" ? [] : ["ListTaskPushNotificationConfigs"],
    );
    const params = exported.find((symbol) => symbol.getName() === "MessageSendParams");
    const [tag] = params?.getJsDocTags(checker) ?? [];
    expect(typescript.displayPartsToString(tag?.text)).toBe(
      "Use `SendMessageRequest`; may be removed in 2.0.0 or later (Appendix A). A request is called so in every binding.",
    );
  });
});
