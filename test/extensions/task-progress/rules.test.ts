import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { A2AService, Message } from "@a2agen/a2a-1.0";
import { type Progress, TaskProgressExtension } from "@a2agen/ext-task-progress";
import { describe, expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { bindingNames, say, startAgent } from "../../unit/runtime/extensions/start-agent.ts";

const { uri } = TaskProgressExtension;
const { TaskProgress: cases } = JSON.parse(
  await readFile(join(import.meta.dirname, "cases.json"), "utf8"),
) as {
  readonly TaskProgress: {
    readonly valid: Readonly<Record<string, Progress>>;
    readonly refusedByRule: Readonly<Record<string, { readonly value: Progress; readonly at: string }>>;
  };
};
const [wrong] = Object.values(cases.refusedByRule);

/** Its codec takes them all. */
function answer(data: Progress): { readonly message: Message } {
  const message: Message = { messageId: "a", role: "ROLE_AGENT", parts: [{ text: "" }] };
  TaskProgressExtension.set(message, data);
  return { message };
}

test.each(Object.entries(cases.refusedByRule))("the rule refuses %s", (_, { value, at }) => {
  const problems = TaskProgressExtension.problemsIn("lf.a2a.v1.SendMessageResponse", answer(value), {
    isAnswer: true,
  });
  const path = at
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  expect(problems).toMatchObject([{ code: "range", path: "message" }]);
  expect(problems[0]?.message).toContain(`${path}: expected at most the total, `);
});

test.each(Object.entries(cases.valid))("the rule takes %s", (_, value) => {
  expect(
    TaskProgressExtension.problemsIn("lf.a2a.v1.SendMessageResponse", answer(value), { isAnswer: true }),
  ).toEqual([]);
});

describe.each(bindingNames)("over %s", (binding) => {
  const extensions = [{ extension: TaskProgressExtension }];
  const declared = [TaskProgressExtension.declare()];
  const tooFar = answer(wrong?.value ?? { trackers: [] });
  const handler: Partial<A2AService> = {
    sendMessage: async () => tooFar,
    async *sendStreamingMessage() {
      yield tooFar;
    },
  };
  const problem = `message: trackers[0].progress: expected at most the total, 8, got 9 (${uri}) [range]`;

  test("the host refuses an agent that is further than its total", async () => {
    const agent = await startAgent({ handler, extensions, declared });
    const { client } = await agent.connect(binding, { extensions: [TaskProgressExtension] });
    await expect(client.sendMessage(say("go"))).rejects.toMatchObject({ status: "INTERNAL" });
    await expect(collect(client.sendStreamingMessage(say("go")))).rejects.toMatchObject({
      status: "INTERNAL",
    });
    expect(agent.hidden.map(String)).toEqual([
      `TypeError: the handler of SendMessage returned wrong data of ${uri}: ${problem}`,
      `TypeError: the handler of SendStreamingMessage yielded wrong data of ${uri}: ${problem}`,
    ]);
  });

  test("the client refuses it where no host has", async () => {
    const unchecked = [{ extension: TaskProgressExtension, validate: false }];
    const agent = await startAgent({ handler, extensions: unchecked, declared });
    const options = { extensions: [TaskProgressExtension], checkExtensions: true };
    const { client } = await agent.connect(binding, options);
    await expect(client.sendMessage(say("go"))).rejects.toMatchObject({
      name: "InvalidAgentResponseError",
      message: `SendMessage returned wrong data of ${uri}: ${problem}`,
    });
    await expect(collect(client.sendStreamingMessage(say("go")))).rejects.toMatchObject({
      name: "InvalidAgentResponseError",
    });
  });
});
