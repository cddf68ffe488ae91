import { describe, expect, test, vi } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/index.ts";
import { createHttpHandler, type HttpHandlerOptions } from "../../../../packages/runtime/src/server/index.ts";
import { createTestHost } from "../host/agent.ts";

function start(options: HttpHandlerOptions = {}) {
  const reported: unknown[] = [];
  const { host } = createTestHost({}, { onError: (error) => reported.push(error) });
  const handle = toFetchHandler(createHttpHandler(host, { names: ["agent.example"], ...options }));
  const get = async (path: string, init: RequestInit = {}): Promise<readonly [number, string]> => {
    const response = await handle(new Request(`https://10.0.0.1${path}`, init));
    return [response.status, await response.text()];
  };
  return { host, get, reported };
}

describe("health", () => {
  test("is told at two paths, under every name of the server, and never cached", async () => {
    const { get, host } = start();
    expect(await get("/healthz")).toEqual([200, '{"status":"alive"}']);
    expect(await get("/readyz")).toEqual([200, '{"status":"ready"}']);
    expect(await get("/readyz?verbose", { method: "HEAD" })).toEqual([200, ""]);
    const handle = toFetchHandler(createHttpHandler(host, { names: ["agent.example"] }));
    const response = await handle(new Request("https://rebound.example/readyz"));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect((await get("/readyz", { method: "POST" }))[0]).toBe(404);
  });

  test("is draining once the host closes, and alive until the process ends", async () => {
    const { get, host } = start();
    await host.close();
    expect(await get("/readyz")).toEqual([503, '{"status":"draining"}']);
    expect(await get("/healthz")).toEqual([200, '{"status":"alive"}']);
  });

  test("follows what the server needs, with one look a second, and tells the host once", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    try {
      let isThere = true;
      let looks = 0;
      const { get, reported } = start({
        health: {
          async check() {
            looks++;
            if (!isThere) throw new Error("no database");
          },
        },
      });
      await Promise.all(Array.from({ length: 20 }, () => get("/readyz")));
      expect(looks).toBe(1);
      isThere = false;
      for (let second = 0; second < 2; second++) {
        vi.advanceTimersByTime(1000);
        expect(await get("/readyz")).toEqual([503, '{"status":"not ready"}']);
      }
      expect(reported).toEqual([new Error("no database")]);
      isThere = true;
      vi.advanceTimersByTime(1000);
      expect(await get("/readyz")).toEqual([200, '{"status":"ready"}']);
      expect(looks).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is looked at again when the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    try {
      let looks = 0;
      const { get } = start({ health: { check: () => void looks++ } });
      await get("/readyz");
      vi.setSystemTime(Date.now() - 7_200_000);
      vi.advanceTimersByTime(1000);
      await get("/readyz");
      expect(looks).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, HttpHandlerOptions["health"], string, number]>([
    ["off", false, "/readyz", 404],
    ["elsewhere", { ready: "/up" }, "/up", 200],
    ["false", { check: () => false }, "/readyz", 503],
    ["slow", { check: () => new Promise(() => undefined), checkMs: 1 }, "/readyz", 503],
  ])("may be %s", async (_, health, path, want) => {
    const { get } = start({ ...(health !== undefined && { health }) });
    expect((await get(path))[0]).toBe(want);
  });

  test("is left to the application where handlers follow", async () => {
    expect((await start({ passOn: true }).get("/healthz"))[1]).toContain("this path is not served");
    expect((await start({ passOn: true, health: true }).get("/healthz"))[0]).toBe(200);
  });
});
