import type { A2AService, ListTasksRequest, ListTasksResponse, Task } from "@a2agen/a2a-1.0";
import type { HostOptions } from "@a2agen/runtime/host";
import { type CallContext, type ClientOf, createClient } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { NotesAgent } from "../../../../examples/task-search/agent.ts";
import {
  TaskSearchExtension,
  TaskSearchService,
  TaskSearchServiceGrpc,
  taskSearch,
} from "../../../../examples/task-search/src/index.ts";
import { type BindingName, bindingNames, say, startAgent } from "./start-agent.ts";

const { uri } = TaskSearchExtension;

const callers: Partial<HostOptions> = {
  authenticate: ({ header }) => {
    const name = header("x-caller");
    return name === undefined ? undefined : { id: name };
  },
  security: { requirements: [{ schemes: { caller: { list: [] } } }], schemes: {} },
};

interface Searching {
  readonly core: ClientOf<A2AService>;
  readonly search: ClientOf<TaskSearchService>;
  readonly declared: unknown;
}

async function start(
  binding: BindingName,
  {
    handler = new NotesAgent(),
    listed = handler,
    options = callers,
    extensions = [TaskSearchExtension],
  }: {
    readonly handler?: Partial<A2AService>;
    readonly listed?: Partial<A2AService>;
    readonly options?: Partial<HostOptions>;
    readonly extensions?: readonly (typeof TaskSearchExtension)[];
  } = {},
): Promise<Searching> {
  const support = taskSearch(listed as Pick<A2AService, "listTasks">, { maxPageSize: 3 });
  const agent = await startAgent({
    handler,
    extensions: [support],
    declared: [support.declaration],
    codecs: [TaskSearchServiceGrpc],
    options,
  });
  const { card, client, transport } = await agent.connect(binding, { extensions });
  return {
    core: client,
    search: createClient(TaskSearchService, transport),
    declared: TaskSearchExtension.paramsIn(card.capabilities.extensions),
  };
}

const as = (name: string) => ({ headers: { "x-caller": name } });

/** The tasks of all pages, page by page. */
async function findAll(
  { search }: Searching,
  caller: string,
  request: Parameters<ClientOf<TaskSearchService>["searchTasks"]>[0],
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let pageToken = "";
  do {
    const page = await search.searchTasks({ ...request, pageToken }, as(caller));
    pages.push(page.tasks.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return pages;
}

/** A task with the word in it. */
const milk: Task = {
  id: "t",
  status: { state: "TASK_STATE_WORKING" },
  history: [{ messageId: "m", role: "ROLE_USER", parts: [{ text: "milk" }] }],
};

/** The ids of the tasks of a stream; `found` has them before it fails. */
async function collect(tasks: AsyncIterable<Task>, found: string[] = []): Promise<readonly string[]> {
  for await (const { id } of tasks) found.push(id);
  return found;
}

describe.each(bindingNames)("SearchTasks over %s", (binding) => {
  test("finds tasks page by page, of those that the caller may list", async () => {
    const started = await start(binding);
    for (const [caller, text] of [
      ["ada", "Buy milk"],
      ["bob", "Sell milk"],
      ["ada", "Call Eve"],
      ["ada", "Buy bread and MILK"],
      ["ada", "Drink milk"],
      ["ada", "More milk"],
    ] as const) {
      await started.core.sendMessage(say(text), as(caller));
    }
    expect(started.declared).toEqual({ maxPageSize: 3 });
    expect(await findAll(started, "ada", { query: "milk" })).toEqual([
      ["note-6", "note-5", "note-4"],
      ["note-1"],
    ]);
    expect(await findAll(started, "ada", { query: "milk", pageSize: 2 })).toEqual([
      ["note-6", "note-5"],
      ["note-4", "note-1"],
    ]);
    expect(await findAll(started, "ada", { query: " MILK\tbuy " })).toEqual([["note-4", "note-1"]]);
    expect(await findAll(started, "bob", { query: "milk" })).toEqual([["note-2"]]);
    expect(await findAll(started, "eve", { query: "milk" })).toEqual([[]]);
    const filter = { query: "milk", status: "TASK_STATE_WORKING" } as const;
    expect(await findAll(started, "ada", filter)).toEqual([[]]);
    expect(await findAll(started, "ada", { query: "milk", contextId: "other" })).toEqual([[]]);
    // A token says where, and allows nothing: with that of another caller one sees one's own.
    const { nextPageToken } = await started.search.searchTasks({ query: "milk", pageSize: 1 }, as("ada"));
    const { tasks } = await started.search.searchTasks(
      { query: "milk", pageToken: nextPageToken },
      as("bob"),
    );
    expect(tasks.every(({ id }) => id === "note-2")).toBe(true);
  });

  test("shows tasks without history and artifacts", async () => {
    const { core, search } = await start(binding);
    await core.sendMessage(say("Buy milk"), as("ada"));
    const { tasks } = await search.searchTasks({ query: "milk" }, as("ada"));
    expect(tasks).toEqual([
      {
        id: "note-1",
        contextId: "notes",
        status: { state: "TASK_STATE_COMPLETED", timestamp: expect.any(String) as string },
      },
    ]);
  });

  test("is under the same controls as the methods of the core", async () => {
    const { search } = await start(binding, {
      options: {
        ...callers,
        authorize: ({ method, principal }) => `${method} ${principal?.id}` !== "SearchTasks bob",
      },
    });
    await expect(search.searchTasks({ query: "milk" })).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
    await expect(search.searchTasks({ query: "milk" }, as("bob"))).rejects.toMatchObject({
      status: "PERMISSION_DENIED",
    });
    const { search: withoutAsking } = await start(binding, { extensions: [] });
    await expect(withoutAsking.searchTasks({ query: "milk" }, as("ada"))).rejects.toMatchObject({
      reason: "EXTENSION_SUPPORT_REQUIRED",
      metadata: { extension: uri },
    });
  });

  test.each([
    ["no query", {}, "query"],
    ["no word", { query: " \n" }, "query"],
    ["a page without tasks", { query: "milk", pageSize: 0 }, "pageSize"],
    ["half a task", { query: "milk", pageSize: 1.5 }, "pageSize"],
    ["a token of nobody", { query: "milk", pageToken: "next" }, "pageToken"],
    ["a token with a negative place", { query: "milk", pageToken: "-1." }, "pageToken"],
    ["a token with a huge place", { query: "milk", pageToken: `${"9".repeat(30)}.` }, "pageToken"],
    ["a token that the list refuses", { query: "milk", pageToken: "0.__proto__" }, "pageToken"],
  ])("refuses %s", async (_name, request, field) => {
    const { search } = await start(binding);
    await expect(search.searchTasks(request as { query: string }, as("ada"))).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
      violations: [{ field: expect.stringMatching(field) as string }],
    });
  });

  test("refuses too many words by an error of the extension, which has its code, reason and domain", async () => {
    const { search } = await start(binding);
    const query = "a ".repeat(17);
    for (const call of [
      () => search.searchTasks({ query }, as("ada")),
      () => collect(search.streamTasks({ query }, as("ada"))),
    ]) {
      const error: unknown = await call().catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        status: "OUT_OF_RANGE",
        reason: "TOO_MANY_WORDS",
        domain: uri,
        message: "The query has more than 16 words.",
        ...(binding === "JSONRPC" && { jsonRpc: -32410 }),
        ...(binding === "HTTP+JSON" && { http: 413 }),
      });
      expect(TaskSearchExtension.isError(error, "TOO_MANY_WORDS")).toBe(true);
    }
  });

  test("streams what it finds, of all pages", async () => {
    const started = await start(binding);
    for (let i = 0; i < 5; i++) await started.core.sendMessage(say("milk"), as("ada"));
    const activated: string[] = [];
    const found = await collect(
      started.search.streamTasks(
        { query: "milk" },
        { ...as("ada"), onActivated: (uris) => activated.push(...uris) },
      ),
    );
    expect(found).toEqual(["note-5", "note-4", "note-3", "note-2", "note-1"]);
    expect(activated).toEqual([uri]);
    const { search } = await start(binding, { extensions: [] });
    await expect(collect(search.streamTasks({ query: "milk" }, as("ada")))).rejects.toMatchObject({
      reason: "EXTENSION_SUPPORT_REQUIRED",
    });
  });

  test("ends a stream with an error of its own, which the client gets behind what was found", async () => {
    let pages = 0;
    const failing: Partial<A2AService> = {
      async listTasks(): Promise<ListTasksResponse> {
        pages += 1;
        if (pages > 1) throw TaskSearchExtension.error("TOO_MANY_WORDS", "Words are over.");
        return { tasks: [milk, milk, milk, milk], nextPageToken: "more", pageSize: 4, totalSize: 9 };
      },
    };
    const { search } = await start(binding, { handler: failing });
    const found: string[] = [];
    const error: unknown = await collect(search.streamTasks({ query: "milk" }, as("ada")), found).catch(
      (caught: unknown) => caught,
    );
    expect(found).toEqual(["t", "t", "t"]);
    expect(error).toMatchObject({ reason: "TOO_MANY_WORDS", domain: uri, message: "Words are over." });
    expect(TaskSearchExtension.isError(error)).toBe(true);
  });

  test("ends a stream on the server when its client reads no further", async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const endless: Partial<A2AService> = {
      async listTasks(_request, { signal }): Promise<ListTasksResponse> {
        signal.addEventListener("abort", end, { once: true });
        return { tasks: [milk, milk, milk], nextPageToken: "more", pageSize: 3, totalSize: 9 };
      },
    };
    const { search } = await start(binding, { handler: endless });
    for await (const { id } of search.streamTasks({ query: "milk" }, as("ada"))) {
      expect(id).toBe("t");
      break;
    }
    await ended;
  });

  test("goes on where it was in a list with pages of its own", async () => {
    const notes = new NotesAgent();
    const listed = {
      listTasks: (request: ListTasksRequest, context: CallContext) =>
        notes.listTasks({ ...request, pageSize: 2 }, context),
    };
    const started = await start(binding, { handler: notes, listed });
    for (let i = 0; i < 7; i++) await started.core.sendMessage(say("milk"), as("ada"));
    expect(await findAll(started, "ada", { query: "milk" })).toEqual([
      ["note-7", "note-6", "note-5"],
      ["note-4", "note-3", "note-2"],
      ["note-1"],
    ]);
  });

  test("reads no more than 1,000 tasks for one call, and follows no list without end", async () => {
    const sizes: number[] = [];
    const endless = (size: number): Partial<A2AService> => ({
      async listTasks(): Promise<ListTasksResponse> {
        sizes.push(size);
        const task: Task = { id: "t", status: { state: "TASK_STATE_WORKING" } };
        const tasks = Array.from({ length: size }, () => task);
        return { tasks, nextPageToken: "more", pageSize: size, totalSize: 0 };
      },
    });
    for (const [size, calls] of [
      [100, 10],
      [0, 1000],
    ] as const) {
      sizes.length = 0;
      const { search } = await start(binding, { handler: endless(size) });
      expect(await search.searchTasks({ query: "milk" }, as("ada"))).toEqual({
        tasks: [],
        nextPageToken: "0.more",
      });
      expect(sizes).toHaveLength(calls);
    }
  });
});

test.each([0, 101, 1.5, Number.NaN])("an agent cannot have pages of %s", (maxPageSize) => {
  expect(() => taskSearch(new NotesAgent(), { maxPageSize })).toThrow(
    `maxPageSize: expected an integer from 1 to 100, got ${maxPageSize}`,
  );
});
