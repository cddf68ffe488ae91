import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createJwksSource,
  isSignatureError,
  type JwksSource,
  type JwksSourceOptions,
  signCard,
  verifyCard,
} from "../../../../packages/runtime/src/signing/index.ts";
import { createKey, setOf, signingWith, type TestKey } from "../../../shared/signing/keys.ts";
import { type AnyCard, subject } from "../../../shared/signing/subjects.ts";
import { type JwksServer, startJwksServer } from "./jwks-server.ts";

const { codec, rules, card } = subject;
const jku = "https://keys.example/jwks.json";

let first: TestKey;
let second: TestKey;
let server: JwksServer;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let clock: number;

beforeAll(async () => {
  first = await createKey("key-1");
  second = await createKey("key-2");
});

beforeEach(async () => {
  clock = 1_000_000;
  answer = answerJson(setOf(first));
  server = await startJwksServer((request, response) => answer(request, response));
});

afterEach(() => server.close());

function answerJson(body: unknown, headers: Record<string, string> = {}): typeof answer {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/jwk-set+json", ...headers });
    response.end(JSON.stringify(body));
  };
}

function createSource(options: Partial<JwksSourceOptions> = {}): JwksSource {
  return createJwksSource({
    allow: ["https://keys.example"],
    fetch: server.fetch,
    now: () => clock,
    ...options,
  });
}

function sign(key: TestKey, url: string = jku): Promise<AnyCard> {
  return signCard(card, { codec, rules, ...signingWith(key), jku: url });
}

async function verdict(given: AnyCard, jwks: JwksSource): Promise<string> {
  const { verified, failed } = await verifyCard(given, { codec, rules, jwks });
  return verified[0]?.origin ?? `${failed[0]?.reason}: ${failed[0]?.message}`;
}

async function problemOf(jwks: JwksSource, url: string = jku): Promise<string> {
  try {
    await jwks.get(url);
    return "none";
  } catch (error) {
    return isSignatureError(error) ? `${error.reason}: ${error.message}` : `unexpected ${String(error)}`;
  }
}

describe("keys by jku", () => {
  test("are fetched from an allowed URL", async () => {
    expect(await verdict(await sign(first), createSource())).toBe("jku");
    expect(server.asked).toEqual(["/jwks.json"]);
  });

  test("are not asked for when a trusted key verifies, nor without a source", async () => {
    const signed = await sign(first);
    const keys = setOf(first);
    const { verified } = await verifyCard(signed, { codec, rules, keys, jwks: createSource() });
    expect(verified[0]?.origin).toBe("keys");
    const { failed } = await verifyCard(signed, { codec, rules, keys: setOf(second) });
    expect(failed[0]?.reason).toBe("key-not-found");
    expect(server.asked).toEqual([]);
  });

  test("a real key set on loopback is refused, since it is not https", async () => {
    const source = createJwksSource({ allow: ["https://127.0.0.1", "https://keys.example"] });
    expect(await problemOf(source, `${server.origin}/jwks.json`)).toBe(
      `jku-refused: jku: expected an https URL, got "${server.origin}/jwks.json"`,
    );
    expect(() => createJwksSource({ allow: [server.origin] })).toThrow(
      new TypeError(`allow[0]: expected an https URL, got "${server.origin}"`),
    );
    expect(server.asked).toEqual([]);
  });

  const lists: { allow: string; yes: string[]; no: string[] }[] = [
    {
      allow: "https://keys.example",
      yes: ["https://keys.example", "https://keys.example/a/b?c=d", "HTTPS://KEYS.example:443/x"],
      no: [
        "https://keys.example.evil.example/",
        "https://evil.example/https://keys.example",
        "https://keys.example:444/",
        "https://keys.example@evil.example/",
        "https://user:secret@keys.example/",
        "https://keys.example/#x",
        "http://keys.example/",
        "ftp://keys.example/",
        "data:application/json,{}",
        "file:///etc/passwd",
        "//keys.example/",
        "/jwks.json",
        "keys.example",
        "",
      ],
    },
    {
      allow: "https://keys.example/agents/",
      yes: ["https://keys.example/agents/a.json", "https://keys.example/x/../agents/a.json"],
      no: [
        "https://keys.example/agents",
        "https://keys.example/agents-evil/a.json",
        "https://keys.example/agents/../a.json",
        "https://keys.example/agents/%2e%2e/a.json",
        "https://keys.example/agents/..%2fa.json",
        "https://keys.example/agents/..%5Ca.json",
        "https://keys.example/agents/..;/a.json",
        "https://keys.example/agents/%3b/../a;.json",
        "https://keys.example/agents/%252e%252e/a.json",
        "https://keys.example/agents/%25252e%25252e/a.json",
        "https://keys.example/agents/..%252fa.json",
        "https://keys.example/agents/..\\a.json",
      ],
    },
    {
      allow: "https://keys.example/jwks.json",
      yes: ["https://keys.example/jwks.json"],
      no: ["https://keys.example/jwks.json?url=https://evil.example", "https://keys.example/jwks.json/x"],
    },
  ];

  test.each(lists)("$allow allows what it names and nothing else", async ({ allow, yes, no }) => {
    for (const url of yes) expect(await problemOf(createSource({ allow: [allow] }), url)).toBe("none");
    const asked = server.asked.length;
    for (const url of no) {
      expect(await problemOf(createSource({ allow: [allow] }), url)).toMatch(/^jku-refused: jku: expected/);
    }
    expect(server.asked.length).toBe(asked);
  });

  test("an empty allow list allows nothing", async () => {
    expect(await verdict(await sign(first), createSource({ allow: [] }))).toBe(
      `jku-refused: jku: expected a URL of the allow list, got ${jku}`,
    );
  });

  const answers: { name: string; given: typeof answer; want: string }[] = [
    {
      name: "a redirect, even to an allowed URL",
      given: (request, response) => {
        if (request.url === "/jwks.json") response.writeHead(302, { location: "/other.json" }).end();
        else answerJson(setOf(first))(request, response);
      },
      want: "expected status 200, got 302",
    },
    {
      name: "an error",
      given: (_, response) => response.writeHead(500).end(),
      want: "expected status 200, got 500",
    },
    { name: "an empty answer", given: (_, response) => response.end(), want: "expected JSON in UTF-8" },
    { name: "HTML", given: (_, response) => response.end("<html>"), want: "expected JSON in UTF-8" },
    {
      name: "other bytes than UTF-8",
      given: (_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
      want: "expected JSON in UTF-8",
    },
    ...[[], null, 1, {}, { keys: {} }, { keys: [1] }, { keys: [[]] }].map((body) => ({
      name: `the JSON ${JSON.stringify(body)}`,
      given: answerJson(body),
      want: "expected a key set: an object with a list of keys",
    })),
    {
      name: "too many keys",
      given: answerJson({ keys: Array.from({ length: 101 }, () => ({ kty: "EC" })) }),
      want: "expected at most 100 keys, got 101",
    },
    {
      name: "an endless body",
      given: (_, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write(" ".repeat(65_536)));
          response.once("drain", write);
        };
        write();
      },
      want: "expected at most 262144 bytes, got more",
    },
    {
      name: "a broken connection",
      given: (request) => request.socket.destroy(),
      want: "fetch failed",
    },
  ];

  test.each(answers)("are not taken from $name", async ({ given, want }) => {
    answer = given;
    expect(await problemOf(createSource())).toBe(`key-unavailable: ${jku}: ${want}`);
    expect(server.asked).toEqual(["/jwks.json"]);
  });

  test("are not taken from a fetch that followed a redirect all the same", async () => {
    answer = answers[0]?.given ?? answer;
    const fetch: typeof server.fetch = (url, { signal }) =>
      globalThis.fetch(url.replace("https://keys.example", server.origin), { signal });
    expect(await problemOf(createSource({ fetch }))).toBe(
      `key-unavailable: ${jku}: expected status 200, got a redirect`,
    );
  });

  test.each([
    { name: "never answers", given: (): void => undefined },
    {
      name: "begins to answer and stops",
      given: (_: unknown, response: ServerResponse): void => {
        response.write('{"keys":[');
      },
    },
  ])("a server that $name is given up", async ({ given }) => {
    answer = given;
    const want = `key-unavailable: ${jku}: expected an answer within 50 ms`;
    expect(await problemOf(createSource({ timeoutMs: 50 }))).toBe(want);
    const deaf: typeof server.fetch = (url, { headers }) => server.fetch(url, { headers } as never);
    expect(await problemOf(createSource({ timeoutMs: 50, fetch: deaf }))).toBe(want);
  });
});

describe("keeping key sets", () => {
  test("one request serves many cards, also at once", async () => {
    const source = createSource();
    const signed = await sign(first);
    const all = await Promise.all(Array.from({ length: 20 }, () => verdict(signed, source)));
    expect(new Set(all)).toEqual(new Set(["jku"]));
    expect(await verdict(signed, source)).toBe("jku");
    expect(server.asked.length).toBe(1);
  });

  test("they expire, so that a key that was withdrawn ends", async () => {
    const source = createSource({ maxAgeMs: 60_000 });
    const signed = await sign(first);
    expect(await verdict(signed, source)).toBe("jku");
    answer = answerJson(setOf(second));
    clock += 59_999;
    expect(await verdict(signed, source)).toBe("jku");
    clock += 1;
    expect(await verdict(signed, source)).toMatch(/^key-not-found/);
  });

  test.each([
    { header: "max-age=10", lifetime: 10_000 },
    { header: "public, Max-Age=20", lifetime: 20_000 },
    { header: "max-age=999999", lifetime: 600_000 },
    { header: "no-store", lifetime: 0 },
    { header: "private, no-cache, max-age=60", lifetime: 0 },
    { header: "", lifetime: 600_000 },
  ])("Cache-Control $header keeps them $lifetime ms", async ({ header, lifetime }) => {
    answer = answerJson(setOf(first), header === "" ? {} : { "cache-control": header });
    const source = createSource();
    await source.get(jku);
    if (lifetime > 0) {
      clock += lifetime - 1;
      await source.get(jku);
      expect(server.asked.length).toBe(1);
      clock += 1;
    }
    await source.get(jku);
    expect(server.asked.length).toBe(2);
  });

  test("a key that is newer than what was kept is fetched, but not again and again", async () => {
    const source = createSource();
    expect(await verdict(await sign(first), source)).toBe("jku");
    answer = answerJson(setOf(first, second));
    const signed = await sign(second);
    expect(await verdict(signed, source)).toMatch(/^key-not-found/);
    clock += 30_000;
    expect(await verdict(signed, source)).toBe("jku");
    expect(server.asked.length).toBe(2);
  });

  test("failures are not kept", async () => {
    const source = createSource();
    const good = answer;
    answer = (_, response) => response.writeHead(503).end();
    expect(await problemOf(source)).toMatch(/^key-unavailable/);
    answer = good;
    expect(await problemOf(source)).toBe("none");
  });

  test("only so many are kept", async () => {
    const source = createSource({ maxEntries: 2 });
    for (const name of ["a", "b", "c", "b", "c", "a"]) await source.get(`https://keys.example/${name}`);
    expect(server.asked).toEqual(["/a", "/b", "/c", "/a"]);
  });
});
