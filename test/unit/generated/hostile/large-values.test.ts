import { AgentCardCodec, type Part, SendMessageRequestCodec } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import type { Codec } from "../../../../packages/runtime/src/core/codec.ts";
import { DecodeError } from "../../../../packages/runtime/src/core/decode-error.ts";

const card = {
  name: "a",
  description: "b",
  version: "1",
  // A proto name, so that the whole card is respelled.
  supported_interfaces: [],
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
};

function errorOf(codec: Codec<unknown>, value: unknown): DecodeError {
  const error: unknown = (() => {
    try {
      return codec.decode(value);
    } catch (thrown) {
      return thrown;
    }
  })();
  if (error instanceof DecodeError) return error;
  throw new Error("expected a DecodeError", { cause: error });
}

function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The least time of some runs, which a busy machine disturbs least. */
function timeOf(run: () => void): number {
  const times = repeat(7, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

test("the lenient mode takes time in proportion to a card, whatever is to be mended", () => {
  const decode = (count: number): number => {
    const unknown = Object.fromEntries(repeat(count, (index) => [`x${index}`, 1]));
    return timeOf(() => {
      const skills = repeat(count, () => ({}));
      AgentCardCodec.decode({ ...card, ...unknown, skills }, { lenient: true });
    });
  };
  decode(1000);
  // Between 16, and 256 for a time that grows with the square.
  expect(decode(16_000) / decode(1000)).toBeLessThan(64);
});

test("what is mended in a respelled message is written", () => {
  const given = { ...card, skills: [{ input_modes: ["text/plain"] }], documentation_url: null };
  expect(AgentCardCodec.decode(structuredClone(given), { lenient: true })).toEqual({
    name: "a",
    description: "b",
    version: "1",
    supportedInterfaces: [],
    capabilities: {},
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [{ id: "", name: "", description: "", tags: [], inputModes: ["text/plain"] }],
  });
});

test("the search ends with the thousandth problem, except where the lenient mode mends what follows", () => {
  const skills = repeat(1000, () => ({}));
  let reads = 0;
  const after = {
    get id(): string {
      return String(++reads);
    },
    name: "b",
    description: "c",
    tags: [],
  };
  expect(AgentCardCodec.tryDecode({ ...card, skills: [...skills, after] })).toMatchObject({ ok: false });
  expect(reads).toBe(0);
  const lenient = AgentCardCodec.tryDecode({ ...card, skills: [...skills, {}] }, { lenient: true });
  expect(lenient.ok ? [lenient.warnings.length, lenient.value.skills.at(-1)] : []).toEqual([
    1001,
    { id: "", name: "", description: "", tags: [] },
  ]);
});

test("a thousand problems below a long key have short paths and a short message", () => {
  const key = "k".repeat(1_000_000);
  const params = { [key]: repeat(1000, () => "\ud800") };
  const { issues, message } = errorOf(AgentCardCodec, {
    ...card,
    capabilities: { extensions: [{ params }] },
  });
  expect(issues.length).toBe(1001);
  expect(issues.at(-1)).toEqual({
    code: "too-many",
    path: "",
    segments: [],
    message: "stopped after 1000 problems; there may be more",
  });
  // The first one is the empty list of interfaces.
  expect(issues[1]).toMatchObject({
    path: `capabilities.extensions[0].params["${"k".repeat(200)}..."][0]`,
    segments: ["capabilities", "extensions", 0, "params", key, 0],
  });
  expect(message.length).toBeLessThan(3000);
});

test("the path of a deeply nested problem is cut", () => {
  const key = "k".repeat(200);
  let data: unknown = "\ud800";
  for (let depth = 0; depth < 50; depth++) data = { [key]: data };
  const request = { message: { messageId: "m", role: "ROLE_USER", parts: [{ data }] } };
  const { issues } = errorOf(SendMessageRequestCodec, request);
  expect(issues[0]?.path.startsWith(`message.parts[0].data["${key}"]["${key}"]`)).toBe(true);
  expect(issues[0]?.path.endsWith("...")).toBe(true);
  expect(issues[0]?.path.length).toBeLessThan(2300);
});

test("a field under both of its names is a problem beside any number of repairs", () => {
  const parts = repeat(200_000, () => ({ text: "a", filename: null }));
  const request = { message: { messageId: "m", message_id: "m", role: "ROLE_USER", parts } };
  expect(errorOf(SendMessageRequestCodec, request).issues).toEqual([
    {
      code: "duplicate",
      path: "message.messageId",
      segments: ["message", "messageId"],
      message: "set twice, as messageId and message_id",
    },
  ]);
});

test("a value that contains itself is refused, and no check runs on for ever", () => {
  const knot: Record<string, unknown> = {};
  knot["one"] = knot;
  knot["two"] = [knot, knot];
  const request = { message: { messageId: "m", role: "ROLE_USER", parts: [{ data: knot } as Part] } };
  expect(SendMessageRequestCodec.is(request)).toBe(false);
  for (const lenient of [false, true]) {
    const result = SendMessageRequestCodec.tryDecode(request, { lenient });
    expect(result).toMatchObject({
      ok: false,
      issues: [
        {
          path: 'message.parts[0].data["one"]',
          message: "expected a tree, got a value that contains itself",
        },
        { path: 'message.parts[0].data["two"][0]' },
        { path: 'message.parts[0].data["two"][1]' },
      ],
    });
  }
  expect(() => SendMessageRequestCodec.copy(request)).toThrow("expected a tree");
  const message: Record<string, unknown> = { messageId: "m", role: "ROLE_USER" };
  message["parts"] = [message];
  expect(errorOf(SendMessageRequestCodec, { message }).issues[0]?.path).toBe("message.parts[0].parts");
});
