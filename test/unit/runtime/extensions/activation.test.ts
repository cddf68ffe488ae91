import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { CallError, type CallOptions } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../shared/bindings/outcome.ts";
import { bare, Compliance, Geolocation } from "./definitions.ts";
import { type AgentInit, answer, type BindingName, bindingNames, say, startAgent } from "./start-agent.ts";

const a = "https://example.com/ext/a/v1";
const b = "https://example.com/ext/b/v1";
const c = "https://example.com/ext/c/v1";

/** What a call came to, and what the client was told to be active. */
interface Told {
  readonly active: readonly (readonly string[])[];
  readonly result: unknown;
}

async function send(
  init: AgentInit,
  binding: BindingName,
  { extensions = [], text = "hello" }: { readonly extensions?: readonly string[]; readonly text?: string },
): Promise<Told> {
  const { client } = await (await startAgent(init)).connect(binding, { extensions: requiredOf(init) });
  const active: (readonly string[])[] = [];
  const options: CallOptions = { extensions, onActivated: (uris) => active.push(uris) };
  try {
    return { active, result: await client.sendMessage(say(text), options) };
  } catch (error) {
    return { active, result: outcomeOf(error) };
  }
}

/** A client has to name these, or it refuses the card. */
function requiredOf({ declared = [] }: AgentInit): readonly string[] {
  return declared.flatMap(({ uri, required }) => (required === true && uri !== undefined ? [uri] : []));
}

const reported = (activated: string[], extensions: string[]): unknown => ({
  message: answer({ activated, extensions }),
});

const three: readonly ExtensionSupport[] = [
  { extension: bare(a, { [b]: "required" }) },
  { extension: bare(b) },
  { extension: bare(c, { [b]: "optional" }) },
];

describe.each(bindingNames)("over %s", (binding) => {
  test("nothing is active that was not asked for", async () => {
    expect(await send({ extensions: three }, binding, {})).toEqual({
      active: [[]],
      result: reported([], []),
    });
  });

  test("what is asked for is active, what it needs first, and the answer names it", async () => {
    expect(await send({ extensions: three }, binding, { extensions: [a, b] })).toEqual({
      active: [[a, b]],
      result: reported([b, a], [a, b]),
    });
  });

  test("what needs something that was not asked for is not active", async () => {
    expect(await send({ extensions: three }, binding, { extensions: [a, c] })).toEqual({
      active: [[c]],
      result: reported([c], [a, c]),
    });
  });

  test("what is unknown, or another version, is ignored", async () => {
    const asked = ["https://example.com/ext/b/v2", "https://example.com/ext/b", `${b}0`, "urn:x:y", b];
    expect(await send({ extensions: three }, binding, { extensions: asked })).toEqual({
      active: [[b]],
      result: reported([b], asked),
    });
  });

  test("what is data only is never active, and does no harm", async () => {
    const init: AgentInit = {
      extensions: [{ extension: Compliance }, { extension: bare(a, { [Compliance.uri]: "required" }) }],
      declared: [Compliance.declare({ params: { region: "EU" } }), { uri: a }],
    };
    expect(await send(init, binding, { extensions: [Compliance.uri, a] })).toEqual({
      active: [[a]],
      result: reported([a], [Compliance.uri, a]),
    });
  });

  test("a stream names what is active before its first event, also when it breaks", async () => {
    const { client } = await (await startAgent({ extensions: three })).connect(binding);
    for (const text of ["hello", "break"]) {
      const told: unknown[] = [];
      const run = async (): Promise<void> => {
        for await (const event of client.sendStreamingMessage(say(text), {
          extensions: [b],
          onActivated: (uris) => told.push(uris),
        })) {
          told.push(event.message?.parts);
        }
      };
      await run().catch((error: unknown) => told.push(outcomeOf(error).message));
      expect(told.slice(0, 2)).toEqual([[b], [{ data: { activated: [b] } }]]);
      expect(told.slice(2)).toEqual(text === "break" ? ["broken off"] : []);
    }
  });

  test("errors that come after activation name what is active", async () => {
    expect(await send({ extensions: three }, binding, { extensions: [b], text: "fail" })).toMatchObject({
      active: [[b]],
      result: { message: "nothing is there" },
    });
    expect(await send({ extensions: three }, binding, { extensions: [b], text: "crash" })).toMatchObject({
      active: [[b]],
      result: { message: "internal error" },
    });
    const { client } = await (await startAgent({ extensions: three })).connect(binding);
    const active: unknown[] = [];
    const stream = client.sendStreamingMessage(say("fail"), {
      extensions: [b],
      onActivated: (uris) => active.push(uris),
    });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow("nothing is there");
    expect(active).toEqual([[b]]);
  });

  test("errors that come before name nothing", async () => {
    const init: AgentInit = { extensions: three, options: { authorize: () => false } };
    const { active, result } = await send(init, binding, { extensions: [b] });
    expect(active.flat()).toEqual([]);
    expect(result).toMatchObject({ message: "the caller may not call SendMessage" });
  });

  test("a policy decides for each caller, and what depends on it goes with it", async () => {
    const extensions: readonly ExtensionSupport[] = [
      { extension: bare(a, { [b]: "required" }) },
      { extension: bare(b), activate: async (context) => context.header("x-caller") === "alice" },
      { extension: bare(c), activate: () => "yes" as unknown as boolean },
    ];
    const agent = await startAgent({ extensions });
    const { client } = await agent.connect(binding);
    const ask = async (caller: string): Promise<unknown> => {
      const { message } = await client.sendMessage(say("hello"), {
        extensions: [a, b, c],
        headers: { "x-caller": caller },
      });
      return message?.parts;
    };
    expect(await ask("alice")).toEqual([{ data: { activated: [b, a], extensions: [a, b, c] } }]);
    expect(await ask("bob")).toEqual([{ data: { activated: [], extensions: [a, b, c] } }]);
  });

  test("a policy that throws fails the call; its error is told only where it is one for clients", async () => {
    const failing = (error: unknown): AgentInit => ({
      extensions: [
        {
          extension: bare(a),
          activate: () => {
            throw error;
          },
        },
      ],
    });
    const refusal = new CallError("PERMISSION_DENIED", "not for you");
    expect(await send(failing(refusal), binding, { extensions: [a] })).toMatchObject({
      result: { message: "not for you" },
    });
    expect(await send(failing(new TypeError("a secret")), binding, { extensions: [a] })).toMatchObject({
      result: { message: "internal error" },
    });
    expect(await send(failing(refusal), binding, {})).toEqual({ active: [[]], result: reported([], []) });
  });

  test("a policy that never answers ends with the call", async () => {
    const agent = await startAgent({
      extensions: [{ extension: bare(a), activate: () => new Promise<boolean>(() => undefined) }],
      options: { limits: { callMs: 50 } },
    });
    const { client } = await agent.connect(binding);
    await expect(client.sendMessage(say("hello"), { extensions: [a] })).rejects.toThrow(
      "the call took longer than the server allows",
    );
    // Nothing of it is left that a closing server would wait for.
    await agent.host.close({ graceMs: 5000 });
  });

  test("a required extension must be asked for, and be active", async () => {
    const declared = [{ uri: a, required: true }, { uri: b }, { uri: c }];
    const init: AgentInit = { extensions: three, declared };
    expect(await send(init, binding, { extensions: [b] })).toEqual({
      active: [[a, b]],
      result: reported([b, a], [a, b]),
    });
    expect(await send(init, binding, {})).toEqual({
      active: expect.anything() as unknown,
      result: {
        kind: "error",
        reason: "EXTENSION_SUPPORT_REQUIRED",
        message: `the extension ${a} was not activated for this call, which needs ${b} to be active as well; declare it in A2A-Extensions`,
        metadata: { extension: a, requiredExtensions: a },
        violations: [],
      },
    });
    const refused: AgentInit = {
      extensions: [{ extension: bare(a), activate: () => false }],
      declared: [{ uri: a, required: true }],
    };
    expect(await send(refused, binding, {})).toMatchObject({
      result: {
        reason: "EXTENSION_SUPPORT_REQUIRED",
        message: `the extension ${a} was not activated for this call; declare it in A2A-Extensions`,
      },
    });
  });

  test("another version does not stand in for a required one, and is not repeated", async () => {
    const agent = await startAgent({
      extensions: [{ extension: bare(a) }],
      declared: [{ uri: a, required: true }],
    });
    // The card as it is without the requirement, so that the client itself does not refuse.
    const card = agent.card(binding);
    const { client } = await connect(
      A2AService,
      { ...card, capabilities: {} },
      {
        bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })],
      },
    );
    for (const other of ["https://example.com/ext/a/v2", "https://example.com/ext/a/2026-01-01"]) {
      await expect(client.sendMessage(say("hello"), { extensions: [other] })).rejects.toMatchObject({
        reason: "EXTENSION_SUPPORT_REQUIRED",
        message: `the agent requires the extension ${a}; declare it in A2A-Extensions, since another version does not stand in for it (A2A extensions, "Versioning"; specification 4.6.3)`,
      });
    }
    await expect(
      client.sendMessage(say("hello"), { extensions: ["https://example.com/ext/b/v1"] }),
    ).rejects.toMatchObject({
      message: `the agent requires the extension ${a}; declare it in A2A-Extensions`,
    });
  });

  test("calls at one time do not share what is active", async () => {
    const extensions = three.map((support) => ({
      ...support,
      activate: async () => {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        return true;
      },
    }));
    const { client } = await (await startAgent({ extensions })).connect(binding);
    const sets = [[], [b], [a, b], [c], [c, b], [a, b, c], [a]];
    const asked = Array.from({ length: 10 }, () => sets).flat();
    const answers = await Promise.all(
      asked.map(async (uris) => {
        const { message } = await client.sendMessage(say("hello"), { extensions: uris });
        return message?.parts[0]?.data;
      }),
    );
    expect(answers).toEqual(
      asked.map((uris) => ({
        extensions: uris,
        activated: [b, a, c].filter((uri) => uris.includes(uri) && (uri !== a || uris.includes(b))),
      })),
    );
  });
});

test("without a card, the definition says what is required", async () => {
  const { card: _card, ...terms } = { card: undefined, ...Geolocation };
  const agent = await startAgent({
    extensions: [{ extension: { ...terms, required: true } }],
    declared: [],
    options: { card: undefined as never },
  });
  const { client } = await agent.connect("JSONRPC");
  await expect(client.sendMessage(say("hello"))).rejects.toThrow(
    `the agent requires the extension ${Geolocation.uri}; declare it in A2A-Extensions`,
  );
  const { message } = await client.sendMessage(say("hello"), { extensions: [Geolocation.uri] });
  expect(message?.parts[0]?.data).toMatchObject({ activated: [Geolocation.uri] });
});
