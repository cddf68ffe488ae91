import { errors } from "@a2agen/a2a-1.0";
import type { BodyStream, HttpHandler } from "@a2agen/runtime/http";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import type { Step } from "./scenario.ts";

/** In the text of an error that stands for a break: what follows it is sent, as base64, before the cut. */
const sign = `a2agen-mock-break-${crypto.randomUUID()}:`;

const signed = new RegExp(`${sign}([\\w+/=]*);`);

/** The error with which a call ends by a step; undefined for steps that do not end it. */
export function breakOf({ error, cut, malformed }: Step, call: CallContext): CallError | undefined {
  if (error !== undefined) {
    const { name, message } = typeof error === "object" ? error : { name: error, message: undefined };
    // A reader let the name through.
    return errors[name as keyof typeof errors](message);
  }
  if (cut === undefined && malformed === undefined) return undefined;
  if (call.binding === "GRPC") {
    return malformed === undefined
      ? new CallError("UNAVAILABLE", "the connection was cut")
      : new CallError("INTERNAL", "the message cannot be read");
  }
  return new CallError("UNAVAILABLE", `${sign}${Buffer.from(malformed ?? "").toString("base64")};`);
}

/** Breaks connections off where an answer, or an event, is the error of such a step. */
export function breakConnections(handle: HttpHandler): HttpHandler {
  return async (request) => {
    const answer = await handle(request);
    if (answer?.body === undefined) return answer;
    const { body } = answer;
    if (typeof body === "object") return { ...answer, body: breakStream(body) };
    const found = signed.exec(body);
    if (found === null) return answer;
    return { ...answer, status: 200, body: breakStream({ pull: async () => body, cancel: () => undefined }) };
  };
}

/** Fails a body, which adapters then break off: behind what a socket has taken in this turn of the loop. */
export async function cutConnection(): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error("the connection was cut");
}

function breakStream(body: BodyStream): BodyStream {
  let isBroken = false;
  return {
    async pull() {
      if (isBroken) return cutConnection();
      const piece = await body.pull();
      const found = piece === undefined ? null : signed.exec(piece);
      if (found === null) return piece;
      isBroken = true;
      body.cancel();
      const text = Buffer.from(found[1] ?? "", "base64").toString();
      return text === "" ? cutConnection() : text;
    },
    cancel: () => body.cancel(),
    onAbort: (listener) => body.onAbort?.(listener),
  };
}
