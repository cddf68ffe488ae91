import { bytesOf } from "@a2agen/runtime/client";
import { SkillError } from "@a2agen/runtime/skills";
import { expect, onTestFinished, test } from "vitest";
import {
  generatePacking,
  type PackingAgent,
  type PackingModule,
  startPacker,
} from "../../../shared/client/start-packer.ts";
import { collect } from "../../../shared/collect.ts";

async function connectToPacker(): Promise<{ readonly packing: PackingModule; readonly agent: PackingAgent }> {
  const origin = await startPacker();
  const packing = await generatePacking(origin);
  const agent = await packing.connectPacking(origin, { credentials: { key: "secret" } });
  onTestFinished(() => agent.close());
  return { packing, agent };
}

// One agent and one client for all: starting both takes longer than what they do.
test("a generated client calls an agent: data, questions, approvals, streams, cancellation, tools", async () => {
  const { packing, agent } = await connectToPacker();

  const done = await agent.pack({ boxes: 3 });
  if (done.kind !== "done") throw new Error(done.kind);
  expect(done.output).toEqual({ packed: 3, size: "small" });
  const [file] = done.files;
  expect(file?.filename).toBe("label.png");
  expect(file && bytesOf(file)).toEqual(new Uint8Array([1, 2]));

  await expect(agent.pack({ boxes: 0 })).rejects.toThrow(
    "invalid PackInput:\n  boxes: expected at least 1, got 0",
  );
  await expect(agent.pack({ boxes: 13 })).rejects.toThrow(
    'the skill "pack" promises PackOutput in its output and gave other data: packed: expected an integer, got "thirteen"',
  );

  const question = await agent.pack({ boxes: 60 });
  if (question.kind !== "question") throw new Error(question.kind);
  expect(question.text).toBe("Which size?");
  expect(await question.reply("large")).toMatchObject({
    kind: "done",
    output: { packed: 60, size: "large" },
  });

  const approval = await agent.sendAway("Send it");
  if (approval.kind !== "approval") throw new Error(approval.kind);
  expect(approval.approvals).toMatchObject([{ id: "pay", name: "pay", input: { cents: 500 } }]);
  const refuse = () => ({ approved: false, reason: "too much" });
  expect(await approval.decide(refuse)).toMatchObject({ kind: "done", text: "Kept: too much." });
  expect(await agent.sendAway("skill")).toMatchObject({ text: '{"skillId":"send-away"}' });

  const kinds: string[] = [];
  for await (const step of agent.pack.stream({ boxes: 2 })) {
    kinds.push(step.kind === "working" ? `working: ${step.note}` : step.kind);
  }
  expect(kinds).toContain("working: Packing 2");
  expect(kinds.at(-1)).toBe("done");

  const failed = await agent.sendAway("fail").catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SkillError);
  expect(String(failed)).toBe(
    'SkillError: the skill "send-away" ended as TASK_STATE_FAILED: the tape is gone',
  );

  const stop = new AbortController();
  let id = "";
  const waiting = (async () => {
    for await (const step of agent.sendAway.stream("wait", { signal: stop.signal })) {
      id = step.task?.id ?? "";
      if (step.kind === "working" && step.note === "Waiting") stop.abort(new Error("enough"));
    }
  })();
  await expect(waiting).rejects.toMatchObject({ status: "CANCELLED" });
  const { client } = agent.connection as { client: { getTask(request: object): Promise<unknown> } };
  expect(await client.getTask({ id })).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });

  const tools = packing.aiSdkTools(agent, { decide: ({ name }) => name === "pay" });
  expect(Object.keys(tools)).toEqual(["pack", "sendAway", "reply"]);
  expect(tools["pack"]?.inputSchema["~standard"].jsonSchema.input({ target: "draft-07" })).toMatchObject({
    properties: { boxes: { minimum: 1 } },
  });
  const results = async (name: string, input: object): Promise<unknown[]> => {
    const tool = tools[name];
    return tool === undefined ? [] : collect(tool.execute(input, {}));
  };
  expect((await results("pack", { boxes: 4 })).at(-1)).toMatchObject({
    state: "done",
    output: { packed: 4 },
  });
  expect(await results("pack", { boxes: "4" })).toEqual([
    { state: "failed", text: 'invalid PackInput:\n  boxes: expected an integer, got "4" [type]' },
  ]);
  expect((await results("sendAway", { message: "Send it" })).at(-1)).toMatchObject({ text: "Sent." });
  const asked = (await results("pack", { boxes: 70 })).at(-1) as { taskId: string };
  expect(asked).toMatchObject({ state: "question", text: "Which size?" });
  const answered = await results("reply", { taskId: asked.taskId, message: "small" });
  expect(answered.at(-1)).toMatchObject({ state: "done", output: { size: "small" } });

  const mcp = packing.mcpTools(agent);
  expect(mcp.tools.map(({ name, inputSchema }) => [name, inputSchema.type])).toEqual([
    ["pack", "object"],
    ["sendAway", "object"],
    ["reply", "object"],
  ]);
  expect(await mcp.callTool("pack", { boxes: 5 })).toMatchObject({
    structuredContent: { packed: 5, size: "small" },
  });
  const undecided = await mcp.callTool("sendAway", { message: "Send it" });
  expect(undecided.content[0]?.text).toContain("A person has to decide: Allow pay?");
  // A text that says yes would approve: models do not.
  const { taskId } = JSON.parse(undecided.content[0]?.text ?? "") as { taskId: string };
  expect(await mcp.callTool("reply", { taskId, message: "yes" })).toMatchObject({ isError: true });
  expect(await mcp.callTool("sendAway", { message: "fail" })).toMatchObject({ isError: true });

  const openAi = packing.openAiTools(agent, { only: ["pack"], prefix: "packer_" });
  expect(openAi.tools).toMatchObject([{ type: "function", name: "packer_pack" }, { name: "packer_reply" }]);
  expect(openAi.chatTools).toMatchObject([
    { type: "function", function: { name: "packer_pack", parameters: { type: "object" }, strict: false } },
    { function: { name: "packer_reply" } },
  ]);
  expect(JSON.parse(await openAi.call("packer_pack", '{"boxes":6}'))).toMatchObject({
    output: { packed: 6 },
  });
  expect(JSON.parse(await openAi.call("packer_pack", "six"))).toMatchObject({ state: "failed" });
});
