import { describe, expect, test } from "vitest";
import {
  type CallCounter,
  type CallRate,
  limitCalls,
  type RateLimit,
  type RateLimitOptions,
} from "../../../../../packages/runtime/src/host/index.ts";

const ada = { id: "ada" };
const rate: CallRate = { calls: 3, perSeconds: 60 };

function from(address: string): Parameters<RateLimit["enter"]>[0] {
  return { peer: { address, port: 1 }, header: () => undefined };
}

function start(options: Partial<RateLimitOptions> = {}): {
  readonly limit: RateLimit;
  readonly reported: unknown[];
  /** "ok", or the status of the error, of a call by a known caller. */
  readonly call: (address: string, principal?: { readonly id: string }) => Promise<string>;
} {
  const reported: unknown[] = [];
  const limit = limitCalls({ ...rate, now: () => 1000, ...options });
  return {
    limit,
    reported,
    call: async (address, principal) => {
      try {
        await limit.settle(limit.enter(from(address)), principal, (error) => reported.push(error));
        return "ok";
      } catch (error) {
        return (error as { status: string }).status;
      }
    },
  };
}

async function times(count: number, call: () => Promise<string>): Promise<readonly string[]> {
  const answers: string[] = [];
  for (let index = 0; index < count; index++) answers.push(await call());
  return answers;
}

const spent = ["ok", "ok", "ok", "RESOURCE_EXHAUSTED"];

describe("in memory", () => {
  test("a caller has its calls wherever it calls from, and an address takes none of them", async () => {
    const { call } = start();
    const addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3"];
    expect(await times(4, () => call(addresses.shift() ?? "", ada))).toEqual(spent);
    expect(await times(4, () => call("192.0.2.1", { id: "bob" }))).toEqual(spent);
    expect(await times(4, () => call("192.0.2.1"))).toEqual(spent);
  });

  test("callers that are not known share the calls of their address, or of its /64", async () => {
    const { call } = start();
    const addresses = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:9::", "2001:db8::1"];
    expect(await times(4, () => call(addresses.shift() ?? ""))).toEqual(spent);
    expect(await call("2001:db8:0:1::1")).toBe("ok");
  });

  test("credentials that are tried at once count before they are checked", () => {
    const { limit } = start();
    for (let index = 0; index < 3; index++) limit.enter(from("192.0.2.1"));
    expect(() => limit.enter(from("192.0.2.1"))).toThrow(
      expect.objectContaining({
        status: "RESOURCE_EXHAUSTED",
        http: 429,
        message: "too many calls: the limit is 3 in 60 s",
        metadata: { calls: "3", perSeconds: "60" },
        retryAfterMs: 20_000,
      }),
    );
  });

  test("an address whose guesses used up its calls is refused whatever credentials come next", async () => {
    const { call } = start({ addressCalls: 2 });
    expect(await times(3, () => call("192.0.2.1"))).toEqual(["ok", "ok", "RESOURCE_EXHAUSTED"]);
    expect(await call("192.0.2.1", ada)).toBe("RESOURCE_EXHAUSTED");
    expect(await call("192.0.2.2", ada)).toBe("ok");
  });

  test.each([
    [{ calls: 0 }, "limitCalls: calls: expected a number above 0, found 0"],
    [{ calls: Number.NaN }, "limitCalls: calls: expected a number above 0, found NaN"],
    [{ perSeconds: -1 }, "limitCalls: perSeconds: expected a number above 0, found -1"],
    [{ keys: Number.POSITIVE_INFINITY }, "limitCalls: keys: expected a number above 0, found Infinity"],
  ])("refuses %j", (options, message) => {
    expect(() => limitCalls({ ...rate, ...options })).toThrow(message);
  });
});

describe("with a counter", () => {
  /** Counts what it was asked for, and answers as the test says. */
  function countAs(answer: () => Promise<number>): CallCounter & { readonly keys: string[] } {
    const keys: string[] = [];
    return {
      keys,
      take(key, asked) {
        expect(asked).toEqual(rate);
        keys.push(key);
        return answer();
      },
    };
  }

  test("asks it once a call: for the caller, or else for the address", async () => {
    const counter = countAs(async () => 0);
    const { call } = start({ counter });
    expect([await call("192.0.2.1", ada), await call("2001:db8::1")]).toEqual(["ok", "ok"]);
    expect(counter.keys).toEqual(["caller:ada", "address:2001:db8:0:0::/64"]);
  });

  test("what it refused is refused without it, until its time", async () => {
    let time = 0;
    let wait = 5000;
    const counter = countAs(async () => wait);
    const { call } = start({ counter, now: () => time });
    expect(await call("192.0.2.1", ada)).toBe("RESOURCE_EXHAUSTED");
    expect(await call("192.0.2.1")).toBe("RESOURCE_EXHAUSTED");
    wait = 0;
    time = 4900;
    expect(await call("192.0.2.1", ada)).toBe("RESOURCE_EXHAUSTED");
    expect(await call("192.0.2.1")).toBe("RESOURCE_EXHAUSTED");
    expect(counter.keys).toHaveLength(2);
    time = 5000;
    expect(await call("192.0.2.2", ada)).toBe("ok");
    expect(await call("192.0.2.1")).toBe("ok");
    expect(counter.keys).toHaveLength(4);
  });

  test("refuses calls while it fails, and says so to onError", async () => {
    const away = new Error("away");
    const { call, reported } = start({ counter: countAs(() => Promise.reject(away)) });
    expect([await call("192.0.2.1", ada), await call("192.0.2.1")]).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);
    expect(reported).toEqual([away, away]);
  });

  test("or admits as many as the process counts", async () => {
    const counter = countAs(() => Promise.reject(new Error("away")));
    const { call, reported } = start({ counter, withoutCounter: "admit" });
    expect(await times(4, () => call("192.0.2.1", ada))).toEqual(spent);
    expect(await times(4, () => call("192.0.2.1"))).toEqual(spent);
    expect(reported).toHaveLength(6);
  });

  test("waits for it only so long", async () => {
    const { call, reported } = start({ counter: countAs(() => new Promise(() => undefined)), counterMs: 5 });
    expect(await call("192.0.2.1", ada)).toBe("UNAVAILABLE");
    expect(reported).toEqual([new Error("expected the counter of calls to answer in 5 ms")]);
  });
});
