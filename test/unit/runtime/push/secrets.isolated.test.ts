import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { freePort } from "../../../shared/free-port.ts";
import { receiver, start } from "../../../shared/push/opened.ts";
import type { Answer } from "../../../shared/push/receiver.ts";
import { local } from "../../../shared/push/start-webhooks.ts";

const secret = /SECRET/;
const config = {
  id: "c",
  taskId: "t-1",
  token: "SECRET-token",
  authentication: { scheme: "Basic", credentials: "SECRET-credentials" },
};

const written: string[] = [];
for (const name of ["log", "info", "warn", "error", "debug"] as const) {
  vi.spyOn(console, name).mockImplementation((...values: unknown[]) => {
    written.push(inspect(values, { depth: 20 }));
  });
}
const warnings: string[] = [];
process.on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning") warnings.push(inspect(warning));
});

describe("secrets are in no error, with all of its causes, and on no console", () => {
  const ways: readonly (readonly [name: string, answer: Answer])[] = [
    ["500", (response) => void response.writeHead(500).end("SECRET-token")],
    [
      "400 that repeats what it was sent",
      (response, { headers }) => {
        response.writeHead(400, { "x-token": String(headers["x-a2a-notification-token"]) }).end("SECRET");
      },
    ],
    ["a reason that repeats it", (response) => void response.writeHead(401, "SECRET-credentials").end()],
    [
      "a redirect",
      (response) => void response.writeHead(307, { location: "http://10.0.0.1/?SECRET#SECRET" }).end(),
    ],
    [
      "a redirect with a user",
      (response) => {
        response.writeHead(307, { location: "http://SECRET:SECRET@hooks.example.com/" }).end();
      },
    ],
    ["a broken answer", (_, { socket }) => void socket.end("HTTP/1.1 SECRET\r\n\r\n")],
    ["no answer at all", (_, { socket }) => void socket.destroy()],
    ["no answer in time", () => undefined],
  ];

  test.each(ways)("%s", async (_, answer) => {
    const hook = await receiver(answer);
    const { source, set } = start({ ...local, limits: { ...local.limits, attempts: 2, attemptMs: 100 } });
    await source.begin("t-1");
    await set({ ...config, url: `${hook.origin}/SECRET/hook?key=SECRET#SECRET` });
    await source.complete("t-1");
    const [text] = await source.failures(1);
    expect(text).toContain(`to ${hook.origin}: `);
    expect(inspect(source.errors, { depth: 20, showHidden: true })).not.toMatch(secret);
    expect(JSON.stringify(source.errors)).not.toMatch(secret);
  });

  test("a receiver that is down", async () => {
    const { source, set } = start({ ...local, limits: { ...local.limits, attempts: 1 } });
    await source.begin("t-1");
    await set({ ...config, url: `http://hooks.example.com:${await freePort()}/?SECRET` });
    await source.complete("t-1");
    await source.failures(1);
    expect(inspect(source.errors, { depth: 20, showHidden: true })).not.toMatch(secret);
  });

  test.each([
    "ftp://SECRET:SECRET@hooks.example.com/?SECRET",
    "https://SECRET:SECRET@hooks.example.com/",
    "https://10.0.0.1/?SECRET",
    "SECRET",
  ])("a URL that is refused: %s", async (url) => {
    const { set } = start(local);
    const refused: unknown = await set({ ...config, url }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: "INVALID_ARGUMENT", violations: [{ field: "url" }] });
    expect(inspect(refused, { depth: 20, showHidden: true })).not.toMatch(secret);
  });

  test("credentials that cannot be found", async () => {
    const { source, set } = start({
      ...local,
      credentials: () => "SECRET\n",
      limits: { ...local.limits, attempts: 1 },
    });
    await source.begin("t-1");
    await set({ ...config, url: "http://127.0.0.1:8080/", authentication: { scheme: "Bearer" } });
    await source.complete("t-1");
    const [text] = await source.failures(1);
    expect(text).toContain("given up");
    expect(inspect(source.errors, { depth: 20, showHidden: true })).not.toMatch(secret);
  });

  test("and nothing was written all the while", () => {
    expect([...written, ...warnings]).toEqual([]);
  });
});
