import { executeRun, type Resumed, type RunEvent, readConversation, type Said } from "@a2agen/adapters";
import type { Execute, Turn } from "@a2agen/runtime/agent";
import type { Genkit, MessageData, ToolAction, ToolRequestPart } from "genkit";

/** Tools that interrupt wait for approval: they run once they are restarted. */
export function makeExecute(ai: Genkit, model: string, tools: readonly ToolAction[]): Execute {
  return (turn) => executeRun(turn, {}, (resumed) => run(ai, { model, tools: [...tools] }, turn, resumed));
}

type Options = { model: string; tools: ToolAction[] };

async function* run(ai: Genkit, options: Options, turn: Turn, resumed?: Resumed): AsyncGenerator<RunEvent> {
  const kept = resumed?.run as { messages: MessageData[]; interrupts: ToolRequestPart[] } | undefined;
  const resume = { restart: [] as ToolRequestPart[], respond: [] as ReturnType<ToolAction["respond"]>[] };
  for (const part of kept?.interrupts ?? []) {
    const tool = options.tools.find(({ __action: { name } }) => name === part.toolRequest.name);
    const { approved, reason = "refused" } = resumed?.answers.find(({ id }) => id === idOf(part)) ?? {};
    if (approved === true && tool !== undefined) resume.restart.push(tool.restart(part, { approved }));
    else if (tool !== undefined) resume.respond.push(tool.respond(part, reason));
  }
  const messages = kept?.messages ?? (await readConversation(turn)).map(toMessage);
  const waited = kept === undefined ? {} : { resume };
  const { stream, response } = ai.generateStream({
    ...options,
    messages,
    ...waited,
    abortSignal: turn.signal,
  });
  for await (const { text, reasoning } of stream) {
    if (reasoning !== "") yield { type: "reasoning", text: reasoning };
    if (text !== "") yield { type: "text", block: turn.message.messageId, text };
  }
  const { usage, interrupts, messages: all } = await response;
  yield { type: "usage", usage };
  if (interrupts.length > 0)
    yield { type: "keep", run: JSON.parse(JSON.stringify({ messages: all, interrupts })) };
  for (const part of interrupts) {
    const { name, input } = part.toolRequest;
    yield { type: "approval", id: idOf(part), name, input: input as string };
  }
}

function idOf({ toolRequest: { ref, name } }: ToolRequestPart): string {
  return ref ?? name;
}

function toMessage({ role, content }: Said): MessageData {
  const parts = content.map(({ text, file }) =>
    file === undefined ? { text } : { media: { url: `data:${file.mediaType};base64,${file.base64}` } },
  );
  return { role: role === "agent" ? "model" : "user", content: parts };
}
