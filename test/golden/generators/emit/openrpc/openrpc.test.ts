import { parseUrl } from "@a2agen/runtime/internal";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import * as openRpc from "@open-rpc/meta-schema";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { emitOpenRpc } from "../../../../../generators/emit/openrpc/emit-openrpc.ts";
import type {
  ContentDescriptor,
  OpenRpcDocument,
} from "../../../../../generators/emit/openrpc/openrpc-document.ts";
import { createDiagnostics, formatDiagnostic } from "../../../../../generators/model/diagnostics.ts";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";
import { loadSubject, readLibraryProtos, type Subject } from "../openapi/documents.ts";
import { lintWithRedocly } from "../openapi/lint-documents.ts";

interface Emitted {
  readonly text: string;
  readonly document: OpenRpcDocument;
  readonly diagnostics: readonly string[];
}

async function emit(subject: Subject): Promise<Emitted> {
  const diagnostics = createDiagnostics();
  const [file] = emitOpenRpc(await loadSubject(subject), { diagnostics, generator: "a2agen 1.2.3" });
  if (file === undefined) throw new Error("no document was emitted");
  return {
    text: file.text,
    document: JSON.parse(file.text) as OpenRpcDocument,
    diagnostics: diagnostics.list.map(formatDiagnostic),
  };
}

// Its declarations name the types of documents only.
const documentSchema = Reflect.get(openRpc, "openrpcDocument") as { readonly $schema: string };

/** A URI that can stand alone. */
const absolute = (text: string): boolean => parseUrl(text) !== undefined;

const subjects = ["a2a-1.0-draft", "a2a-1.0", "library"] as const;

/** "GetTask(name, historyLength?) -> Task". */
function outline({ methods }: OpenRpcDocument): readonly string[] {
  const parameter = ({ name, required }: ContentDescriptor): string => `${name}${required ? "" : "?"}`;
  return methods.map(({ name, params, result, "x-streaming": isStream }) => {
    const stream = isStream === true ? "stream " : "";
    return `${name}(${params.map(parameter).join(", ")}) -> ${stream}${result.name}`;
  });
}

describe("methods", () => {
  const outlines: readonly { subject: Subject; want: readonly string[] }[] = [
    {
      subject: "a2a-1.0-draft",
      want: [
        "SendMessage(message, configuration?, metadata?) -> SendMessageResponse",
        "SendStreamingMessage(message, configuration?, metadata?) -> stream StreamResponse",
        "GetTask(name, historyLength?) -> Task",
        "ListTasks(contextId?, status?, pageSize?, pageToken?, historyLength?, lastUpdatedAfter?, includeArtifacts?, metadata?) -> ListTasksResponse",
        "CancelTask(name?) -> Task",
        "SubscribeToTask(name?) -> stream StreamResponse",
        "SetTaskPushNotificationConfig(parent, configId, config) -> TaskPushNotificationConfig",
        "GetTaskPushNotificationConfig(name?) -> TaskPushNotificationConfig",
        "ListTaskPushNotificationConfig(parent?, pageSize?, pageToken?) -> ListTaskPushNotificationConfigResponse",
        "GetExtendedAgentCard() -> AgentCard",
        "DeleteTaskPushNotificationConfig(name?) -> Empty",
      ],
    },
    {
      subject: "a2a-1.0",
      want: [
        "SendMessage(message, tenant?, configuration?, metadata?) -> SendMessageResponse",
        "SendStreamingMessage(message, tenant?, configuration?, metadata?) -> stream StreamResponse",
        "GetTask(id, tenant?, historyLength?) -> Task",
        "ListTasks(tenant?, contextId?, status?, pageSize?, pageToken?, historyLength?, statusTimestampAfter?, includeArtifacts?) -> ListTasksResponse",
        "CancelTask(id, tenant?, metadata?) -> Task",
        "SubscribeToTask(id, tenant?) -> stream StreamResponse",
        "CreateTaskPushNotificationConfig(url, tenant?, id?, taskId?, token?, authentication?) -> TaskPushNotificationConfig",
        "GetTaskPushNotificationConfig(taskId, id, tenant?) -> TaskPushNotificationConfig",
        "ListTaskPushNotificationConfigs(taskId, tenant?, pageSize?, pageToken?) -> ListTaskPushNotificationConfigsResponse",
        "GetExtendedAgentCard(tenant?) -> AgentCard",
        "DeleteTaskPushNotificationConfig(taskId, id, tenant?) -> Empty",
      ],
    },
  ];

  test.each(outlines)(
    "of $subject have their parameters by name, required ones first",
    async ({ subject, want }) => {
      const { document, diagnostics } = await emit(subject);
      expect(outline(document)).toEqual(want);
      expect(new Set(document.methods.map(({ paramStructure }) => paramStructure))).toEqual(
        new Set(["by-name"]),
      );
      expect(diagnostics).toEqual([]);
    },
  );

  test("have the comments, the types and the deprecation of the proto", async () => {
    const { document } = await emit("a2a-1.0");
    expect(document.methods.find(({ name }) => name === "GetTask")).toEqual({
      name: "GetTask",
      tags: [{ $ref: "#/components/tags/A2AService" }],
      summary: "Returns a task as it is now",
      description:
        "Returns a task as it is now. Fails with TaskNotFoundError when there is none that the caller\nmay see.",
      paramStructure: "by-name",
      params: [
        { name: "id", description: "Identifier of the task.", required: true, schema: { type: "string" } },
        { name: "tenant", description: expect.any(String), required: false, schema: { type: "string" } },
        {
          name: "historyLength",
          // The limit stands in the comment already, and is not said again.
          description:
            "How many of the latest messages of `history` to return, 0 or more. 0 asks for none; unset\nleaves the amount to the agent.",
          required: false,
          schema: { type: "integer", minimum: 0, maximum: 2147483647 },
        },
      ],
      result: { name: "Task", description: "The answer.", schema: { $ref: "#/components/schemas/Task" } },
      errors: expect.arrayContaining([{ $ref: "#/components/errors/TaskNotFoundError" }]),
      "x-a2agen": { method: "lf.a2a.v1.A2AService/GetTask" },
    });
    const library = await emit("library");
    const deprecated = library.document.methods.filter((method) => method.deprecated === true);
    expect(deprecated.map(({ name }) => name)).toEqual(["BorrowBook", "ToolShed_GetBook"]);
  });

  test("say that their client sends a stream, and those without HTTP rule are there", async () => {
    const { document, diagnostics } = await emit("library");
    const method = (name: string) => document.methods.find((one) => one.name === name);
    expect(method("DonateBooks")).toMatchObject({ "x-streaming": true, "x-client-streaming": true });
    expect(method("CountBooks")).toMatchObject({ result: { description: "The answer." } });
    expect(diagnostics).toEqual([]);
  });
});

describe("errors", () => {
  test.each(["a2a-1.0-draft", "a2a-1.0"] as const)(
    "of %s are those of the profile, with every method",
    async (subject) => {
      const { document } = await emit(subject);
      const errors = Object.entries(document.components.errors ?? {}).map(([name, { code }]) => [name, code]);
      expect(Object.fromEntries(errors)).toEqual({
        TaskNotFoundError: -32001,
        TaskNotCancelableError: -32002,
        PushNotificationNotSupportedError: -32003,
        UnsupportedOperationError: -32004,
        ContentTypeNotSupportedError: -32005,
        InvalidAgentResponseError: -32006,
        ExtendedAgentCardNotConfiguredError: -32007,
        ExtensionSupportRequiredError: -32008,
        VersionNotSupportedError: -32009,
        JSONParseError: -32700,
        InvalidRequestError: -32600,
        MethodNotFoundError: -32601,
        InvalidParamsError: -32602,
        InternalError: -32603,
      });
      const references = errors.map(([name]) => ({ $ref: `#/components/errors/${name}` }));
      for (const method of document.methods) expect(method.errors).toEqual(references);
    },
  );

  test("are left out where the profile has none", async () => {
    const { document } = await emit("library");
    expect(document.components).not.toHaveProperty("errors");
    expect(document.methods.filter((method) => method.errors !== undefined)).toEqual([]);
  });
});

describe("the document", () => {
  test.each(subjects)("of %s is valid by the meta-schema of OpenRPC", async (subject) => {
    const { document } = await emit(subject);
    const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: absolute, regex: true } });
    // The definition of schemas that it refers to is that of draft 7 under two other names.
    const { $schema: draft7, ...metaSchema } = documentSchema;
    const definitions = { JSONSchemaObject: { properties: { $ref: { type: "string" } } } };
    const $ref = "http://json-schema.org/draft-07/schema";
    ajv.addSchema({ $id: draft7, definitions, $ref });
    ajv.addSchema({ $id: draft7.replace(/\/$/, ""), $ref });
    const validate = ajv.compile(metaSchema);
    expect(validate(document) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...document, servers: [{ url: "/" }] })).toBe(false);
  });

  test.each(subjects)("of %s has the structure and the references that Redocly knows", async (subject) => {
    const { text } = await emit(subject);
    expect(await lintWithRedocly({ "openrpc.json": text })).toEqual({ status: 0, problems: [] });
  });

  test("that is broken is found", async () => {
    const { document } = await emit("a2a-1.0");
    const broken = {
      ...document,
      methods: document.methods.map((method) => ({ ...method, params: undefined })),
    };
    const { status, problems } = await lintWithRedocly({ "openrpc.json": JSON.stringify(broken) });
    expect(status).toBe(1);
    expect(problems).toContain("struct: The field `params` must be present on this level.");
  });

  test.each(subjects)("of %s has schemas for every type that is used, and no others", async (subject) => {
    const { text, document } = await emit(subject);
    const referred = new Set(
      [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name),
    );
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  test("accepts the parameters of a call and refuses others", async () => {
    const { document } = await emit("a2a-1.0");
    const local = JSON.stringify(document.components.schemas).replaceAll("#/components/schemas/", "#/$defs/");
    const $defs = JSON.parse(local) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const ajv = createAjv([{ $id: "openrpc", $comment: "", $defs }]);
    for (const name of Object.keys($defs)) ajv.compile({ $ref: `openrpc#/$defs/${name}` });
    const isMessage = ajv.compile({ $ref: "openrpc#/$defs/Message" });
    expect(isMessage({ messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] })).toBe(true);
    expect(isMessage({ messageId: "m", role: "ROLE_USER", parts: [{ text: "a", raw: "" }] })).toBe(false);
    expect(isMessage({ messageId: "m", role: "user", parts: [{ text: "a" }] })).toBe(false);
  });

  test("says what it is about", async () => {
    const { document } = await emit("a2a-1.0-draft");
    expect(document).toMatchObject({
      openrpc: "1.3.2",
      info: {
        title: "A2A 1.0 (draft)",
        version: "1.0",
        contact: { name: "A2A 1.0 (draft)", url: "https://a2a-protocol.org" },
        license: { name: "Apache-2.0" },
      },
      "x-a2agen": { generator: "a2agen 1.2.3", profile: "a2a-1.0-draft", package: "a2a.v1" },
    });
  });
});

describe("protoc-gen-a2a-openrpc", () => {
  const generate = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto", "library/v1/library.proto"];
  let protos: Readonly<Record<string, string>>;
  let files: FileDescriptorSet;

  beforeAll(async () => {
    protos = await readLibraryProtos();
    files = await compileProtos(protos, generate);
  });

  const write = async (init: object = {}): Promise<Readonly<Record<string, string>>> =>
    (await runPlugin({ plugin: "protoc-gen-a2a-openrpc", files, generate, ...init })).files;

  test("writes a document for each package with services", async () => {
    expect(Object.keys(await write())).toEqual([
      "a2a-1.0-draft/a2a.openrpc.json",
      "a2a-1.0/a2a.openrpc.json",
      "library.v1.openrpc.json",
    ]);
  });

  test("writes the same in every order, locale and time zone", async () => {
    const first = await write();
    expect(await write({ generate: generate.toReversed() })).toEqual(first);
    expect(await write({ files: await compileProtos(protos, generate.toReversed()) })).toEqual(first);
    expect(await write({ env: { LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" } })).toEqual(first);
  });
});
