import { describe, expect, test } from "vitest";
import type { CallContext } from "../../../../packages/runtime/src/service/index.ts";
import { createTestHost, failureOf, fullCard, makeTask, message, summary } from "./agent.ts";
import { call, type IncomingInit, TestCall } from "./incoming.ts";

/** What the handler sees of a call. */
async function contextOf(init: IncomingInit, options: Parameters<typeof createTestHost>[1] = {}) {
  let seen: CallContext | undefined;
  const { host } = createTestHost(
    {
      sendMessage: async (_request, context) => {
        seen = context;
        return { task: makeTask("t1") };
      },
    },
    options,
  );
  await call(host, "SendMessage", message, new TestCall(init));
  return seen as unknown as CallContext;
}

async function refusal(init: IncomingInit, options: Parameters<typeof createTestHost>[1] = {}) {
  return summary(await failureOf(contextOf(init, options)));
}

describe("the version", () => {
  test.each([
    { name: "major and minor", init: { headers: { "a2a-version": "1.0" } } },
    { name: "the patch does not count", init: { headers: { "a2a-version": "1.0.7" } } },
    { name: "space around it does not count", init: { headers: { "a2a-version": " 1.0 " } } },
    {
      name: "the query parameter",
      init: { headers: { "a2a-version": "" }, query: { "A2A-Version": "1.0" } },
    },
    {
      name: "the header before the query parameter",
      init: { headers: { "a2a-version": "1.0" }, query: { "A2A-Version": "0.3" } },
    },
  ])("$name", async ({ init }) => {
    expect(await contextOf(init)).toMatchObject({ version: "1.0", profile: "a2a-1.0" });
  });

  test.each([
    { sent: "", named: "no version, which means 0.3" },
    { sent: "0.3", named: 'version "0.3"' },
    { sent: "1.1", named: 'version "1.1"' },
    { sent: "2.0.0", named: 'version "2.0.0"' },
    { sent: "1", named: 'version "1"' },
    { sent: "1.0.0.0", named: 'version "1.0.0.0"' },
    { sent: "1.0.x", named: 'version "1.0.x"' },
    { sent: "1.0, 1.0", named: 'version "1.0, 1.0"' },
    { sent: "v1.0", named: 'version "v1.0"' },
    { sent: `1.0${"9".repeat(200)}`, named: `version "1.0${"9".repeat(97)}…"` },
  ])('"$sent" is not supported', async ({ sent, named }) => {
    expect(await refusal({ headers: { "a2a-version": sent } })).toEqual({
      name: "VersionNotSupportedError",
      status: "FAILED_PRECONDITION",
      http: 400,
      message: `the request names ${named}; supported: 1.0; send it as A2A-Version`,
      metadata: { supportedVersions: "1.0" },
    });
  });

  test("a server may speak several", async () => {
    const options = { versions: ["1.0.1", "1.1"] };
    expect((await contextOf({ headers: { "a2a-version": "1.1.3" } }, options)).version).toBe("1.1");
    expect(await refusal({ headers: { "a2a-version": "0.3" } }, options)).toMatchObject({
      metadata: { supportedVersions: "1.0, 1.1" },
    });
  });
});

describe("extensions", () => {
  test.each([
    { name: "none", headers: {}, want: [] },
    { name: "one", headers: { "a2a-extensions": "urn:a" }, want: ["urn:a"] },
    {
      name: "separated by commas, each once, in order",
      headers: { "a2a-extensions": " urn:b ,urn:a,, urn:b," },
      want: ["urn:b", "urn:a"],
    },
    { name: "under the older name", headers: { "x-a2a-extensions": "urn:a" }, want: ["urn:a"] },
    {
      name: "under both names, the newer counts",
      headers: { "a2a-extensions": "urn:a", "x-a2a-extensions": "urn:b" },
      want: ["urn:a"],
    },
    {
      name: "a URI with everything that one may have",
      headers: { "a2a-extensions": "https://example.com/a%20b/~x;v=1?q=(1)#[f]" },
      want: ["https://example.com/a%20b/~x;v=1?q=(1)#[f]"],
    },
  ])("$name", async ({ headers, want }) => {
    expect((await contextOf({ headers })).extensions).toEqual(want);
  });

  test("are not read from the query", async () => {
    expect((await contextOf({ query: { "A2A-Extensions": "urn:a" } })).extensions).toEqual([]);
  });

  test.each(["plain", "urn:a b", "urn:\r\nX: y", '"urn:a"', "urn:ä", "1a:b", ":", "<urn:a>", "urn:"])(
    "%j is no URI",
    async (uri) => {
      const description = `expected a URI, found ${JSON.stringify(uri)}`;
      expect(await refusal({ headers: { "a2a-extensions": `urn:ok,${uri}` } })).toEqual({
        name: "CallError",
        status: "INVALID_ARGUMENT",
        http: 400,
        message: `A2A-Extensions: expected URIs separated by commas, found ${JSON.stringify(uri)}`,
        violations: [{ field: "A2A-Extensions", description }],
      });
    },
  );

  test("there may be 100 of them", async () => {
    const uris = Array.from({ length: 101 }, (_, index) => `urn:${index}`);
    const hundred = await contextOf({ headers: { "a2a-extensions": uris.slice(1).join() } });
    expect(hundred.extensions).toHaveLength(100);
    expect(await refusal({ headers: { "a2a-extensions": uris.join() } })).toMatchObject({
      status: "INVALID_ARGUMENT",
      message: "A2A-Extensions: expected at most 100 URIs, found 101",
    });
  });

  test("a parameter may have as many characters as the limit says", async () => {
    const headers = { "a2a-extensions": "urn:0123456789" };
    const limits = { headerBytes: 14 };
    expect((await contextOf({ headers }, { limits })).extensions).toEqual(["urn:0123456789"]);
    expect(await refusal({ headers }, { limits: { headerBytes: 13 } })).toMatchObject({
      status: "INVALID_ARGUMENT",
      message: "A2A-Extensions: expected at most 13 characters, found 14",
    });
  });

  const requiring = {
    card: {
      ...fullCard,
      capabilities: {
        ...fullCard.capabilities,
        extensions: [{ uri: "urn:a", required: true }, { uri: "urn:b" }, { uri: "urn:c", required: true }],
      },
    },
  };

  test("that the card requires must be asked for", async () => {
    const headers = { "a2a-extensions": "urn:c,urn:a" };
    expect((await contextOf({ headers }, requiring)).extensions).toEqual(["urn:c", "urn:a"]);
    expect(await refusal({ headers: { "a2a-extensions": "urn:a,urn:b" } }, requiring)).toEqual({
      name: "ExtensionSupportRequiredError",
      status: "FAILED_PRECONDITION",
      http: 400,
      message: "the agent requires the extension urn:c; declare it in A2A-Extensions",
      metadata: { extension: "urn:c", requiredExtensions: "urn:a,urn:c" },
    });
  });
});

describe("the call context", () => {
  test("tells method, binding, tenant and headers", async () => {
    let seen: CallContext | undefined;
    const { host } = createTestHost({
      getTask: async ({ id }, context) => {
        seen = context;
        return makeTask(id);
      },
    });
    const incoming = new TestCall({ headers: { "x-trace": "7" } });
    await call(host, "GetTask", { id: "t1", tenant: "blue" }, incoming);
    const context = seen as unknown as CallContext;
    expect([context.method, context.binding, context.tenant, context.header("X-Trace")]).toEqual([
      "GetTask",
      "TEST",
      "blue",
      "7",
    ]);
    await call(host, "GetTask", { id: "t1", tenant: "" });
    expect((seen as unknown as CallContext).tenant).toBeUndefined();
  });

  test("watches the client only when its signal is asked for", async () => {
    const aborted: unknown[] = [];
    const { host } = createTestHost({
      getTask: async ({ id }, context) => {
        if (id === "watching") {
          await new Promise<void>((resolve) => {
            context.signal.addEventListener("abort", () => {
              aborted.push(summary(context.signal.reason));
              resolve();
            });
          });
        }
        return makeTask(id);
      },
    });
    const idle = new TestCall();
    await call(host, "GetTask", { id: "plain" }, idle);
    expect(idle.watchers).toBe(0);
    const watched = new TestCall();
    const failing = failureOf(call(host, "GetTask", { id: "watching" }, watched));
    while (watched.watchers === 0) await Promise.resolve();
    watched.disconnect();
    const gone = { name: "CallError", status: "CANCELLED", http: 499, message: "the client has gone" };
    expect(summary(await failing)).toEqual(gone);
    expect(aborted).toEqual([gone]);
  });
});
