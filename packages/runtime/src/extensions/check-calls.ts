import { formatIssue } from "../core/issue.ts";
import type { CallOptions } from "../service/call-context.ts";
import type { CheckCallsInit, SupportedExtension } from "../service/extension-support.ts";
import { urisOf } from "../service/extension-support.ts";
import { invalidAnswer } from "../service/invalid-answer.ts";
import type { ClientMethod } from "../service/method.ts";
import { invalidRequest } from "../service/request-error.ts";
import type { ClientInterceptor } from "../service/transport.ts";
import { wrapTransport } from "../service/wrap-transport.ts";

type Checked = Pick<SupportedExtension, "uri" | "otherUris" | "activation"> &
  Required<Pick<SupportedExtension, "problemsIn">>;

interface CheckedCall {
  readonly options: CallOptions;
  check(answer: unknown): unknown;
}

/**
 * Checks an extension's data in the calls of a client: what is wrong in a request is not sent, and what is
 * wrong in an answer for which the extension is active is an invalid answer.
 */
export function checkCalls(extension: Checked, { asked, protocol }: CheckCallsInit): ClientInterceptor {
  const uris = urisOf(extension);
  const isAlways = (extension.activation ?? "header") !== "header";
  const begin = (method: ClientMethod, request: unknown, options: CallOptions): CheckedCall => {
    const requested = [...asked(), ...(options.extensions ?? [])];
    if (!isAlways && !uris.some((uri) => requested.includes(uri)))
      return { options, check: (answer) => answer };
    const problems = extension.problemsIn(method.input.typeName, request);
    if (problems.length > 0) throw invalidRequest(problems, undefined, { origin: "client" });
    let isActive = isAlways;
    const onActivated = (activated: readonly string[]): void => {
      isActive ||= uris.some((uri) => activated.includes(uri));
      options.onActivated?.(activated);
    };
    return {
      options: { ...options, onActivated },
      check(answer) {
        if (!isActive) return answer;
        const found = extension.problemsIn(method.output.typeName, answer, { isAnswer: true });
        if (found.length === 0) return answer;
        const list = found.map(formatIssue).join("; ");
        throw invalidAnswer(protocol, `${method.name} returned wrong data of ${extension.uri}: ${list}`);
      },
    };
  };
  return (inner) =>
    wrapTransport(inner, {
      async unary(method, request, given) {
        const { options, check } = begin(method, request, given);
        return check(await inner.unary(method, request, options));
      },
      async *stream(method, request, given) {
        const { options, check } = begin(method, request, given);
        for await (const event of inner.stream(method, request, options)) yield check(event);
      },
    });
}
