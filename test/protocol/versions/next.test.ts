import { A2AService as A2AService03 } from "@a2agen/a2a-0.3";
import { A2AService } from "@a2agen/a2a-1.0";
import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { completed, textArtifact, working } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { composeServices } from "@a2agen/runtime/versions";
import { a2a03ToA2a10, a2a10ToA2a11Dev, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { toFetchHandler } from "../../../packages/runtime/src/adapters/fetch.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";
import { nextCard, nextOrigin, startNext } from "../../shared/versions/start-next.ts";
import { startNextAgent } from "../../shared/versions/start-next-agent.ts";

/** An agent of 1.1 that is served in 1.0 and 0.3 too, at the same paths. */
function start() {
  return startNext({
    async *execute({ text }) {
      yield working("counting");
      yield textArtifact("a", text);
      yield completed("done");
    },
  });
}

const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "3" }] } as const;

test.each([jsonRpc(), rest()])(
  "an agent of 1.1 has clients of 1.1 and 1.0 at one path over $binding",
  async (binding) => {
    const { fetch } = start();
    const options = { bindings: [binding], fetch };
    for (const { client, protocol, name } of [
      { ...(await connect(NextService, nextCard, options)), name: "a2a-1.1-dev" },
      { ...(await connect(A2AService, nextCard, options)), name: "a2a-1.0" },
    ]) {
      const answer = await client.sendMessage({ message: { ...message, parts: [{ text: "3" }] } });
      expect([protocol.name, answer.task?.status.state]).toEqual([name, "TASK_STATE_COMPLETED"]);
    }
  },
);

test("the draft beside 1.0 and 1.1 has paths of its own", async () => {
  const { agent } = start();
  const family = createHostFamily({
    services: [implement<object>(NextService, agent)],
    card: nextCard,
    older: [
      { translation: a2a10ToA2a11Dev },
      { translation: draftToA2a10, jsonRpc: "/draft/rpc", rest: "/draft", cardPrefix: "/draft" },
    ],
    onWarning: () => undefined,
  });
  const handle = toFetchHandler(createHttpHandler(family));
  const send = async (path: string, role: string) => {
    const params = { message: { messageId: "m-1", role, parts: [{ text: "3" }] } };
    const response = await handle(
      new Request(`${nextOrigin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params }),
      }),
    );
    return /"state":"[^"]*"/.exec(await response.text())?.[0];
  };
  expect(await send("/draft/rpc", "user")).toMatch(/"(?:working|submitted|completed)"/);
  expect(await send("/rpc", "ROLE_USER")).toBe('"state":"TASK_STATE_COMPLETED"');
});

test("a client of 0.3 is served by way of 1.0, and a client of 1.1 calls an agent of 0.3 so", async () => {
  const { fetch } = start();
  const response = await fetch(`${nextOrigin}/.well-known/agent-card.json`);
  const shared = (await response.json()) as object;
  const old = await connect(A2AService03, shared, { bindings: [jsonRpc()], fetch });
  const parts = [{ kind: "text" as const, text: "3" }];
  expect(
    await old.client.sendMessage({ message: { kind: "message", messageId: "m", role: "user", parts } }),
  ).toMatchObject({ kind: "task", status: { state: "completed" } });
  const onlyOld = { ...shared, supportedInterfaces: [] };
  const next = await connect(NextService, onlyOld, {
    bindings: [jsonRpc()],
    older: [composeServices(a2a03ToA2a10, a2a10ToA2a11Dev)],
    fetch,
  });
  expect(next.protocol.name).toBe("a2a-0.3");
  expect(await next.client.sendMessage({ message: { ...message, parts: [{ text: "3" }] } })).toMatchObject({
    task: { status: { state: "TASK_STATE_COMPLETED" } },
  });
});

test("a2agen call speaks 1.1 where it is asked to", { tags: "later" }, async () => {
  const url = `${await startNextAgent()}/rpc`;
  const direct = ["call", url, "send", "3", "--direct", "--json"];
  const next = await runA2agen([...direct, "--protocol", "1.1-dev"]);
  expect([next.status, next.stderr]).toEqual([0, ""]);
  expect(JSON.parse(next.stdout)).toMatchObject({ task: { generation: "3" } });
  const live = ["call", url, "rpc", "SendLiveMessage", JSON.stringify([{ message }]), "--direct", "--json"];
  const events = await runA2agen([...live, "--protocol", "1.1-dev"]);
  expect([events.status, events.stderr]).toEqual([0, ""]);
  expect(events.stdout).toContain("TASK_STATE_COMPLETED");
  const released = await runA2agen(direct);
  expect([released.status, /generation/.test(released.stdout)]).toEqual([0, false]);
});

describe("a2agen call speaks 1.1 with an agent that offers nothing else", () => {
  const scheme = { httpAuthSecurityScheme: { scheme: "Bearer" } };
  test.each([
    { name: "and calls it", card: {}, want: { status: 0, stdout: /"generation":"3"/, stderr: /^$/ } },
    {
      name: "and says why it cannot call it",
      card: {
        securitySchemes: { token: scheme },
        securityRequirements: [{ schemes: { token: { list: [] } } }],
      },
      want: {
        status: 1,
        stdout: /^$/,
        stderr: /the card asks for credentials; lacking: credentials for \\"token\\"/,
      },
    },
  ])("$name", async ({ card, want }) => {
    const origin = await startNextAgent({ isAlone: true, card });
    const { status, stdout, stderr } = await runA2agen(["call", origin, "send", "3", "--json"]);
    expect({ status, stdout, stderr }).toEqual({
      status: want.status,
      stdout: expect.stringMatching(want.stdout) as string,
      stderr: expect.stringMatching(want.stderr) as string,
    });
  });
});
