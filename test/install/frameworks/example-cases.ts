import type { RemoteAgent } from "@a2agen/adapters";
import type { Execute } from "@a2agen/runtime/agent";
import { approvalsIn, approve } from "@a2agen/runtime/client";
import { expect, test } from "vitest";
import { type Piece, Script, words } from "./script.ts";
import { ask, newStore, say, serve, texts } from "./serve.ts";

/** An agent with a tool `weather` that waits for approval. */
export type Make = (script: Script, run: (city: string) => string) => Execute;

/** What the examples do, whatever the framework. */
export function testExample(makeAgent: () => Make): void {
  const called: Piece = { call: "call-1", name: "weather", input: { city: "Graz" } };

  test.each([true, false])("text, a tool that waits over a restart, and its answer: %s", async (approved) => {
    const store = newStore();
    const ran: string[] = [];
    const script = new Script([...words("I ask. "), called], words("It is done."));
    const make = makeAgent();
    const run = (city: string): string => `${ran.push(city)} look`;
    const before = await serve(make(script, run), { store });
    const { task } = await ask(before, say("m1", "Weather in Graz?"));
    expect(before.errors).toEqual([]);
    expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    const data = task.status.message?.parts[1]?.data as { readonly approvalId: string };
    expect(data).toMatchObject({ toolName: "weather", input: { city: "Graz" } });
    await before.agent.close();
    const after = await serve(make(script, run), { store });
    const parts = [{ data: { approvalId: data.approvalId, approved } }];
    const { task: ended } = await ask(after, say("m2", parts, { taskId: task.id }));
    expect(after.errors).toEqual([]);
    expect(ended.status.state).toBe("TASK_STATE_COMPLETED");
    expect(ran).toEqual(approved ? ["Graz"] : []);
    expect(texts(ended)).toEqual({ "text-m1": "I ask. ", "text-m2": "It is done." });
    expect(ended.metadata).toEqual({ usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28 } });
  });

  test("a task that is canceled aborts the call of the model", async () => {
    const script = new Script([...words("It is "), { until: new Promise(() => undefined) }]);
    const served = await serve(makeAgent()(script, () => ""));
    const { client } = served.connection;
    const { task } = await client.sendMessage({
      ...say("m1", "Weather?"),
      configuration: { returnImmediately: true },
    });
    const id = task?.id ?? "";
    await expect.poll(async () => texts(await client.getTask({ id }))).toMatchObject({ "text-m1": /^It/ });
    expect((await client.cancelTask({ id })).status.state).toBe("TASK_STATE_CANCELED");
    await expect.poll(() => script.signals[0]?.aborted).toBe(true);
  });
}

/** An agent of a page: its tool books after approval, and a remote agent is another one. */
export function testPage(makeExecute: (script: Script, weather: RemoteAgent) => Execute): void {
  test("asks a remote agent, waits for approval, and books", async () => {
    const weather = await serve(async () => "Sunny.");
    const script = new Script(
      [{ call: "call-1", name: "weather", input: { message: "Graz?", taskId: null } }],
      [{ call: "call-2", name: "book", input: { city: "Graz" } }],
      words("Booked."),
    );
    const served = await serve(makeExecute(script, weather.connection));
    const { task } = await ask(served, say("m1", "To Graz if it is sunny"));
    expect(JSON.stringify(script.prompts[1])).toContain("Sunny.");
    const [approval] = approvalsIn(task.status);
    if (approval === undefined) throw new Error("expected an approval");
    expect([approval.name, approval.input]).toEqual(["book", { city: "Graz" }]);
    const { task: ended } = await ask(served, say("m2", approve(approval), { taskId: task.id }));
    expect(texts(ended)).toEqual({ "text-m2": "Booked." });
    expect(JSON.stringify(script.prompts[2])).toContain("booked");
    expect(served.errors).toEqual([]);
  });
}
