import { A2AService } from "@a2agen/a2a-1.0";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { type CallOptions, isCallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { NotebookService } from "../../../../generated/proto/notebook/v1/notebook_service.ts";
import { bindingNames, Notebook, type StartedNotebook, startNotebook } from "./start-notebook.ts";

const note = { text: "look again" };

/** Everything that a caller learns of an error, beside the stack. */
async function failure(call: Promise<unknown>): Promise<object> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCallError(error)) throw new Error("expected a CallError", { cause: error });
  const {
    name,
    status,
    reason,
    message,
    metadata,
    violations,
    http,
    jsonRpc,
    retryAfterMs,
    challenges,
    origin,
  } = error;
  return {
    name,
    status,
    reason,
    // The two may differ in names, addresses and sizes only.
    message: message
      .replaceAll(/AddNote|WatchNotes|GetTask|SubscribeToTask/g, "METHOD")
      .replaceAll(/https?:\/\/127.0.0.1:\d+[^ ]*:/g, "URL:")
      .replace(/\(\d+ vs/, "(BYTES vs"),
    metadata,
    violations,
    http,
    jsonRpc,
    retryAfterMs,
    challenges,
    origin,
  };
}

async function first(events: AsyncIterable<unknown>): Promise<unknown> {
  for await (const event of events) return event;
  return undefined;
}

async function all(events: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const event of events) found.push(event);
  return found;
}

/** The same thing asked of the core and of the extension: without a stream, and with one. */
async function failures(
  { core, notes }: StartedNotebook,
  word: string,
  options?: CallOptions,
): Promise<{ readonly unary: readonly [object, object]; readonly stream: readonly [object, object] }> {
  return {
    unary: [
      await failure(core.getTask({ id: word }, options)),
      await failure(notes.addNote({ taskId: word, note }, options)),
    ],
    stream: [
      await failure(all(core.subscribeToTask({ id: word }, options))),
      await failure(all(notes.watchNotes({ command: word }, options))),
    ],
  };
}

const closed: Partial<HostOptions> = {
  authenticate: ({ header }) => {
    const name = header("authorization");
    return name === undefined ? undefined : { id: name };
  },
  security: {
    requirements: [{ schemes: { token: { list: [] } } }],
    schemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  },
  authorize: ({ principal }) => principal?.id === "Bearer alice",
};

describe.each(bindingNames)("a method of an extension over %s", (binding) => {
  test("is called with the version, and told what is active", async () => {
    const { notes, core, seen } = await startNotebook(binding);
    const told: unknown[] = [];
    const options: CallOptions = { onActivated: (uris) => told.push(uris) };
    expect(await notes.addNote({ taskId: "t", note }, options)).toEqual(note);
    expect(await all(notes.watchNotes({ command: "w" }, options))).toEqual([{ text: "w" }]);
    await core.getTask({ id: "t" }, options);
    const active = { version: "1.0", tenant: undefined, activated: [Notebook.uri] };
    expect(seen).toEqual([
      { method: "AddNote", ...active },
      { method: "WatchNotes", ...active },
      { method: "GetTask", ...active },
    ]);
    expect(told).toEqual([[Notebook.uri], [Notebook.uri], [Notebook.uri]]);
  });

  test.each([
    ["an error of the protocol", "missing", "TaskNotFoundError"],
    ["an error of its own", "busy", "CallError"],
    ["a crash", "crash", "CallError"],
    ["an answer of the wrong shape", "wrong", "InvalidAgentResponseError"],
    ["an error after the first event", "later", undefined],
  ])("fails as the core's do: %s", async (_name, word, name) => {
    const started = await startNotebook(binding);
    const told: unknown[] = [];
    if (name === undefined) {
      const events = started.notes.watchNotes({ command: word });
      const others = started.core.subscribeToTask({ id: word });
      expect(await failure(all(events))).toEqual(await failure(all(others)));
      return;
    }
    const { unary, stream } = await failures(started, word, { onActivated: (uris) => told.push(uris) });
    expect(unary[0]).toMatchObject({ name });
    expect(unary[1]).toEqual(unary[0]);
    expect(stream[1]).toEqual(stream[0]);
    expect(told).toEqual(Array.from({ length: 4 }, () => [Notebook.uri]));
    expect(JSON.stringify([unary, stream])).not.toContain("secret");
  });

  test("is refused in another version, by the same error", async () => {
    const { unary, stream } = await failures(await startNotebook(binding), "t", {
      headers: { "a2a-version": "9.9" },
    });
    expect(unary[0]).toMatchObject({ name: "VersionNotSupportedError", reason: "VERSION_NOT_SUPPORTED" });
    expect(unary[1]).toEqual(unary[0]);
    expect(stream[1]).toEqual(stream[0]);
  });

  test("is refused to strangers and to those who may not, by the same errors", async () => {
    const started = await startNotebook(binding, { options: closed });
    const strange = await failures(started, "t");
    expect(strange.unary[0]).toMatchObject({ status: "UNAUTHENTICATED" });
    expect(strange.unary[1]).toEqual(strange.unary[0]);
    expect(strange.stream[1]).toEqual(strange.stream[0]);
    const bob = await failures(started, "t", { headers: { authorization: "Bearer bob" } });
    expect(bob.unary[0]).toMatchObject({ status: "PERMISSION_DENIED" });
    expect(bob.unary[1]).toEqual(bob.unary[0]);
    expect(bob.stream[1]).toEqual(bob.stream[0]);
    const alice = { headers: { authorization: "Bearer alice" } };
    expect(await started.notes.addNote({ taskId: "t", note }, alice)).toEqual(note);
  });

  test("is refused without an extension that is required, by the same error", async () => {
    const started = await startNotebook(binding, { required: true });
    // A call that speaks for itself: the connection would ask for it.
    const { unary, stream } = await failures(started, "t", { headers: { "a2a-extensions": "urn:other" } });
    expect(unary[0]).toMatchObject({
      name: "ExtensionSupportRequiredError",
      metadata: { extension: Notebook.uri },
    });
    expect(unary[1]).toEqual(unary[0]);
    expect(stream[1]).toEqual(stream[0]);
  });

  test("has every problem of a request told", async () => {
    const { notes } = await startNotebook(binding);
    const wrong = { kind: 7, written: "yesterday" } as unknown as typeof note;
    expect(await failure(notes.addNote({ taskId: "t", note: wrong }))).toMatchObject({
      status: "INVALID_ARGUMENT",
    });
  });

  test("has the limits of the core: the size of a request", async () => {
    const { notes, core } = await startNotebook(binding, { options: { limits: { bodyBytes: 3000 } } });
    const text = "x".repeat(5000);
    const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text }] };
    const told = await failure(notes.addNote({ taskId: "t", note: { text } }));
    expect(told).toEqual(await failure(core.sendMessage({ message })));
  });

  test("has the limits of the core: open streams", async () => {
    const { core, notes } = await startNotebook(binding, { options: { limits: { streams: 1 } } });
    const open = notes.watchNotes({ command: "hold" })[Symbol.asyncIterator]();
    expect(await open.next()).toMatchObject({ value: { text: "hold" } });
    const told = await failure(all(notes.watchNotes({ command: "w" })));
    expect(told).toMatchObject({ status: "RESOURCE_EXHAUSTED" });
    expect(told).toEqual(await failure(all(core.subscribeToTask({ id: "w" }))));
    await open.return?.();
  });

  test("has the limits of the core: time", async () => {
    const started = await startNotebook(binding, { options: { limits: { callMs: 50, streamMs: 50 } } });
    const { unary, stream } = await failures(started, "wait");
    expect(unary[0]).toMatchObject({ status: "DEADLINE_EXCEEDED", origin: undefined });
    expect(unary[1]).toEqual(unary[0]);
    expect(stream[1]).toEqual(stream[0]);
  });

  test("ends when its caller waits no longer", async () => {
    const started = await startNotebook(binding);
    const { unary, stream } = await failures(started, "wait", { timeoutMs: 50 });
    // The client's clock ends it, or the server's, which is told of the time that is left.
    const late = { status: "DEADLINE_EXCEEDED", reason: "DEADLINE_EXCEEDED", http: 504 };
    for (const failure of [...unary, ...stream]) expect(failure).toMatchObject(late);
  });

  test("is refused when the server shuts down", async () => {
    const started = await startNotebook(binding);
    await started.notes.findNotes({});
    await started.host.close();
    const { unary, stream } = await failures(started, "t");
    expect(unary[0]).toMatchObject({ status: "UNAVAILABLE" });
    expect(unary[1]).toEqual(unary[0]);
    expect(stream[1]).toEqual(stream[0]);
  });

  test("has the tenant of the interface, and that of the request before it", async () => {
    const { notes, core, seen } = await startNotebook(binding, { tenant: "acme" });
    await notes.addNote({ taskId: "t", note });
    await notes.findNotes({ kind: "NOTE_KIND_QUESTION", since: "2026-01-01T00:00:00Z" });
    await first(notes.watchNotes({ command: "w" }));
    await core.getTask({ id: "t" });
    await notes.addNote({ taskId: "t", note, tenant: "other" });
    expect(seen.map(({ method, tenant }) => [method, tenant])).toEqual([
      ["AddNote", "acme"],
      ["FindNotes", "acme"],
      ["WatchNotes", "acme"],
      ["GetTask", "acme"],
      ["AddNote", "other"],
    ]);
  });
});

test("the protocol of the core rules, in whichever order services are given", async () => {
  const notebook = implement(NotebookService, {});
  const core = implement(A2AService, {});
  expect(createHost({ services: [notebook, core] }).protocol.name).toBe("a2a-1.0");
  expect(createHost({ services: [core, notebook] }).protocol.name).toBe("a2a-1.0");
  expect(createHost({ services: [notebook] }).protocol.name).toBe("proto");
});
