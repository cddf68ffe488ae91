import type { Attributes } from "@opentelemetry/api";
import { taskMethods, taskStates } from "./names.ts";

/** Most tasks that a message refers to which are named. */
const maximumReferences = 100;

/** What the convention wants of a request, in any version. No content of messages. */
export function factsOfRequest(method: string | undefined, request: unknown): Attributes {
  const { message, tenant, contextId, taskId, id } = membersOf(request);
  const sent = membersOf(message);
  const isOfTask = method !== undefined && taskMethods.has(method);
  const references = Array.isArray(sent["referenceTaskIds"]) ? sent["referenceTaskIds"] : [];
  const named = references.slice(0, maximumReferences).filter((each) => typeof each === "string");
  return {
    ...text("a2a.message.id", sent["messageId"]),
    ...text("a2a.task.id", isOfTask ? (taskId ?? id) : sent["taskId"]),
    ...text("a2a.tenant", tenant),
    ...text("gen_ai.conversation.id", sent["contextId"] ?? contextId),
    ...(named.length > 0 && { "a2a.message.reference_task_ids": named }),
  };
}

/** What the convention wants of an answer or event, in any version. */
export function factsOfAnswer(answer: unknown): Attributes {
  const given = membersOf(answer);
  const wrapped = given["task"] ?? given["statusUpdate"] ?? given["artifactUpdate"] ?? given["message"];
  const { taskId, id, contextId, status } = membersOf(wrapped ?? answer);
  const { state } = membersOf(status);
  return {
    ...text("a2a.task.id", taskId ?? (status === undefined ? undefined : id)),
    ...text("gen_ai.conversation.id", contextId),
    ...(typeof state === "string" && { "a2a.task.state": toTaskState(state) }),
  };
}

const cards = new WeakMap<object, Attributes>();

/** What the convention wants of a card, which is read once. */
export function factsOfCard(card: object | undefined): Attributes {
  if (card === undefined) return {};
  let facts = cards.get(card);
  if (facts === undefined) {
    const { name, description, version } = membersOf(card);
    facts = {
      ...text("gen_ai.agent.name", name),
      ...text("gen_ai.agent.description", description),
      ...text("gen_ai.agent.version", version),
    };
    cards.set(card, facts);
  }
  return facts;
}

/** The part of it by which a sampler may decide. */
export function nameOfCard(card: object | undefined): Attributes {
  const { name } = membersOf(card);
  return text("gen_ai.agent.name", name);
}

/** The texts of a request's message; undefined if it has none. */
export function textOfRequest(request: unknown): string | undefined {
  const { parts } = membersOf(membersOf(request)["message"]);
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.map((part) => membersOf(part)["text"]).filter((each) => typeof each === "string");
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** Earlier versions write "input-required". */
function toTaskState(state: string): string {
  if (taskStates.has(state)) return state;
  const named = `TASK_STATE_${state.replaceAll("-", "_").toUpperCase()}`;
  return taskStates.has(named) ? named : "TASK_STATE_UNSPECIFIED";
}

function text(name: string, value: unknown): Attributes {
  return typeof value === "string" && value !== "" ? { [name]: value } : {};
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
