import type { AgentExtension, Task } from "@a2agen/a2a-1.0";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { type HostOptions, implement } from "@a2agen/runtime/host";
import { type CallContext, type ClientOf, createClient } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../shared/bindings/outcome.ts";
import { Search, type TaskSearch, TaskSearchService } from "./definitions.ts";
import { type BindingName, bindingNames, startAgent } from "./start-agent.ts";

const uri = Search.uri;

const search: TaskSearch = {
  async searchTasks({ contextId = "" }, context: CallContext) {
    const caller = context.principal?.id;
    const task: Task = {
      id: contextId,
      status: { state: "TASK_STATE_COMPLETED" },
      ...(caller === undefined ? {} : { contextId: caller }),
    };
    return { tasks: [task], nextPageToken: "", pageSize: 1, totalSize: context.activated.length };
  },
  async *watchTasks({ id }) {
    yield { statusUpdate: { taskId: id, contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
  },
};

interface Searching {
  readonly client: ClientOf<TaskSearch>;
  readonly core: { getTask(request: { id: string }): Promise<unknown> };
}

async function start(
  binding: BindingName,
  {
    support = {},
    declared = [{ uri }],
    options = {},
  }: {
    readonly support?: Partial<ExtensionSupport>;
    readonly declared?: readonly AgentExtension[];
    readonly options?: Partial<HostOptions>;
  } = {},
): Promise<Searching> {
  const agent = await startAgent({
    extensions: [{ extension: Search, services: [implement(TaskSearchService, search)], ...support }],
    declared,
    options,
  });
  const connection = await agent.connect(binding, {
    extensions: declared.some(({ required }) => required === true) ? [Search] : [],
  });
  return { client: createClient(TaskSearchService, connection.transport), core: connection.client };
}

const found = (id: string): object => ({ id, status: { state: "TASK_STATE_COMPLETED" } });

const active = { extensions: [uri] };

describe.each(bindingNames)("the methods of an extension over %s", (binding) => {
  test("are called as any other when it is active", async () => {
    const { client } = await start(binding);
    expect(await client.searchTasks({ contextId: "x" }, active)).toEqual({
      tasks: [found("x")],
      nextPageToken: "",
      pageSize: 1,
      totalSize: 1,
    });
    const events: unknown[] = [];
    for await (const event of client.watchTasks({ id: "t" }, active)) events.push(event);
    expect(events).toEqual([
      { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } },
    ]);
  });

  test("are refused when it was not asked for", async () => {
    const { client } = await start(binding);
    expect(await client.searchTasks({}).catch((error: unknown) => outcomeOf(error))).toEqual({
      kind: "error",
      reason: "EXTENSION_SUPPORT_REQUIRED",
      message: `SearchTasks is a method of the extension ${uri}; declare it in A2A-Extensions`,
      metadata: { extension: uri, requiredExtensions: "" },
      violations: [],
    });
    const stream = client.watchTasks({ id: "t" });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      reason: "EXTENSION_SUPPORT_REQUIRED",
    });
  });

  test("are refused when the policy did not activate it", async () => {
    const { client } = await start(binding, { support: { activate: () => false } });
    await expect(client.searchTasks({}, active)).rejects.toMatchObject({
      reason: "EXTENSION_SUPPORT_REQUIRED",
      message: `the extension ${uri} was not activated for this call; declare it in A2A-Extensions`,
    });
  });

  test("are refused to who may not call the core's either", async () => {
    const closed: Partial<HostOptions> = {
      authenticate: ({ header }) => {
        const name = header("authorization");
        return name === undefined ? undefined : { id: name };
      },
      security: { requirements: [{ schemes: { token: { list: [] } } }], schemes: {} },
      authorize: ({ principal }) => principal?.id === "Bearer alice",
    };
    const { client } = await start(binding, { options: closed });
    await expect(client.searchTasks({}, active)).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
    const as = (name: string) => ({ ...active, headers: { authorization: `Bearer ${name}` } });
    await expect(client.searchTasks({}, as("bob"))).rejects.toMatchObject({ status: "PERMISSION_DENIED" });
    expect((await client.searchTasks({}, as("alice"))).tasks[0]?.contextId).toBe("Bearer alice");
  });

  test("have the core's limits, and its checks of requests", async () => {
    const { client } = await start(binding, { options: { limits: { bodyBytes: 2000 } } });
    await expect(client.searchTasks({ contextId: "x".repeat(3000) }, active)).rejects.toMatchObject({
      status: expect.stringMatching(/RESOURCE_EXHAUSTED|INVALID_ARGUMENT/) as string,
    });
    const wrong = { pageSize: "many" as unknown as number };
    await expect(client.searchTasks(wrong, active)).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  });

  test("of a required one are called with it, and so are the core's", async () => {
    const { client, core } = await start(binding, { declared: [{ uri, required: true }] });
    expect((await client.searchTasks({})).totalSize).toBe(1);
    await expect(core.getTask({ id: "x" })).rejects.toMatchObject({ status: "UNIMPLEMENTED" });
  });
});
