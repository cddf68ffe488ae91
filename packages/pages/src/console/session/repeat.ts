import { A2AService } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { allVersions } from "@a2agen/exchange/versions.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";
import { type AgentChoice, type AgentSurroundings, explain, type OpenAgent, openAgent } from "./agent.ts";

/** A call over one interface of the card. */
export interface Repetition {
  /** "1.0 HTTP+JSON https://agent.example.com". */
  readonly name: string;
  /** In the types of 1.0, with identifiers and times that differ from call to call replaced; those so far. */
  readonly answers: readonly unknown[];
  readonly error?: string;
  /** Absent while the call lasts. */
  readonly elapsedMs?: number;
}

/** Answers that are kept of a stream. */
const maximumAnswers = 1000;

/** A call in the types of 1.0; undefined for an exchange that is none of a version that is known. */
function readCall({
  protocol,
  method: wanted,
  request,
}: Exchange): [name: string, value: unknown] | undefined {
  const row = allVersions.find(({ service }) => service.protocol.name === protocol);
  const value = request.meaning?.value;
  const found = Object.entries<Method>(row?.service.methods ?? {}).find(([, { name }]) => name === wanted);
  if (row === undefined || found === undefined || value === undefined) return undefined;
  const [key] = found;
  if (row.translation === undefined) return [key, value];
  const method = row.translation.methods.find(({ older }) => older === key);
  return method === undefined ? undefined : [method.newer, method.request.upgrade(value).value];
}

/** Whether an exchange is a call that can be made over other interfaces. */
export function canRepeat(exchange: Exchange): boolean {
  return readCall(exchange) !== undefined;
}

/**
 * Makes the call of an exchange once over each interface of a card, one after the other, and tells what came
 * as it comes. A message gets a new identifier for each call. Never rejects.
 */
export async function repeatCall(
  exchange: Exchange,
  { agent, choice, around }: { agent: OpenAgent; choice: AgentChoice; around: AgentSurroundings },
  onChange: (repetitions: readonly Repetition[]) => void,
): Promise<void> {
  const done: Repetition[] = [];
  const call = readCall(exchange);
  if (call === undefined) return;
  for (const { url, protocolBinding: binding, protocolVersion: version } of agent.card.supportedInterfaces) {
    const name = `${version} ${binding} ${url}`;
    const answers: unknown[] = [];
    const start = performance.now();
    const tell = (more: Partial<Repetition> = {}): void =>
      onChange([...done, { name, answers: plain(answers), ...more }]);
    tell();
    let error: string | undefined;
    try {
      const use = { url, binding, version, card: agent.receivedCard };
      const opened = await openAgent({ ...choice, use }, around);
      for await (const answer of makeCall(opened, call)) {
        if (answers.length < maximumAnswers) answers.push(answer);
      }
    } catch (cause) {
      error = explain(cause);
    }
    const elapsedMs = Math.round(performance.now() - start);
    done.push({ name, answers: plain(answers), elapsedMs, ...(error === undefined ? {} : { error }) });
    onChange([...done]);
  }
}

async function* makeCall(
  { client }: OpenAgent,
  [name, value]: readonly [string, unknown],
): AsyncGenerator<unknown, void, undefined> {
  const call = (client as unknown as Readonly<Record<string, (request: unknown) => unknown>>)[name];
  const method = (A2AService.methods as Readonly<Record<string, Method>>)[name];
  if (call === undefined || method === undefined) return;
  const answer = call(withOwnMessage(value));
  if (method.kind === "server") yield* answer as AsyncIterable<unknown>;
  else yield await answer;
}

function withOwnMessage(request: unknown): unknown {
  if (!isObject(request) || !isObject(request["message"])) return request;
  return { ...request, message: { ...request["message"], messageId: crypto.randomUUID() } };
}

const identifiers: ReadonlySet<string> = new Set(["id", "taskId", "contextId", "messageId", "artifactId"]);

/** Values with identifiers numbered in the order in which they come, and without times. */
function plain(values: readonly unknown[]): readonly unknown[] {
  const numbers = new Map<string, string>();
  const write = (value: unknown, name: string): unknown => {
    if (typeof value === "string" && identifiers.has(name)) {
      const known = numbers.get(value) ?? `identifier ${numbers.size + 1}`;
      numbers.set(value, known);
      return known;
    }
    if (name === "timestamp") return "time";
    if (Array.isArray(value)) return value.map((each) => write(each, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, write(member, key)]));
  };
  return values.map((value) => write(value, ""));
}
