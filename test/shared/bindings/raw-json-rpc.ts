import { eventsOf } from "./events-of.ts";
import { type Outcome, outcomeOfDetails, type RawCall } from "./outcome.ts";

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: readonly never[] };
}

/** Calls as someone would with curl. */
export function rawJsonRpc(url: string): RawCall {
  return async (method, params, headers) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: "raw-1", method, params }),
    });
    const text = await response.text();
    if (response.headers.get("content-type") === "text/event-stream") {
      return eventsOf(text, (_name, data) => readAnswer(data));
    }
    return readAnswer(text);
  };
}

function readAnswer(text: string): Outcome {
  const answer = JSON.parse(text) as Answer;
  if (answer.jsonrpc !== "2.0" || answer.id !== "raw-1") throw new Error(`no answer to the request: ${text}`);
  if (answer.error === undefined) return { kind: "value", value: answer.result };
  return outcomeOfDetails(answer.error.message, answer.error.data ?? []);
}
