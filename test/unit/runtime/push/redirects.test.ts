import { describe, expect, test } from "vitest";
import { receiver, start } from "../../../shared/push/opened.ts";
import type { Answer } from "../../../shared/push/receiver.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";

const secrets = {
  token: "token-secret",
  authentication: { scheme: "Bearer", credentials: "credential-secret" },
};

function redirect(status: number, location?: string): Answer {
  return (response) => void response.writeHead(status, location === undefined ? {} : { location }).end();
}

/** What becomes of a notification whose webhook answers with a redirect: the text of the error. */
async function follow(answer: Answer, options: Parameters<typeof start>[0] = local): Promise<string> {
  const hook = await receiver(answer);
  const { source, set } = start(options);
  await source.begin("t-1");
  await set({ id: "c", taskId: "t-1", url: `${hook.origin}/?query-secret`, ...secrets });
  await source.complete("t-1");
  const [text = ""] = await source.failures(1);
  expect(text).not.toContain("secret");
  return text.slice(text.indexOf("given up: ") + 10);
}

describe("a redirect", () => {
  test.each([307, 308])(
    "with %i is followed, as a POST with everything, on the same origin",
    async (status) => {
      const hook = await receiver((response, { path }) => {
        if (path === "/old") response.writeHead(status, { location: "new" }).end();
        else response.end();
      });
      const { source, set } = start();
      await source.begin("t-1");
      await set({ id: "c", taskId: "t-1", url: `${hook.origin}/old`, ...secrets });
      await source.complete("t-1");
      const [, second] = await hook.count(2);
      expect(second).toMatchObject({ method: "POST", path: "/new" });
      expect(second?.headers).toMatchObject({
        authorization: "Bearer credential-secret",
        "content-type": "application/a2a+json",
        "x-a2a-notification-token": "token-secret",
      });
      expect(toldOf(second === undefined ? [] : [second])).toEqual(["TASK_STATE_COMPLETED"]);
      expect(source.errors).toEqual([]);
    },
  );

  test("to another origin is followed without token and credentials, which stay away on the way back", async () => {
    const hook = await receiver((response, { path }) => {
      if (path === "/") response.writeHead(307, { location: `${away.origin}/` }).end();
      else response.end();
    });
    const away = await receiver((response) => {
      response.writeHead(307, { location: `${hook.origin}/back` }).end();
    });
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin, ...secrets });
    await source.complete("t-1");
    const [first, back] = await hook.count(2);
    expect(first?.headers.authorization).toBe("Bearer credential-secret");
    for (const later of [away.received[0], back]) {
      expect(later?.headers.authorization).toBeUndefined();
      expect(later?.headers["x-a2a-notification-token"]).toBeUndefined();
      expect(later?.text).toBe(first?.text);
    }
    expect(source.errors).toEqual([]);
  });

  test.each([300, 301, 302, 303])("with %i, which makes a GET of it, is not followed", async (status) => {
    expect(await follow(redirect(status, "/new"))).toBe(
      `the webhook answered ${status}, with which a notification is not sent on`,
    );
  });

  test.each([304, 305, 306])("with %i is none", async (status) => {
    expect(await follow(redirect(status))).toMatch(new RegExp(`^the webhook answered ${status}`));
  });

  test.each([undefined, "http://", "//[::", "https://256.1.1.1/"])("to %j goes nowhere", async (location) => {
    expect(await follow(redirect(307, location))).toBe("the webhook answered 307, without a URL to go to");
  });

  test.each([
    ["http://169.254.169.254/latest/meta-data/?secret", "the address is not one of the public internet"],
    ["http://[::ffff:169.254.169.254]/", "the address is not one of the public internet"],
    ["http://[::1]/", "the address is not one of the public internet"],
    ["http://10.0.0.1/", "the address is not one of the public internet"],
    ["http://hooks.example.com:22/", "the port 22 is not allowed"],
    ["http://user-secret:secret@hooks.example.com/", "expected a URL without user and password"],
    ["file:///etc/passwd", "expected an http or https URL, found the scheme file:"],
    ["gopher://127.0.0.1:6379/_secret", "expected an http or https URL, found the scheme gopher:"],
  ])("to %s is refused", async (location, reason) => {
    expect(await follow(redirect(307, location))).toBe(
      `the webhook answered 307, which leads to where it may not go: ${reason}`,
    );
  });

  test("to a name that leads to an address of the agent's network is refused", async () => {
    const text = await follow(redirect(308, "http://metadata.example.com/"), {
      ...local,
      lookup: async () => [{ address: "169.254.169.254", family: 4 }],
    });
    expect(text).toBe("the host leads to an address that is not one of the public internet");
  });

  test("that leads in a circle ends", async () => {
    const text = await follow((response, { index }) => {
      response.writeHead(307, { location: `/${index % 2}` }).end();
    });
    expect(text).toBe("more than 3 redirects");
  });

  test("is not followed where none may be", async () => {
    const text = await follow(redirect(307, "/new"), { ...local, limits: { ...local.limits, redirects: 0 } });
    expect(text).toBe("more than 0 redirects");
  });
});
