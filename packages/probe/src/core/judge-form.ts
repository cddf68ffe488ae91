import { isRefusedByHttp } from "./failure.ts";
import { headerOf, isStream, type Outcome } from "./outcome.ts";
import type { RequirementId } from "./requirements.ts";
import { methodOf, type Subject } from "./subject.ts";

export type FormFinding = readonly [requirement: RequirementId, expected: string, came: string];

/** Requirements that every answer is held against. */
export const everywhere: readonly RequirementId[] = [
  "answers.answered",
  "answers.valid",
  "jsonrpc.content-type",
  "jsonrpc.envelope",
  "jsonrpc.status",
  "http.content-type",
  "errors.code",
  "errors.form",
  "errors.message",
  "errors.info",
  "errors.info-jsonrpc",
  "errors.problem-type",
];

/** What is wrong with the form of an answer, whatever was asked. */
export function* judgeForm(
  outcome: Outcome,
  subject: Subject,
  member: string,
): Generator<FormFinding, void, undefined> {
  if (outcome.kind === "broken") {
    yield ["answers.answered", "an answer that can be read", outcome.reason];
    return;
  }
  const { answer } = outcome.exchange;
  // What stands before the binding may know nothing of it: only a SHOULD asks for its error codes (7.4).
  if (isRefusedByHttp(answer?.status ?? 0)) return;
  const type = headerOf(answer?.headers, "content-type") ?? "";
  const { binding, spoken } = subject;
  for (const { path, message, rule } of outcome.problems) {
    const place = path === "" ? message : `${path}: ${message}`;
    if (rule === "json-rpc") yield ["jsonrpc.envelope", "a response of JSON-RPC 2.0", place];
    else yield ["answers.valid", `a valid ${methodOf(subject, member)?.output.typeName ?? "message"}`, place];
  }
  const { contentTypes } = spoken.service.protocol;
  if (binding === "JSONRPC") {
    if (!isStream(outcome.exchange) && !/^application\/json\b/i.test(type)) {
      yield ["jsonrpc.content-type", "application/json", type || "no content-type"];
    }
    if (answer?.status !== 200 && outcome.kind !== "error") {
      yield ["jsonrpc.status", "HTTP 200", `HTTP ${answer?.status}`];
    }
  }
  if (binding === "HTTP+JSON" && !isStream(outcome.exchange) && (answer?.frames ?? []).length > 0) {
    const allowed = outcome.kind === "error" ? contentTypes.error.accept : contentTypes.http.accept;
    const bare = type.split(";")[0]?.trim().toLowerCase() ?? "";
    if (!allowed.includes(bare)) {
      yield ["http.content-type", allowed.join(" or "), type || "no content-type"];
    }
  }
  const isServerStream = methodOf(subject, member)?.kind === "server";
  if (outcome.kind === "value" && isServerStream) {
    yield ["streams.event-stream", contentTypes.stream, type || "no content-type"];
  }
  const failure = outcome.kind === "error" || outcome.kind === "events" ? outcome.failure : undefined;
  if (failure === undefined) return;
  if (failure.message === "") yield ["errors.message", "a message for people", "none"];
  for (const problem of failure.problems) yield ["errors.form", "the form of errors of the binding", problem];
}
