import { AgentCardCodec } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { migrate } from "./migrate.ts";

const url = "https://agent.example.com/";
const common = {
  name: "a",
  description: "b",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const older = { ...common, url };
const newer = {
  ...common,
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};
const filledIn = (path: string) => ({ path, message: "is required but missing; filled in" });

describe("a card with an address and neither protocolVersion nor supportedInterfaces", () => {
  test("is one of 0.3, whatever is wanted", () => {
    const unsaid = filledIn("protocolVersion");
    expect(migrate(older, "1.0")).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: newer,
      notes: [unsaid],
    });
    expect(migrate(older, "draft")).toMatchObject({
      kind: "changed",
      from: "a2a-0.3",
      value: { url, protocolVersion: "1.0", supportedInterfaces: [{ url, protocolBinding: "JSONRPC" }] },
    });
    expect(migrate(older, "0.3")).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: { ...older, protocolVersion: "0.3.0" },
      notes: [unsaid],
    });
  });

  test("may lack whatever a client can do without", () => {
    const { capabilities: _1, defaultInputModes: _2, defaultOutputModes: _3, ...rest } = older;
    const result = migrate({ ...rest, skills: [{ id: "s", name: "S", description: "d" }] }, "1.0");
    expect(result).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: {
        ...newer,
        skills: [{ id: "s", name: "S", description: "d", tags: [""] }],
      },
      notes: [
        ...[
          "skills[0].tags",
          "protocolVersion",
          "capabilities",
          "defaultInputModes",
          "defaultOutputModes",
        ].map(filledIn),
        ...["defaultInputModes", "defaultOutputModes", "skills[0].tags"].map((path) => ({
          path,
          message: 'an element is required, and "" stands in',
        })),
        { path: "skills[0].tags", message: "is empty; write it", todo: true },
        ...["defaultInputModes[0]", "defaultOutputModes[0]"].map((path) => ({
          path,
          message: '"" is now "text/plain"',
        })),
      ],
    });
  });

  test("is not guessed from a few names that other files have, too", () => {
    const manifest = { name: "a", description: "b", version: "1", url };
    expect(migrate(manifest, "1.0").kind).toBe("unknown");
    expect(migrate(manifest, "1.0", { typeName: "AgentCard" }).kind).toBe("changed");
  });
});

test("the form of a card counts more than the version that it says", () => {
  const mixed = { ...older, protocolVersion: "1.0" };
  expect(migrate(mixed, "1.0")).toEqual({ kind: "changed", from: "a2a-0.3", value: newer, notes: [] });
  expect(migrate(mixed, "draft")).toMatchObject({ kind: "changed", from: "a2a-0.3" });
});

describe("a card of the wanted version", () => {
  test("stays as it is", () => {
    const other = { url, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" };
    const both = { ...newer, supportedInterfaces: [...newer.supportedInterfaces, other] };
    expect(migrate(both, "1.0")).toEqual({ kind: "same" });
  });

  test("that lacks something is filled in, and then stays as it is", () => {
    const { capabilities: _capabilities, ...rest } = newer;
    const unsaid = { url, protocolBinding: "JSONRPC" };
    const result = migrate({ ...rest, supportedInterfaces: [unsaid] }, "1.0");
    expect(result).toEqual({
      kind: "changed",
      from: "a2a-1.0",
      value: newer,
      notes: [filledIn("supportedInterfaces[0].protocolVersion"), filledIn("capabilities")],
    });
    expect(migrate(newer, "1.0")).toEqual({ kind: "same" });
  });

  test("that has no address is not taken for a good one", () => {
    expect(migrate(common, "1.0").kind).toBe("unknown");
  });
});

test("a card of the draft that says no version has the draft's own", () => {
  const { protocolVersion: _said, ...interfaceOf } = newer.supportedInterfaces[0] ?? {};
  const draft = { ...common, supportedInterfaces: [interfaceOf] };
  expect(migrate(draft, "draft")).toMatchObject({
    kind: "changed",
    value: { ...draft, protocolVersion: "1.0" },
  });
});

test("a migrated card says the version that it was migrated to, and media types", () => {
  const old = {
    ...older,
    protocolVersion: "0.3.0",
    defaultInputModes: ["text", "image/png"],
    defaultOutputModes: ["data", "file", "task-status"],
    skills: [{ id: "s", name: "S", description: "d", tags: ["t"], inputModes: ["text"] }],
  };
  expect(migrate(old, "1.0")).toEqual({
    kind: "changed",
    from: "a2a-0.3",
    value: {
      ...newer,
      defaultInputModes: ["text/plain", "image/png"],
      defaultOutputModes: ["application/json", "file", "task-status"],
      skills: [{ id: "s", name: "S", description: "d", tags: ["t"], inputModes: ["text/plain"] }],
    },
    notes: [
      { path: "skills[0].inputModes[0]", message: '"text" is now "text/plain"' },
      { path: "defaultInputModes[0]", message: '"text" is now "text/plain"' },
      { path: "defaultOutputModes[0]", message: '"data" is now "application/json"' },
      {
        path: "defaultOutputModes[1]",
        message: 'expected a media type, found "file"; write those of the files, "image/png", or "*/*"',
        todo: true,
      },
      {
        path: "defaultOutputModes[2]",
        message: 'expected a media type, found "task-status"; write one, or remove it',
        todo: true,
      },
    ],
  });
  expect(migrate(newer, "0.3")).toMatchObject({ value: { protocolVersion: "0.3.0" } });
});

describe("what a card lacks is told each time, for somebody has to write it", () => {
  const empty = (path: string) => ({ path, message: "is empty; write it", todo: true });
  const way = { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" };

  test.each([
    {
      name: "an address",
      card: { supportedInterfaces: [{ ...way, url: "" }] },
      want: "supportedInterfaces[0].url",
    },
    {
      name: "a binding",
      card: { supportedInterfaces: [way, { ...way, protocolBinding: "" }] },
      want: "supportedInterfaces[1].protocolBinding",
    },
    { name: "a version", card: { version: "" }, want: "version" },
    {
      name: "tags",
      card: { skills: [{ id: "s", name: "S", description: "d", tags: [""] }] },
      want: "skills[0].tags",
    },
  ])("$name", ({ card, want }) => {
    expect(migrate({ ...newer, ...card }, "1.0")).toEqual({ kind: "same", notes: [empty(want)] });
  });

  test("a mode that is no media type", () => {
    const message = 'expected a media type, found "task-status"; write one, or remove it';
    const note = { path: "defaultOutputModes[0]", message, todo: true };
    const card = { ...newer, defaultOutputModes: ["task-status"] };
    expect(migrate(card, "1.0")).toEqual({ kind: "same", notes: [note] });
    expect(
      migrate({ ...older, protocolVersion: "0.3.0", defaultOutputModes: ["task-status"] }, "1.0"),
    ).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: card,
      notes: [note],
    });
  });
});

describe("interfaces as people write them", () => {
  test("bindings get their usual spelling; those of other bindings stay", () => {
    const card = {
      ...older,
      protocolVersion: "0.3.0",
      preferredTransport: "jsonrpc",
      additionalInterfaces: [
        { url: "https://a.example/rest", transport: "http+json" },
        { url: "wss://a.example", transport: "websocket" },
      ],
    };
    expect(migrate(card, "1.0")).toMatchObject({
      value: {
        supportedInterfaces: [
          { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
          { url: "https://a.example/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
          { url: "wss://a.example", protocolBinding: "websocket", protocolVersion: "1.0" },
        ],
      },
    });
  });

  test("the name of the binding may be that of 0.3", () => {
    const card = { ...newer, supportedInterfaces: [{ url, transport: "JSONRPC" }] };
    expect(migrate(card, "1.0")).toMatchObject({ kind: "changed", value: newer });
  });

  test("a card without an address of its own has those of its other interfaces", () => {
    const { url: _, ...rest } = older;
    const card = { ...rest, additionalInterfaces: [{ url: "https://a.example/r", transport: "HTTP+JSON" }] };
    expect(migrate(card, "1.0")).toMatchObject({
      value: {
        supportedInterfaces: [
          { url: "https://a.example/r", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
        ],
      },
    });
  });
});

describe("a card whose bindings have other names", () => {
  const bindingsOf = (names: readonly string[]): unknown => {
    const additionalInterfaces = names.map((transport, at) => ({ url: `${url}${at}`, transport }));
    const card = { ...older, protocolVersion: "0.3.0", preferredTransport: names[0], additionalInterfaces };
    const result = migrate(card, "1.0");
    if (result.kind !== "changed") return result.kind;
    const { supportedInterfaces } = result.value as typeof newer;
    return [supportedInterfaces.map(({ protocolBinding }) => protocolBinding), result.notes];
  };

  test("gets those of the specification, with a note for more than letters", () => {
    const note = (at: number, name: string) => ({
      path: `supportedInterfaces[${at}].protocolBinding`,
      message: `"${name}" is now "HTTP+JSON"`,
    });
    expect(bindingsOf(["REST"])).toEqual([
      ["HTTP+JSON", "HTTP+JSON"],
      [note(0, "REST"), note(1, "REST")],
    ]);
    expect(bindingsOf(["grpc", "JSON-RPC", "HTTP_JSON", "http+json", "https://example.com/REST"])).toEqual([
      ["GRPC", "GRPC", "JSONRPC", "HTTP+JSON", "HTTP+JSON", "https://example.com/REST"],
      [
        { path: "supportedInterfaces[2].protocolBinding", message: '"JSON-RPC" is now "JSONRPC"' },
        note(3, "HTTP_JSON"),
      ],
    ]);
  });
});

test.each([
  ["1.0", newer],
  ["1.0", { ...older, protocolVersion: "0.3.0" }],
])(
  "a card for %s with lists that are missing and may not be empty is valid, with what is to be written",
  (to, card) => {
    const { defaultInputModes: _, ...rest } = card;
    const given = { ...rest, skills: [{ id: "s", name: "S", description: "d" }] };
    const result = migrate(given, to);
    if (result.kind !== "changed") throw new TypeError(result.kind);
    expect(AgentCardCodec.tryDecode(structuredClone(result.value)).ok).toBe(true);
    expect(result.value).toMatchObject({ defaultInputModes: ["text/plain"], skills: [{ tags: [""] }] });
    expect(result.notes).toContainEqual({
      path: "skills[0].tags",
      message: "is empty; write it",
      todo: true,
    });
  },
);
