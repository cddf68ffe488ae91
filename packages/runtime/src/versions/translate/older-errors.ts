import { isPromise } from "../../core/object.ts";
import { callHandler, iterateAnswer } from "../../host/handler.ts";
import type { CallContext } from "../../service/call-context.ts";
import { isCallError } from "../../service/call-error.ts";
import type { Method, ServiceDefinition } from "../../service/method.ts";
import type { ServiceTranslation } from "./service-translation.ts";
import { translateError } from "./translate-error.ts";

/** A handler whose requests and answers are the same in every version, with the errors of the older one. */
export function withOlderErrors(
  { methods }: ServiceDefinition,
  handler: object,
  translation: ServiceTranslation,
): object {
  const explain = (error: unknown): unknown =>
    isCallError(error)
      ? translateError(error, translation, { direction: "downgrade", pairs: [], sent: undefined })
      : error;
  const members = Object.entries<Method>(methods).map(([key, method]) => {
    const own = { handler, key, name: method.name };
    const call = (request: unknown, context: CallContext): unknown => {
      try {
        const answer = callHandler(own, request, context);
        if (method.kind === "server" || method.kind === "bidi") return explained(answer, { method, explain });
        return isPromise(answer)
          ? answer.catch((error: unknown) => {
              throw explain(error);
            })
          : answer;
      } catch (error) {
        throw explain(error);
      }
    };
    return [key, call] as const;
  });
  return Object.fromEntries(members);
}

interface ExplainInit {
  readonly method: Method;
  readonly explain: (error: unknown) => unknown;
}

async function* explained(answer: unknown, { method, explain }: ExplainInit): AsyncGenerator {
  const events = { [Symbol.asyncIterator]: () => iterateAnswer(answer, method) };
  try {
    yield* events;
  } catch (error) {
    throw explain(error);
  }
}
