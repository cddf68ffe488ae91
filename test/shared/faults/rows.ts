import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import { answered, at, atEnd, calls, events, json, put, unknownTask } from "./effects.ts";
import type { AnswerTest, CallTest, Effect, Fault } from "./fault.ts";

/** By the requirement that finds them: names of faults, and what an agent does. */
export type Faults = Readonly<Partial<Record<RequirementId, Readonly<Record<string, Effect>>>>>;

export function listFaults(groups: Faults): readonly Pick<Fault, "name" | "by" | "effect">[] {
  return Object.entries(groups).flatMap(([by, effects]) =>
    Object.entries(effects).map(([name, effect]) => ({ name, by: by as RequirementId, effect })),
  );
}

export const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
export const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] };
export const history = [{ messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] }];
export const isUnknown = ({ params }: { readonly params: object }): boolean =>
  [at(params, "id"), at(params, "taskId"), at(params, "message.taskId")].some((id) =>
    String(id).startsWith(unknownTask),
  );

export const card: CallTest = ({ target }) => target.endsWith("/agent-card.json");
export const known = calls("GetTask", (_, call) => !isUnknown(call));
export const plainGet = answered(
  calls("GetTask", (params, call) => !isUnknown(call) && params["historyLength"] === undefined),
);

export const bodyIs =
  (test: RegExp): CallTest =>
  ({ text: body }) =>
    test.test(body);

export const sent = (fits: (params: object) => boolean = () => true): AnswerTest =>
  answered(calls("SendMessage", (params, call) => !isUnknown(call) && fits(params)));

export const begun = sent((params) => at(params, "message.taskId") === undefined);
export const isElsewhere = (params: object): boolean =>
  String(at(params, "message.contextId")).endsWith("-other-context");
export const elsewhere = calls("SendMessage", isElsewhere);

export const listed = (fits: (params: Readonly<Record<string, unknown>>) => boolean = () => true): CallTest =>
  calls(
    "ListTasks",
    (params) => params["contextId"] !== undefined && params["contextId"] !== unknownTask && fits(params),
  );

export const lists = (fits?: Parameters<typeof listed>[0]): AnswerTest => answered(listed(fits));
export const backwards = json((body) =>
  put(body, "result.history", ((at(body, "result.history") ?? []) as readonly unknown[]).toReversed()),
);

export const streamed = calls("SendStreamingMessage", (_, call) => !isUnknown(call));
export const asEnd = (change: (event: unknown) => unknown): Effect => events(streamed, atEnd(change));
