import { executeRun, type Resumed, type RunEvent, readConversation } from "@a2agen/adapters";
import type { JsonObject } from "@a2agen/runtime";
import type { Execute, Turn } from "@a2agen/runtime/agent";
import { type Event, type Runner, StreamingMode } from "@google/adk";

const asks = "adk_request_confirmation";

/** The runner's session service keeps the conversation: a session for each task. */
export function makeExecute(runner: Runner): Execute {
  return (turn) => executeRun(turn, {}, (resumed) => run(runner, turn, resumed));
}

async function* run(runner: Runner, turn: Turn, resumed?: Resumed): AsyncGenerator<RunEvent> {
  const session = { appName: runner.appName, userId: turn.contextId, sessionId: turn.taskId };
  if (resumed === undefined) await runner.sessionService.createSession(session);
  const said = resumed === undefined ? await readConversation(turn) : [];
  const parts = [
    ...said.flatMap(({ content }) => content.map(({ text = "" }) => ({ text }))),
    ...(resumed?.answers ?? []).map(({ id, approved }) => ({
      functionResponse: { id, name: asks, response: { confirmed: approved } },
    })),
  ];
  const runConfig = { streamingMode: StreamingMode.SSE };
  const newMessage = { role: "user", parts };
  for await (const event of runner.runAsync({
    ...session,
    newMessage,
    runConfig,
    abortSignal: turn.signal,
  })) {
    yield* toEvents(event);
  }
}

function* toEvents({
  content,
  partial,
  usageMetadata: used,
  errorCode,
  errorMessage,
  invocationId,
}: Event): Generator<RunEvent> {
  if (errorCode !== undefined) throw new Error(`${errorCode}: ${errorMessage ?? ""}`);
  for (const { text, thought, functionCall } of content?.parts ?? []) {
    if (text && thought === true) yield { type: "reasoning", text };
    // The last event of a text repeats it whole.
    else if (text) yield { type: "text", block: invocationId, text, isWhole: partial !== true };
    if (functionCall?.name !== asks) continue;
    const { name, args } = Object(functionCall.args?.["originalFunctionCall"]) as {
      name: string;
      args: JsonObject;
    };
    yield { type: "keep", run: null };
    yield { type: "approval", id: functionCall.id ?? "", name, input: args };
  }
  if (partial === true || used === undefined) return;
  const { promptTokenCount, candidatesTokenCount, totalTokenCount } = used;
  const usage = {
    inputTokens: promptTokenCount,
    outputTokens: candidatesTokenCount,
    totalTokens: totalTokenCount,
  };
  yield { type: "usage", usage };
}
