import { describe, expect, test } from "vitest";
import { startPeerAgent } from "../../../shared/interop/peer-agent.ts";
import { startSdkServer } from "../../../shared/interop-0.3/sdk-server.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

/** What differs from run to run. */
function plain(text: string, origin: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID").replaceAll(origin, "ORIGIN");
}

async function call(origin: string, args: readonly string[]): Promise<object> {
  const { status, stdout, stderr } = await runA2agen(["call", origin, ...args]);
  return { status, stdout: plain(stdout, origin), stderr: plain(stderr, origin) };
}

describe.each(["JSONRPC", "HTTP+JSON"] as const)("an agent on @a2a-js/sdk 1.3.0 over %s", (binding) => {
  test("is called", async () => {
    const { origin } = await startPeerAgent({ binding });
    const transcript = [
      "task UUID in context UUID",
      "working",
      "artifact a-1",
      "  the work",
      "  [file, 4 bytes; --save DIR writes it]",
      "completed",
      "",
    ].join("\n");
    expect(await call(origin, ["stream", "Hello"])).toEqual({ status: 0, stdout: transcript, stderr: "" });
    expect(await call(origin, ["send", "echo"])).toEqual({
      status: 0,
      stdout: "agent:\n  echo\n",
      stderr: "",
    });
    expect(await call(origin, ["get", "none"])).toMatchObject({ status: 1, stdout: "" });
    expect(await call(origin, ["card"])).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("an agent on @a2a-js/sdk 0.3.14", () => {
  test("is called in its version", async () => {
    const { origin } = await startSdkServer();
    expect(await call(origin, ["stream", "Hello"])).toMatchInlineSnapshot(`
      {
        "status": 0,
        "stderr": "",
        "stdout": "task UUID in context UUID
      working
      artifact a-1
        the work
        [file, a.png, image/png, 4 bytes; --save DIR writes it]
        {
          "done": true
        }
      completed
      ",
      }
    `);
    expect(await call(origin, ["send", "echo"])).toMatchObject({ status: 0, stdout: "agent:\n  echo\n" });
    expect(await call(origin, ["list"])).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "UnsupportedOperationError: the agent speaks version 0.3 of the protocol, which has no ListTasks
      hint: a2agen explain UnsupportedOperationError says what to do
      ",
        "stdout": "",
      }
    `);
    expect(await call(origin, ["card"])).toMatchInlineSnapshot(`
      {
        "status": 0,
        "stderr": "",
        "stdout": "Test agent 1.0.0
        Does what the text of a message says.

      About
        card: ORIGIN/.well-known/agent-card.json

      Interfaces
        *  JSONRPC  0.3.0  ORIGIN/

      Capabilities
        streaming: yes
        push notifications: yes
        extended card: yes

      Extensions
        https://example.com/extensions/echo/v1

      Skills
        Obey (obey) [test]
          Does what it is told.

      Takes
        text/plain

      Gives
        text/plain

      Signatures
        none
      ",
      }
    `);
    expect(await call(origin, ["stream", "Hello", "--protocol", "1.0"])).toMatchObject({
      status: 1,
      stdout: "",
    });
  });
});
