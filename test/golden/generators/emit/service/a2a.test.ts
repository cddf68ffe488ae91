import * as released from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import { describe, expect, test } from "vitest";
import { indexModel } from "../../../../../generators/model/index-model.ts";
import type { FieldModel, FieldShape, Model } from "../../../../../generators/model/model.ts";
import {
  isCallError,
  type Method,
  type Protocol,
} from "../../../../../packages/runtime/src/service/index.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { loadModel } from "../../model/load-model.ts";

interface Version {
  readonly name: string;
  readonly proto: string;
  readonly protocol: Protocol;
  readonly methods: readonly Method[];
  readonly packageName: string;
}

const versions: readonly Version[] = [
  {
    name: "a2a-1.0",
    proto: "lf/a2a/v1/a2a.proto",
    packageName: "lf.a2a.v1",
    protocol: released.protocol,
    methods: Object.values(released.A2AService.methods),
  },
  {
    name: "a2a-1.0-draft",
    proto: "a2a/v1/a2a.proto",
    packageName: "a2a.v1",
    protocol: draft.protocol,
    methods: Object.values(draft.A2AService.methods),
  },
];

/** The kind of what stands at the end of a path of JSON names; undefined when there is nothing. */
function kindAt(model: Model, typeName: string, path: readonly string[]): string | undefined {
  const index = indexModel(model);
  let at: string | undefined = typeName;
  let kind: string | undefined;
  for (const jsonName of path) {
    const field: FieldModel | undefined =
      at === undefined ? undefined : index.message(at).fields.find((one) => one.jsonName === jsonName);
    if (field === undefined) return undefined;
    const shape: FieldShape = field.shape;
    at = shape.kind === "singular" && shape.type.kind === "message" ? shape.type.typeName : undefined;
    const type = shape.type.kind === "scalar" ? shape.type.scalar : shape.type.kind;
    kind = shape.kind === "singular" ? type : `${shape.kind} of ${type}`;
  }
  return kind;
}

describe.each(versions)("$name", ({ proto, protocol, methods, packageName }) => {
  const load = async (): Promise<Model> =>
    loadModel(await compileProtos({}, [proto]), { requested: [proto] }).model;
  const { card, tasks, tenantField } = protocol;

  test("knows where a card says what", async () => {
    const model = await load();
    const at = (path: readonly string[]) => kindAt(model, `${packageName}.AgentCard`, path);
    expect(card?.typeName).toBe(`${packageName}.AgentCard`);
    expect({
      interfaces: at(card?.interfaces ?? []),
      older: Object.values(card?.olderInterfaces ?? {}).flatMap((path) =>
        typeof path === "string" ? [] : at(path),
      ),
      version: card?.version === undefined ? "" : at(card.version),
      securitySchemes: at(card?.securitySchemes ?? []),
      securityRequirements: at(card?.securityRequirements ?? []),
      extensions: at(card?.extensions ?? []),
      signatures: at(card?.signatures ?? []),
      capabilities: card?.capabilities.map(({ name, declaredIn }) => `${name} ${at(declaredIn)}`),
    }).toEqual({
      interfaces: "list of message",
      older: packageName === "a2a.v1" ? ["string", "string", "list of message"] : [],
      version: packageName === "a2a.v1" ? "string" : "",
      securitySchemes: "map of message",
      securityRequirements: "list of message",
      extensions: "list of message",
      signatures: "list of message",
      capabilities: ["streaming bool", "pushNotifications bool", "extendedAgentCard bool"],
    });
  });

  test("knows what in requests needs a capability, and which methods do", async () => {
    const model = await load();
    const names = methods.map(({ name }) => name);
    for (const { methods: needing, fields, error } of card?.capabilities ?? []) {
      expect(needing.filter((name) => !names.includes(name))).toEqual([]);
      expect(Object.keys(protocol.errors)).toContain(error);
      for (const { methods: having, field } of fields) {
        for (const name of having) {
          const input = methods.find((method) => method.name === name)?.input.typeName ?? "";
          expect(kindAt(model, input, field)).toBe("message");
        }
      }
    }
    const needed = card?.capabilities.flatMap((capability) => capability.methods);
    expect(names.filter((name) => !needed?.includes(name))).toEqual([
      "SendMessage",
      "GetTask",
      "ListTasks",
      "CancelTask",
    ]);
  });

  test("knows where events tell their task and its state, and how a stream is taken up again", async () => {
    const model = await load();
    const at = (path: readonly string[]) => kindAt(model, `${packageName}.StreamResponse`, path);
    expect(tasks?.eventTaskIds.map(at)).toEqual(["string", "string", "string"]);
    expect(tasks?.eventStates.map(at)).toEqual(["enum", "enum"]);
    expect(tasks?.eventMessages.map(at)).toEqual(["message"]);
    const states = indexModel(model).enumeration(`${packageName}.TaskState`).values;
    const known = states.filter(({ unspecified }) => !unspecified).map(({ json }) => json);
    const running = known.filter(
      (state) => ![...(tasks?.terminalStates ?? []), ...(tasks?.interruptedStates ?? [])].includes(state),
    );
    expect(running).toEqual(
      packageName === "a2a.v1" ? ["submitted", "working"] : ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"],
    );
    const resumed = methods.find(({ name }) => name === tasks?.resume.method);
    expect(resumed?.kind).toBe("server");
    expect(
      resumed?.input.decode({ [tasks?.resume.field ?? ""]: tasks?.resume.value.replace("{}", "t1") }),
    ).toEqual(packageName === "a2a.v1" ? { name: "tasks/t1" } : { id: "t1" });
  });

  test("knows the method that returns a task as it is, and the event that holds one", async () => {
    const { method = "", field = "", value = "", event = "" } = tasks?.snapshot ?? {};
    const read = methods.find(({ name }) => name === method);
    expect([read?.kind, read?.output.typeName]).toEqual(["unary", `${packageName}.Task`]);
    expect(read?.input.decode({ [field]: value.replace("{}", "t1") })).toEqual(
      packageName === "a2a.v1" ? { name: "tasks/t1" } : { id: "t1" },
    );
    expect(kindAt(await load(), `${packageName}.StreamResponse`, [event])).toBe("message");
  });

  test("knows where older servers have their card", () => {
    expect([card?.wellKnownPath, card?.olderPaths]).toEqual([
      "/.well-known/agent-card.json",
      ["/.well-known/agent.json"],
    ]);
  });

  test("takes up the stream of a task by POST (5.3), and by GET as well", () => {
    const { http = [] } = methods.find(({ name }) => name === tasks?.resume.method) ?? {};
    const rules = http.map(({ verb, path, action, body }) => {
      const segments = path.map((segment) =>
        typeof segment === "string" ? segment : `{${segment.field}=${segment.match.join("/")}}`,
      );
      return `${verb} /${segments.join("/")}:${action ?? ""} ${body ?? ""}`.trim();
    });
    expect(rules).toEqual(
      packageName === "a2a.v1"
        ? ["POST /v1/{name=tasks/*}:subscribe *", "GET /v1/{name=tasks/*}:subscribe"]
        : [
            "POST /tasks/{id=*}:subscribe *",
            "POST /{tenant=*}/tasks/{id=*}:subscribe *",
            "GET /tasks/{id=*}:subscribe",
            "GET /{tenant=*}/tasks/{id=*}:subscribe",
          ],
    );
  });

  test("knows the field of requests that names the tenant", async () => {
    const model = await load();
    const having = methods.filter(
      ({ input }) => kindAt(model, input.typeName, [tenantField ?? ""]) === "string",
    );
    expect(having).toHaveLength(packageName === "a2a.v1" ? 0 : methods.length);
  });

  test("says which calls may be repeated (3.3.1), and which need a caller that is known", () => {
    expect(methods.filter(({ idempotent }) => idempotent !== true).map(({ name }) => name)).toEqual(
      packageName === "a2a.v1"
        ? ["SendMessage", "SendStreamingMessage", "SubscribeToTask", "SetTaskPushNotificationConfig"]
        : ["SendMessage", "SendStreamingMessage", "CreateTaskPushNotificationConfig"],
    );
    expect(methods.filter(({ authenticated }) => authenticated).map(({ name }) => name)).toEqual([
      "GetExtendedAgentCard",
    ]);
  });
});

test("the other version's name of a method is an alias", () => {
  const aliases = (methods: readonly Method[]) =>
    methods.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name]));
  expect(aliases(Object.values(released.A2AService.methods))).toEqual([
    ["ListTaskPushNotificationConfig", "ListTaskPushNotificationConfigs"],
  ]);
  expect(aliases(Object.values(draft.A2AService.methods))).toEqual([
    ["ListTaskPushNotificationConfigs", "ListTaskPushNotificationConfig"],
  ]);
});

test("errors are made by name, with what the version says of them", () => {
  const error = released.errors.TaskNotFoundError("no task t1", { metadata: { taskId: "t1" } });
  expect(isCallError(error, "TaskNotFoundError")).toBe(true);
  expect([error.message, error.status, error.http, error.jsonRpc, error.reason, error.metadata]).toEqual([
    "no task t1",
    "NOT_FOUND",
    404,
    -32001,
    "TASK_NOT_FOUND",
    { taskId: "t1" },
  ]);
  expect([
    released.errors.UnsupportedOperationError().status,
    draft.errors.UnsupportedOperationError().status,
  ]).toEqual(["FAILED_PRECONDITION", "UNIMPLEMENTED"]);
  expect(Object.keys(released.errors)).toEqual(Object.keys(released.protocol.errors));
});
