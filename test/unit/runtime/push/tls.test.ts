import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { receiver, start } from "../../../shared/push/opened.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";

/** Made for these tests, valid for a hundred years; the key of the authority is gone. */
function read(name: string): string {
  return readFileSync(join(import.meta.dirname, "tls", name), "utf8");
}

const ca = read("authority.pem");
const hooks = { key: read("hooks.key"), cert: read("hooks.pem") };
const other = { key: read("other.key"), cert: read("other.pem") };
const { networks, lookup } = local;
const secure = { networks, lookup, limits: { ...local.limits, attempts: 2 } };

async function failure(tls: typeof hooks, options: Parameters<typeof start>[0]): Promise<string> {
  const hook = await receiver(undefined, { tls });
  const { source, set } = start(options);
  await source.begin("t-1");
  await set({ id: "c", taskId: "t-1", url: `https://hooks.example.com:${hook.port}/` });
  await source.complete("t-1");
  const [text = ""] = await source.failures(1);
  expect(hook.received).toEqual([]);
  return text.slice(text.indexOf("given up: ") + 10);
}

describe("over https", () => {
  test("a notification arrives at the host that its certificate names", async () => {
    const hook = await receiver(undefined, { tls: hooks });
    const { source, set } = start({ ...secure, tls: { ca } });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `https://hooks.example.com.:${hook.port}/`, token: "t" });
    await source.artifact("t-1", "one");
    await source.complete("t-1");
    expect(toldOf(await hook.count(2))).toEqual(["one", "TASK_STATE_COMPLETED"]);
    expect(hook.connections()).toBe(1);
    expect(source.errors).toEqual([]);
  });

  test("a notification whose kept connection was closed arrives over a new one, which trusts the same", async () => {
    const hook = await receiver(
      (response, { socket, index }) => {
        if (index === 1) socket.destroy();
        else response.end();
      },
      { tls: hooks },
    );
    const { source, set } = start({ ...secure, tls: { ca }, limits: { ...local.limits, attempts: 1 } });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `https://hooks.example.com:${hook.port}/` });
    await source.artifact("t-1", "one");
    await source.complete("t-1");
    expect(toldOf(await hook.count(3))).toEqual(["one", "TASK_STATE_COMPLETED", "TASK_STATE_COMPLETED"]);
    expect(source.errors).toEqual([]);
  });

  test("a certificate of another host is refused", async () => {
    expect(await failure(other, { ...secure, tls: { ca } })).toBe(
      "no connection, or a broken one: ERR_TLS_CERT_ALTNAME_INVALID",
    );
  });

  test("a certificate of an unknown authority is refused", async () => {
    expect(await failure(hooks, secure)).toBe(
      "no connection, or a broken one: UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    );
  });

  test("a receiver without encryption gets nothing", async () => {
    const hook = await receiver();
    const { source, set } = start(secure);
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `https://hooks.example.com:${hook.port}/` });
    await source.complete("t-1");
    expect((await source.failures(1))[0]).toMatch(/no connection, or a broken one: [A-Z_]+$/);
    expect(hook.received).toEqual([]);
  });

  test("a redirect does not give up the encryption", async () => {
    const plain = await receiver();
    const hook = await receiver(
      (response) => void response.writeHead(307, { location: `${plain.origin}/` }).end(),
      { tls: hooks },
    );
    const { source, set } = start({ ...secure, http: true, tls: { ca } });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `https://hooks.example.com:${hook.port}/` });
    await source.complete("t-1");
    expect((await source.failures(1))[0]).toMatch(/the webhook answered 307, which gives up the encryption$/);
    expect(plain.received).toEqual([]);
  });
});
