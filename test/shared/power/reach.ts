import type { HttpHandler } from "../../../packages/runtime/src/http/http-message.ts";
import type { Effect, WireAnswer, WireCall } from "../faults/fault.ts";
import { mapEvents, readCall } from "../faults/with-fault.ts";

/** What an agent was asked and answered: what mutants can change. */
export interface Traffic {
  readonly call: WireCall;
  /** Absent for an event of a stream. */
  readonly answer?: WireAnswer;
  readonly event?: { readonly value: unknown; readonly at: number };
}

/** A handler whose traffic is kept. */
export function recording(handler: HttpHandler, traffic: Traffic[]): HttpHandler {
  return async (request) => {
    const bytes = await request.body({ maximumBytes: 10_000_000, timeoutMs: 30_000 });
    const call = readCall(request, Buffer.from(bytes).toString());
    const response = await handler({
      ...request,
      method: request.method,
      target: request.target,
      header: (name) => request.header(name),
      body: async () => bytes,
      onDisconnect: (listener) => request.onDisconnect(listener),
    });
    if (response === undefined) return response;
    const { status, headers, body } = response;
    traffic.push({
      call,
      answer: { status, headers: { ...headers }, body: typeof body === "string" ? body : "", trailers: {} },
    });
    if (typeof body !== "object") return response;
    const keep = (value: unknown, at: number): readonly unknown[] => {
      traffic.push({ call, event: { value, at } });
      return [value];
    };
    return { ...response, body: mapEvents(body, keep) };
  };
}

/** Whether an effect changes anything of the traffic; what depends on calls before is taken to. */
export function reaches(effect: Effect, traffic: readonly Traffic[]): boolean {
  return traffic.some(({ call, answer, event }) => {
    switch (effect.kind) {
      case "answer": {
        if (answer === undefined || !effect.when(call, answer.body)) return false;
        const copy = structuredClone(answer);
        try {
          effect.change(copy, call);
        } catch {
          // What is no JSON has no such place.
          return false;
        }
        return JSON.stringify(copy) !== JSON.stringify(answer);
      }
      case "events":
        return (
          event !== undefined &&
          effect.when(call) &&
          JSON.stringify(effect.map(structuredClone(event.value), event.at)) !== JSON.stringify([event.value])
        );
      case "call":
        return (
          answer !== undefined &&
          effect.when(call) &&
          effect.text(call) !== JSON.stringify(JSON.parse(call.text))
        );
      case "header":
        return [...headersRead].some((name) => effect.read(name, call.header(name)) !== call.header(name));
      default:
        return true;
    }
  });
}

const headersRead = ["a2a-version", "a2a-extensions", "authorization", "if-none-match", "content-type"];
