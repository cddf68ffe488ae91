import type { Message, Task } from "@a2agen/a2a-1.0";
import { textRequest } from "../checks/tasks.ts";
import type { Check } from "../core/check.ts";
import type { RequirementId } from "../core/requirements.ts";
import { describe, NotReached, type Run, type Trial } from "../core/trial.ts";
import type { KnownData } from "./known-extension.ts";
import { makeMistakes, makeValue, type WrongValue } from "./make-values.ts";
import { activate, type Said, type Served, say } from "./talk.ts";

/** What data in answers is held against. */
export const ofData: readonly RequirementId[] = [
  "extensions.data",
  "extensions.place",
  "extensions.side",
  "extensions.task-state",
  "extensions.moves",
];

/** The objects of a request on which a client can put data: the request itself, and its message. */
const targets = [
  { type: "SendMessageRequest", of: (request: { message: Message }): object => request },
  { type: "Message", of: ({ message }: { message: Message }): object => message },
] as const;

function targetsOf(on: ReadonlySet<string>) {
  return targets.flatMap(({ type, of }) => {
    const typeName = [...on].find((name) => name.endsWith(`.${type}`));
    return typeName === undefined ? [] : [{ typeName, of }];
  });
}

/** Whether a client can put data on its requests. */
export function canSend(on: ReadonlySet<string>): boolean {
  return targetsOf(on).length > 0;
}

/** A message with all the data that clients write, all of it right. */
export function requestWithAll(trial: Trial, kinds: readonly KnownData[]): object {
  const request = textRequest(trial, trial.scenario.plain) as { message: Message };
  for (const kind of kinds.filter(({ from }) => from === "client")) put(request, kind, makeValue(kind));
  return request;
}

/** A message with data, right or wrong. */
function requestWith(
  trial: Trial,
  kind: KnownData,
  { value, message = {} }: { readonly value: unknown; readonly message?: Partial<Message> },
): object {
  const request = textRequest(trial, trial.scenario.plain, { message }) as { message: Message };
  put(request, kind, value);
  return request;
}

function put(request: { message: Message }, kind: KnownData, value: unknown): void {
  const [target] = targetsOf(kind.on);
  if (target === undefined || value === undefined) return;
  kind.accesses.get(target.typeName)?.loose.set(target.of(request), kind.isList ? [value] : value);
}

/** Sends data with mistakes: it is refused, or the agent goes on without it. */
export function wrongDataCheck(served: Served, kind: KnownData): Check {
  const { extension } = served;
  const isRefused = (kind.invalid ?? "refuse") === "refuse";
  const mistakes = makeMistakes(kind);
  return {
    id: `extensions.${extension.name}.wrong${kind.name === "" ? "" : `.${kind.name}`}`,
    covers: ["extensions.survives", ...(isRefused ? (["extensions.refused"] as const) : [])],
    isOnce: true,
    works: isRefused ? 0 : mistakes.length,
    *run(trial) {
      if (mistakes.length === 0) throw new NotReached("no value is found that its schema refuses");
      for (const mistake of mistakes) yield* sendWrong(trial, served, { kind, mistake, isRefused });
    },
  };
}

function* sendWrong(
  trial: Trial,
  served: Served,
  {
    kind,
    mistake,
    isRefused,
  }: { readonly kind: KnownData; readonly mistake: WrongValue; readonly isRefused: boolean },
): Run {
  const request = requestWith(trial, kind, mistake);
  const options = { headers: activate(trial, served), effect: isRefused ? "changes" : "works" } as const;
  const outcome = yield* trial.call("sendMessage", request, options);
  if (!survives(trial, outcome, mistake.what) || !isRefused || outcome.kind === "error") return;
  const what = `${kind.name || "data"} of ${served.extension.uris[0]}: ${mistake.what}`;
  trial.find("extensions.refused", `a refusal of wrong ${what}`, describe(outcome));
}

/** Whether an agent has answered, if only with a refusal. */
function survives(trial: Trial, outcome: Parameters<typeof describe>[0], what: string): boolean {
  const isInternal = outcome.kind === "error" && outcome.failure.kind === "internal";
  if (!isInternal && outcome.kind !== "broken") return true;
  trial.find("extensions.survives", `an answer to data of an extension: ${what}`, describe(outcome));
  return false;
}

/** Makes some moves that the client may make, and one that it may not. */
export function moveCheck(served: Served, text: string): Check {
  const { name, uris, kinds, terms } = served.extension;
  return {
    id: `extensions.${name}.moves`,
    covers: ["extensions.client-moves", "extensions.survives", ...ofData],
    isOnce: true,
    works: 4,
    *run(trial) {
      const { states } = terms;
      const kind = kinds.find((one) => one.name === states?.data);
      if (states === undefined || kind === undefined) return;
      const begin = (): Run<Said> => say(trial, served, { request: textRequest(trial, text) });
      const moveTo = (to: string, { id: taskId }: Task): object => {
        const value = makeValue(kind, { [states.field]: to }, states.carries.get(to));
        if (value === undefined) throw new NotReached(`no value is found that tells ${to}`);
        return requestWith(trial, kind, { value, message: { taskId } });
      };
      const first = yield* begin();
      const from = first.state;
      let { task } = first;
      if (from === undefined || task === undefined) throw new NotReached("the agent tells no state");
      // From a state that should not be there nothing follows.
      if (trial.findings.length > 0) return;
      const own = states.by?.client.get(from) ?? [];
      const other = [...states.moves.keys()].find((state) => state !== from && !own.includes(state));
      if (other !== undefined) {
        const options = { headers: activate(trial, served), effect: "changes" } as const;
        const outcome = yield* trial.call("sendMessage", moveTo(other, task), options);
        if (survives(trial, outcome, other) && outcome.kind !== "error") {
          trial.find(
            "extensions.client-moves",
            `a refusal of ${other} of ${uris[0]} after ${from}`,
            describe(outcome),
          );
          return;
        }
      }
      const isStreamed = trial.subject.card.capabilities.streaming === true;
      for (const [at, to] of own.slice(0, 2).entries()) {
        if (at > 0) ({ task } = yield* begin());
        if (task === undefined) return;
        yield* say(trial, served, { request: moveTo(to, task), before: to, isStreamed });
      }
    },
  };
}
