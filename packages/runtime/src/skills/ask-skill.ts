import { type Message, Role, TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { follow } from "../client/tasks/follow.ts";
import { phaseOf } from "../client/tasks/task-phase.ts";
import type { JsonValue } from "../core/json.ts";
import type { RemoteAgent, RemoteClient, RemoteEvent, RemoteTask } from "../delegate/remote-agent.ts";
import type { SentPart } from "../parts/approval-forms.ts";
import { type Approval, approvalsIn, approve, refuse } from "../parts/approvals.ts";
import { dataOf, type FilePart, textOf } from "../parts/part-content.ts";
import type { PartLike } from "../parts/part-like.ts";
import type { Answer, Ask, AskOptions, Content, Decision, Progress } from "./answer.ts";
import type { Skill } from "./skill.ts";
import { SkillError } from "./skill-error.ts";

type DataPart = { data: JsonValue; mediaType?: string };
/** Of a client of 1.0, or one whose messages have the members of 1.0. */
type Followed = AsyncIterable<{ readonly task: RemoteTask | undefined; readonly event: RemoteEvent }>;
type OurPart = SentPart | FilePart | DataPart;

/** Milliseconds for which an agent that does not answer holds up the end of a call that was aborted. */
const cancelMs = 5000;

/** The function of a skill. The input is as its schema says, and so is the output. */
export function askSkill(agent: RemoteAgent, skill: Skill): Ask<never, unknown> {
  return toAsk(async (input: JsonValue, { contextId, ...options }) => ({
    parts: inputParts(skill, input),
    place: contextId === undefined ? {} : { contextId },
    options,
  }));

  function toAsk<Input>(
    begin: (
      input: Input,
      options: AskOptions,
    ) => Promise<{
      readonly parts: readonly OurPart[];
      readonly place: { readonly taskId?: string; readonly contextId?: string };
      readonly options: AskOptions;
      readonly task?: RemoteTask;
    }>,
  ): Ask<Input, unknown> {
    async function* stream(input: Input, given: AskOptions = {}): ReturnType<Ask<Input, unknown>["stream"]> {
      const { parts, place, options, task } = await begin(input, given);
      const { parts: more = [], metadata, prepare, ...call } = options;
      const message: Message = {
        messageId: crypto.randomUUID(),
        role: Role.User,
        parts: [...parts, ...more],
        ...place,
        // The protocol has no place for it; agents that route by skill look here.
        metadata: { skillId: skill.id, ...metadata },
      };
      prepare?.(message);
      const request = { message, configuration: { returnImmediately: true } };
      yield* readAnswers(request, { call, task });
    }
    const ask = async (input: Input, options?: AskOptions): Promise<Answer<unknown>> => {
      let last: Progress | Answer<unknown> | undefined;
      for await (last of stream(input, options));
      if (last === undefined || last.kind === "working") {
        throw new SkillError(skill.id, "has not ended", { task: last?.task });
      }
      return last;
    };
    return Object.assign(ask, { stream });
  }

  async function* readAnswers(
    request: object,
    { call, task: known }: { readonly call: AskOptions; readonly task: RemoteTask | undefined },
  ): AsyncGenerator<Progress | Answer<unknown>, void, undefined> {
    const { client } = agent;
    let task = known;
    let isOpen = true;
    try {
      const followed: Followed = follow(client, request as never, { ...call, ...(task && { task }) });
      for await (const next of followed) {
        const { message } = next.event;
        task = next.task;
        if (task === undefined) {
          if (message !== undefined) yield toDone(message.parts, { message });
          return;
        }
        const phase = phaseOf(client, task);
        isOpen = phase === "working";
        if (!isOpen) {
          yield phase === "ended" ? toEnd(task) : toQuestion(task);
          return;
        }
        yield { kind: "working", ...contentOf(partsOf(task)), note: saidIn(task), task };
      }
    } finally {
      if (isOpen && call.signal?.aborted === true && task !== undefined) await cancel(client, task.id);
    }
  }

  function toEnd(task: RemoteTask): Answer<unknown> {
    const { state } = task.status;
    const said = saidIn(task);
    if (state === TaskState.Completed) return toDone(partsOf(task), { task });
    throw new SkillError(skill.id, `ended as ${state}${said && `: ${said}`}`, { task });
  }

  function toDone(
    parts: readonly PartLike[],
    { task, message }: { readonly task?: RemoteTask; readonly message?: Message },
  ): Answer<unknown> {
    const content = contentOf(parts);
    const text = content.text === "" && task !== undefined ? saidIn(task) : content.text;
    const last = task?.status.message?.parts ?? [];
    const output = readOutput(dataOf([...parts, ...last]), task);
    return { kind: "done", ...content, text, output, task, message };
  }

  /** The first data that fits; the problems of the first are those to tell. */
  function readOutput(data: readonly JsonValue[], task: RemoteTask | undefined): unknown {
    if (skill.output === undefined) return undefined;
    const { codec } = skill.output;
    const results = data.map((value) => codec.tryDecode(value));
    const good = results.find(({ ok }) => ok);
    if (good?.ok === true) return good.value;
    const [first] = results;
    const issues = first === undefined || first.ok ? [] : first.issues;
    const found = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
    const what = first === undefined ? "no data" : `other data: ${found.join("; ")}`;
    throw new SkillError(skill.id, `promises ${codec.typeName} in its output and gave ${what}`, {
      task,
      issues,
    });
  }

  function toQuestion(task: RemoteTask): Answer<unknown> {
    const { id: taskId, contextId, status } = task;
    const place = { taskId, ...(contextId !== undefined && { contextId }) };
    const text = saidIn(task);
    const approvals = approvalsIn(status);
    const reply = toAsk(async (input: JsonValue, options) => ({
      parts: [toPart(input)],
      place,
      options,
      task,
    }));
    if (status.state === TaskState.AuthRequired || approvals.length === 0) {
      const kind = status.state === TaskState.AuthRequired ? "sign-in" : "question";
      return { kind, text, data: dataOf(status.message?.parts ?? []), reply, task };
    }
    const decide = toAsk(async (decision: Decision, options) => ({
      parts: (await Promise.all(approvals.map((each) => decideOn(each, decision)))).flat(),
      place,
      options,
      task,
    }));
    return { kind: "approval", text, approvals, decide, task };
  }
}

function toPart(value: JsonValue): OurPart {
  return typeof value === "string" ? { text: value } : { data: value };
}

/** The part with the input. Throws a DecodeError for data that the agent would refuse. */
function inputParts({ input: known }: Skill, input: JsonValue): readonly OurPart[] {
  if (known === undefined) return [toPart(input)];
  const { codec, mediaType } = known;
  // A codec gives JSON back.
  return [{ data: codec === undefined ? input : (codec.decode(input) as JsonValue), mediaType }];
}

async function decideOn(approval: Approval, decision: Decision): Promise<readonly SentPart[]> {
  const verdict = await decision(approval);
  const { approved, reason } = typeof verdict === "boolean" ? { approved: verdict } : verdict;
  return approved ? approve(approval, reason) : refuse(approval, reason);
}

function partsOf({ artifacts = [] }: RemoteTask): readonly PartLike[] {
  return artifacts.flatMap(({ parts }) => parts);
}

function saidIn({ status }: RemoteTask): string {
  return textOf(status.message?.parts ?? []);
}

function contentOf(parts: readonly PartLike[]): Content {
  const files = parts.filter(({ raw, url }) => raw !== undefined || url !== undefined);
  return { text: textOf(parts), files, data: dataOf(parts) };
}

/** It may have ended by now. */
async function cancel(client: RemoteClient, id: string): Promise<void> {
  await client.cancelTask({ id }, { signal: AbortSignal.timeout(cancelMs) }).catch(() => undefined);
}
