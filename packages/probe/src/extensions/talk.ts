import type { AgentExtension, SendMessageResponse, Task } from "@a2agen/a2a-1.0";
import type { Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { hasEnded, isWaiting, settle } from "../checks/tasks.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Subject } from "../core/subject.ts";
import { describe, NotReached, type Run, type Trial } from "../core/trial.ts";
import { judgeData, judgeMoves, type ToldState } from "./judge-data.ts";
import type { CoreTypes, Knowledge, KnownExtension } from "./known-extension.ts";
import { type FoundObject, listObjects } from "./list-objects.ts";
import { textFor } from "./make-values.ts";

/** An extension, with what its checks need. */
export interface Served {
  readonly extension: KnownExtension;
  readonly knowledge: Knowledge;
}

/** What the card says of an extension; undefined where it does not declare it. */
export function declarationOf(
  { card }: Subject,
  { uris }: Pick<KnownExtension, "uris">,
): AgentExtension | undefined {
  return card.capabilities.extensions?.find(({ uri = "" }) => uris.includes(uri));
}

/** The headers that activate an extension and what it needs, beside those that the card requires. */
export function activate(
  trial: Trial,
  { extension, knowledge }: Served,
  { without }: { readonly without?: string } = {},
): readonly Header[] {
  const { extensionsParameter } = trial.subject.spoken.service.protocol;
  if (extensionsParameter === undefined) throw new NotReached("the version has no header for extensions");
  const { extensions = [] } = trial.subject.card.capabilities;
  const required = extensions.flatMap(({ uri = "", required: isRequired }) =>
    isRequired === true ? uri : [],
  );
  const needed = extension.terms.options.dependencies.flatMap(({ uri, optional }) => (optional ? [] : uri));
  const asked = declarationOf(trial.subject, extension)?.uri ?? "";
  const uris = [...new Set([...required, ...needed, asked])];
  const rules = knowledge.extensions
    .filter((known) => known.uris.some((uri) => uris.includes(uri)))
    .flatMap(({ terms }) => terms.headers);
  const given = new Set(trial.subject.headers.map(({ name }) => name.toLowerCase()));
  return [
    { name: extensionsParameter.name, value: uris.join(", ") },
    ...rules
      .filter(
        ({ name, required: isNeeded }) => isNeeded && name !== without && !given.has(name.toLowerCase()),
      )
      .map(({ name, pattern = ".+" }) => {
        const value = textFor(pattern);
        if (value === undefined)
          throw new NotReached(`give the header that ${asked} needs: --header '${name}: ...'`);
        return { name, value };
      }),
  ];
}

/** The objects in an answer of a method. */
export function objectsIn(core: CoreTypes, member: string, value: unknown): readonly FoundObject[] {
  return listObjects(core, core.methods.get(member)?.output ?? "", value);
}

/** What the agent has said of the state, and the task that it is in. */
export interface Said {
  readonly state: string | undefined;
  readonly task: Task | undefined;
}

export interface SayInit {
  readonly request: object;
  /** The state that the client has told. */
  readonly before?: string | undefined;
  readonly isStreamed?: boolean;
}

/** Sends a message with an extension active, and judges the data in what comes. */
export function* say(
  trial: Trial,
  served: Served,
  { request, before, isStreamed = false }: SayInit,
): Run<Said> {
  const headers = activate(trial, served);
  const member = isStreamed ? "sendStreamingMessage" : "sendMessage";
  const outcome = yield* trial.call(member, request, { headers });
  const values = outcome.kind === "events" ? outcome.events : [answerOf(outcome)];
  const told = values.flatMap((value) => judge(trial, served, { member, value }));
  let { task } = (values[0] ?? {}) as SendMessageResponse;
  if (!isStreamed && task !== undefined && !hasEnded(trial, task) && !isWaiting(trial, task)) {
    task = yield* settle(trial, task);
    told.push(...judge(trial, served, { member: "getTask", value: task }));
  }
  return { state: judgeMoves(trial, served.extension, { told, before }), task };
}

/** A valid answer; throws NotReached for others, which other checks are about. */
export function answerOf(outcome: Outcome): unknown {
  if (outcome.kind === "value" && outcome.value !== undefined) return outcome.value;
  throw new NotReached(`the agent answers with ${describe(outcome)}`);
}

function judge(
  trial: Trial,
  { extension, knowledge }: Served,
  { member, value }: { readonly member: string; readonly value: unknown },
): readonly ToldState[] {
  const params = declarationOf(trial.subject, extension)?.params;
  return judgeData(trial, objectsIn(knowledge.core, member, value), { extension, params });
}
