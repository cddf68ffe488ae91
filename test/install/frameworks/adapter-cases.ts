import { textArtifact } from "@a2agen/runtime/agent";
import { expect, test, vi } from "vitest";
import { createSignal } from "../../shared/http/listen.ts";
import type { MakeExecute } from "./agents/setup.ts";
import { Script, words } from "./script.ts";
import { ask, newDurableStore, newStore, say, says, serve, texts } from "./serve.ts";

const secret = "sk-live-4f9a8b7c6d5e4f3a2b1c";
const called = [{ call: "call-1", name: "weather", input: { city: "Graz" } }];

/** What every adapter does, whatever the framework; some frameworks ask for one approval after the other. */
export function testAdapter(
  makeExecute: MakeExecute,
  { asksTogether = true, reportsTools = true } = {},
): void {
  test("text comes piece by piece, and is one artifact; tokens are counted in the task", async () => {
    const served = await serve(await makeExecute(new Script(words("It is sunny today.")), {}));
    const { events, task } = await ask(served, say("m1", "Weather?"));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(texts(task)).toEqual({ "text-m1": "It is sunny today." });
    const pieces = events.flatMap(({ artifactUpdate }) => artifactUpdate ?? []);
    expect(pieces.map(({ artifact }) => artifact.parts[0]?.text).join("")).toBe("It is sunny today.");
    expect(pieces[0]?.append ?? false).toBe(false);
    expect(pieces.at(-1)?.lastChunk).toBe(true);
    expect(task.metadata).toEqual({ usage: { inputTokens: 10, outputTokens: 4, totalTokens: 14 } });
  });

  test("a tool is called, and neither its input nor its output is shown", async () => {
    const cities: string[] = [];
    const run = ({ city }: { readonly city: string }): object => {
      cities.push(city);
      return { degrees: 21 };
    };
    const script = new Script(called, words("21 degrees."));
    const served = await serve(await makeExecute(script, { tools: { weather: { run } } }));
    const { events, task } = await ask(served, say("m1", "Weather in Graz?"));
    expect(cities).toEqual(["Graz"]);
    expect(JSON.stringify(script.prompts[1])).toContain("21");
    expect(texts(task)).toEqual({ "text-m1": "21 degrees." });
    expect(events.every(({ statusUpdate }) => statusUpdate?.status.message === undefined)).toBe(true);
    expect(task.metadata).toEqual({ usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28 } });
  });

  test("calls and results of tools, and what the model reasons, are shown when that is wanted", async () => {
    const script = new Script([{ reasoning: "I look " }, { reasoning: "it up." }, ...called], words("Fine."));
    const tools = { weather: { run: () => ({ degrees: 21 }) } };
    const served = await serve(await makeExecute(script, { tools, showTools: true, showReasoning: true }));
    const { task } = await ask(served, say("m1", "Weather in Graz?"));
    const [, ...shown] = task.history ?? [];
    expect(shown.flatMap(({ parts }) => parts)).toEqual([
      { text: "I look it up.", metadata: { adk_thought: true } },
      {
        data: { id: "call-1", name: "weather", args: { city: "Graz" } },
        metadata: { adk_type: "function_call" },
      },
      {
        data: { id: "call-1", name: "weather", response: { degrees: 21 } },
        metadata: { adk_type: "function_response" },
      },
    ]);
  });

  test("what was said before in the context is in the prompt, with files", async () => {
    const script = new Script(words("Hello Ada."), words("Ada."));
    const served = await serve(await makeExecute(script, {}));
    const { task } = await ask(served, say("m1", "I am Ada."));
    const picture = { raw: "iVBORw0KGgo=", mediaType: "image/png", filename: "ada.png" };
    await ask(served, say("m2", [{ text: "Who am I?" }, picture], { contextId: task.contextId ?? "" }));
    const prompt = JSON.stringify(script.prompts[1]);
    const places = ["I am Ada.", "Hello Ada.", "Who am I?", "iVBORw0KGgo="].map((text) =>
      prompt.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
  });

  test.each([
    { answer: [{ data: { approvalId: "", approved: true } }], runs: 1 },
    { answer: [{ text: "yes" }], runs: 1 },
    { answer: [{ data: { approvalId: "", approved: false, reason: "it is too late" } }], runs: 0 },
    { answer: [{ text: "ask tomorrow, it is too late" }], runs: 0 },
  ])("a tool waits for approval over a restart: $answer", async ({ answer, runs }) => {
    const store = newStore();
    const ran: string[] = [];
    const tools = {
      weather: {
        needsApproval: true,
        run: ({ city }: { readonly city: string }) => `${ran.push(city)} look`,
      },
    };
    const script = new Script([...words("I ask. "), ...called], words("Done."));
    const before = await serve(await makeExecute(script, { tools }), { store });
    const { task } = await ask(before, say("m1", "Weather in Graz?"));
    expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(ran).toEqual([]);
    const [question, data] = task.status.message?.parts ?? [];
    expect(question?.text).toBe('Allow weather? {"city":"Graz"}');
    expect(data?.data).toEqual({
      approvalId: expect.any(String),
      toolName: "weather",
      input: { city: "Graz" },
    });
    await before.agent.close();

    const { approvalId } = Object(data?.data) as { readonly approvalId: string };
    const parts = answer.map((part) => ("data" in part ? { data: { ...part.data, approvalId } } : part));
    const after = await serve(await makeExecute(script, { tools }), { store });
    const { task: ended } = await ask(after, say("m2", parts, { taskId: task.id }));
    expect(says(ended)).toBe("");
    expect(ended.status.state).toBe("TASK_STATE_COMPLETED");
    expect(ran).toEqual(Array.from({ length: runs }, () => "Graz"));
    expect(texts(ended)).toEqual({ "text-m1": "I ask. ", "text-m2": "Done." });
    const prompt = JSON.stringify(script.prompts[1]);
    expect(prompt.split("Weather in Graz?")).toHaveLength(2);
    expect(prompt).toContain(runs === 1 ? "1 look" : "it is too late");
    expect(ended.metadata).toEqual({ usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28 } });
    expect([...before.errors, ...after.errors]).toEqual([]);
  });

  test("a task that is canceled aborts the call of the model, and keeps what was written", async () => {
    const script = new Script([...words("It is going to "), { until: new Promise(() => undefined) }]);
    const served = await serve(await makeExecute(script, {}));
    const { client } = served.connection;
    const { task } = await client.sendMessage({
      ...say("m1", "Weather?"),
      configuration: { returnImmediately: true },
    });
    const id = task?.id ?? "";
    await expect.poll(async () => texts(await client.getTask({ id }))).toMatchObject({ "text-m1": /^It is/ });
    const canceled = await client.cancelTask({ id });
    expect(canceled.status.state).toBe("TASK_STATE_CANCELED");
    expect(texts(canceled)["text-m1"]).toMatch(/^It is going to ?$/);
    await expect.poll(() => script.signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect(served.errors).toEqual([]);
  });

  test("an error of the model tells neither clients nor logs a key or a prompt", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const error = Object.assign(new Error(`401 for key ${secret}`), {
      name: "APICallError",
      statusCode: 401,
      requestBodyValues: { messages: ["My diagnosis"] },
      requestHeaders: { authorization: `Bearer ${secret}` },
    });
    const served = await serve(await makeExecute(new Script([...words("I look."), { error }]), {}));
    const { events, task } = await ask(served, say("m1", "My diagnosis?"));
    expect(task.status.state).toBe("TASK_STATE_FAILED");
    expect(says(task)).toBe("The agent failed.");
    expect(texts(task)).toEqual({ "text-m1": "I look." });
    expect(JSON.stringify(events)).not.toContain(secret);
    const [logged] = served.errors as Error[];
    expect(logged?.message).toMatch(/401 for key \*\*\*/);
    expect(printed.mock.calls).toEqual([]);
    for (const text of [logged?.stack, JSON.stringify(logged), String(logged?.cause)]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("diagnosis");
    }
    printed.mockRestore();
  });

  test("a turn that begins again in another process runs no tool twice whose result was kept", async () => {
    const store = await newDurableStore();
    const ran: string[] = [];
    const tools = { weather: { run: ({ city }: { readonly city: string }) => `${ran.push(city)} look` } };
    const stuck = new Script([...words("I look. "), ...called], [{ until: new Promise(() => undefined) }]);
    const before = await serve(await makeExecute(stuck, { tools }), { store });
    const { client } = before.connection;
    const { task } = await client.sendMessage({
      ...say("m1", "Weather?"),
      configuration: { returnImmediately: true },
    });
    const id = task?.id ?? "";
    await expect.poll(() => stuck.prompts.length).toBe(2);
    const script = new Script(words("1 degree."));
    const after = await serve(await makeExecute(script, { tools }), { store });
    await before.agent.close();
    await expect
      .poll(async () => (await after.connection.client.getTask({ id })).status.state)
      .toMatch(/COMPLETED|FAILED/);
    expect(after.errors).toEqual([]);
    expect(ran).toEqual(["Graz"]);
    expect(JSON.stringify(script.prompts[0])).toContain("1 look");
    expect(texts(await after.connection.client.getTask({ id }))).toEqual({
      "text-m1": "I look. ",
      "text-m1-2": "1 degree.",
    });
  });

  test("a remote agent is a tool, whose task is canceled with the one that called it", async () => {
    const stopped = createSignal<unknown>();
    const remote = await serve(async function* ({ text, signal }) {
      yield textArtifact("answer", `${text}: `);
      if (text === "wait") {
        await new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true }),
        );
        stopped.resolve(signal.aborted);
      }
      yield textArtifact("answer", "sunny", { append: true, lastChunk: true });
    });
    const call = (message: string) => [{ call: "call-1", name: "remote", input: { message, taskId: null } }];
    const script = new Script(call("Graz"), words("Sunny."));
    const served = await serve(await makeExecute(script, { remote: remote.connection }));
    const { task } = await ask(served, say("m1", "Weather?"));
    expect(texts(task)).toEqual({ "text-m1": "Sunny." });
    expect(JSON.stringify(script.prompts[1])).toContain("Graz: sunny");

    const stuck = await serve(await makeExecute(new Script(call("wait")), { remote: remote.connection }));
    const { client } = stuck.connection;
    const { task: begun } = await client.sendMessage({
      ...say("m2", "?"),
      configuration: { returnImmediately: true },
    });
    await expect.poll(async () => (await remote.connection.client.listTasks({})).tasks.length).toBe(2);
    await client.cancelTask({ id: begun?.id ?? "" });
    expect(await stopped.promise).toBe(true);
  });

  const failed = { id: "call-1", name: "weather", response: { error: "The tool failed." } };
  const failing = {
    weather: {
      run: () => {
        throw new Error(`no seats for ${secret}`);
      },
    },
  };
  test.runIf(reportsTools)("clients read that a tool has failed, and only the log why", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const reported: unknown[][] = [];
    for (const onToolError of [undefined, (...all: unknown[]) => reported.push(all)]) {
      const script = new Script(called, words("Not today."));
      const report = onToolError && { onToolError };
      const served = await serve(await makeExecute(script, { tools: failing, showTools: true, ...report }));
      const { task } = await ask(served, say("m1", "Weather?"));
      expect(texts(task)).toEqual({ "text-m1": "Not today." });
      expect(task.history?.at(-1)?.parts[0]?.data).toEqual(failed);
      expect(JSON.stringify(script.prompts[1])).toContain("no seats");
      const [text, error] = printed.mock.calls[0] ?? [];
      if (report === undefined) expect(text).toBe(`a2agen: the tool weather failed (${task.id}):`);
      else expect(reported[0]).toEqual([error, { id: "call-1", name: "weather", taskId: task.id }]);
      expect(error).toEqual(new Error("no seats for ***"));
    }
    expect(printed).toHaveBeenCalledTimes(1);
    printed.mockRestore();
  });

  if (!asksTogether) return;
  test("two tools that wait are asked for together, and answered one by one", async () => {
    const ran: string[] = [];
    const run = ({ city }: { readonly city: string }): string => `${ran.push(city)} look`;
    const calls = [...called, { call: "call-2", name: "weather", input: { city: "Linz" } }];
    const script = new Script(calls, words("Done."));
    const served = await serve(
      await makeExecute(script, { tools: { weather: { needsApproval: true, run } } }),
    );
    const { task } = await ask(served, say("m1", "Weather?"));
    const ids = (task.status.message?.parts ?? []).flatMap(({ data }) =>
      data === undefined ? [] : (data as { readonly approvalId: string }).approvalId,
    );
    expect(ids).toHaveLength(2);
    const { task: half } = await ask(
      served,
      say("m2", [{ data: { approvalId: ids[1] ?? "", approved: true } }], { taskId: task.id }),
    );
    expect(half.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(half.status.message?.parts.at(-1)?.data).toMatchObject({ approvalId: ids[0] });
    expect(ran).toEqual([]);
    const { task: ended } = await ask(
      served,
      say("m3", [{ data: { approvalId: ids[0] ?? "", approved: false } }], { taskId: task.id }),
    );
    expect(ended.status.state).toBe("TASK_STATE_COMPLETED");
    expect(ran).toEqual(["Linz"]);
    expect(served.errors).toEqual([]);
  });
}
