import type { SendMessageRequest, StreamResponse, Task, TaskStatus } from "@a2agen/a2a-1.0";
import { shellWord } from "@a2agen/exchange/shell-word.ts";
import { askingState, isInterrupted, isTerminal } from "@a2agen/exchange/task-states.ts";
import { approvalsIn } from "@a2agen/runtime/client";
import { isCallError } from "@a2agen/runtime/service";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { askUser } from "./ask-user.ts";
import { buildAnswer, buildRequest } from "./build-message.ts";
import type { Outgoing } from "./call-plan.ts";
import type { Agent } from "./open-agent.ts";
import type { Screen } from "./screen.ts";
import type { Stop } from "./stop.ts";
import { outcomeOf, paintState } from "./task-states.ts";
import { Transcript } from "./transcript.ts";

export interface Converse {
  readonly kind: "send" | "stream";
  readonly outgoing: Outgoing;
  readonly saveTo: string | undefined;
  readonly tenant: string | undefined;
  /** A command line for the same agent, for people to type next. */
  readonly next: (action: string) => string;
}

export interface Surroundings {
  readonly agent: Agent;
  readonly screen: Screen;
  readonly stop: Stop;
}

/** Sends a message, and then what the user answers, until the task no longer asks. */
export async function converse(init: Converse, around: Surroundings): Promise<Outcome> {
  const { kind, outgoing, saveTo, tenant } = init;
  const { screen, stop } = around;
  const transcript = new Transcript(screen, { saveTo });
  let request = await buildRequest(outgoing, tenant);
  for (;;) {
    try {
      await takeTurn(request, { kind, transcript, ...around });
    } catch (error) {
      if (stop.reason() !== "interrupt") throw error;
    }
    transcript.end();
    if (stop.reason() === "interrupt") {
      await cancelTask({ request, transcript, tenant }, around);
      return 130;
    }
    const { state, taskId, contextId } = transcript;
    if (state === undefined || taskId === undefined) return 0;
    if (!isInterrupted(state)) {
      if (!isTerminal(state) && !outgoing.returnsImmediately) {
        screen.note(
          `the task is still at work; follow it with: ${init.next(`subscribe ${shellWord(taskId)}`)}`,
        );
      }
      return outcomeOf(state);
    }
    const isAsking = screen.isInteractive && state === askingState;
    const answer = isAsking ? await askUser(transcript.status, stop) : undefined;
    if (stop.reason() === "interrupt") {
      await cancelTask({ request, transcript, tenant }, around);
      return 130;
    }
    if (answer === undefined) {
      const [waits, text] = isApproval(transcript.status) ? ["your yes or no", "yes"] : ["you", "TEXT"];
      const next = init.next(`${kind} --task ${shellWord(taskId)} ${text}`);
      screen.note(`the task waits for ${waits}; go on with: ${next}`);
      return outcomeOf(state);
    }
    request = buildAnswer(answer, { request, taskId, contextId });
  }
}

/** A single approval, which the text yes answers. */
function isApproval(status: TaskStatus | undefined): boolean {
  return status !== undefined && approvalsIn(status).length === 1;
}

async function takeTurn(
  request: SendMessageRequest,
  {
    kind,
    transcript,
    agent,
    screen,
    stop,
  }: { readonly kind: Converse["kind"]; readonly transcript: Transcript } & Surroundings,
): Promise<void> {
  const { signal } = stop;
  screen.wait("waiting for the agent");
  try {
    if (kind === "send") {
      await transcript.show(await agent.client.sendMessage(request, { signal }));
      return;
    }
    await follow(agent.client.sendStreamingMessage(request, { signal }), { transcript, screen });
  } finally {
    screen.wait(undefined);
  }
}

/** Shows the events of a stream to its end. */
export async function follow(
  events: AsyncIterable<StreamResponse>,
  { transcript, screen }: { readonly transcript: Transcript; readonly screen: Screen },
): Promise<void> {
  for await (const event of events) {
    await transcript.show(event);
    if (transcript.taskId !== undefined) screen.wait("the agent is at work");
  }
}

interface Canceling {
  readonly request: SendMessageRequest;
  readonly transcript: Transcript;
  readonly tenant: string | undefined;
}

/** How long a user waits who wants to leave. */
const timeoutMs = 10_000;

/** Cancels the task that was begun, after Ctrl-C. */
async function cancelTask({ request, transcript, tenant }: Canceling, around: Surroundings): Promise<void> {
  const { screen, agent } = around;
  const id = transcript.taskId ?? request.message.taskId ?? (await findTask(request, around));
  if (id === undefined) {
    screen.note("the agent has not said yet which task this is, so that it could not be canceled", "warning");
    return;
  }
  if (transcript.state !== undefined && isTerminal(transcript.state)) return;
  screen.note(`canceling task ${id}; Ctrl-C again leaves at once`, "note");
  try {
    const task = await agent.client.cancelTask(
      { id, ...(tenant === undefined ? {} : { tenant }) },
      { timeoutMs },
    );
    if (screen.isJson) screen.json({ task: screen.native(task) });
    else screen.line(paintState(task.status.state, screen.style));
  } catch (error) {
    if (!isCallError(error)) throw error;
    screen.note(`the task could not be canceled: ${error.name}: ${error.message}`, "warning");
  }
}

/** SendMessage returns the task only when it waits; until then it is known by the message in its history. */
async function findTask(
  { message, tenant }: SendMessageRequest,
  { agent }: Surroundings,
): Promise<string | undefined> {
  const { contextId, messageId } = message;
  try {
    const { tasks } = await agent.client.listTasks(
      {
        pageSize: 20,
        // Agents may leave the history out of lists unless it is requested.
        historyLength: 10,
        ...(contextId === undefined ? {} : { contextId }),
        ...(tenant === undefined ? {} : { tenant }),
      },
      { timeoutMs },
    );
    const isOurs = ({ history = [] }: Task): boolean => history.some((one) => one.messageId === messageId);
    return tasks.find(isOurs)?.id;
  } catch (error) {
    // Not every agent lists its tasks.
    if (isCallError(error)) return undefined;
    throw error;
  }
}
