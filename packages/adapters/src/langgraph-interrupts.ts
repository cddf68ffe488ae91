import type { JsonValue } from "@a2agen/runtime";
import type { Answer, Open } from "./shared/run-event.ts";
import { toJson } from "./shared/to-json.ts";

/** What the middleware of `langchain` that waits for approval interrupts with. */
interface ActionRequest {
  readonly name: string;
  readonly args?: unknown;
}

interface Interrupt {
  readonly id: string;
  readonly value: unknown;
}

/**
 * What interrupts wait for: those of the middleware have requests, which are approved one by one; a text is a
 * question; an object with `name` and `input` is an approval, too.
 */
export function toOpen(update: unknown): readonly Open[] {
  const { __interrupt__: interrupts = [] } = update as { readonly __interrupt__?: readonly Interrupt[] };
  return interrupts.flatMap(({ id, value }): readonly Open[] => {
    if (typeof value === "string") return [{ type: "question", id, text: value }];
    const {
      actionRequests,
      name = "this",
      input = value,
    } = (value ?? {}) as {
      readonly actionRequests?: readonly ActionRequest[];
      readonly name?: string;
      readonly input?: unknown;
    };
    if (actionRequests === undefined) return [{ type: "approval", id, name, input: toJson(input) }];
    return actionRequests.map(({ name, args }, index) => ({
      type: "approval",
      id: `${id}:${index}`,
      name,
      input: toJson(args),
    }));
  });
}

/**
 * What each interrupt is resumed with: decisions, `{ approved, reason? }`, or the text that answers the
 * question.
 */
export function toResume(open: readonly Open[], answers: readonly Answer[]): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const { type, id } of open) {
    const { approved = false, reason } = answers.find((answer) => answer.id === id) ?? {};
    const [interrupt = id, index] = id.split(":");
    if (type === "question") values[id] = reason ?? "";
    else if (index === undefined) values[id] = { approved, ...(reason !== undefined && { reason }) };
    else {
      const decision = approved
        ? { type: "approve" }
        : { type: "reject", ...(reason !== undefined && { message: reason }) };
      values[interrupt] = { decisions: [...decisionsOf(values[interrupt]), decision] };
    }
  }
  return values;
}

function decisionsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return typeof value === "object" && value !== null && "decisions" in value
    ? (value["decisions"] as JsonValue[])
    : [];
}
