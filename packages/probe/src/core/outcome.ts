import type {
  Bytes,
  Exchange,
  Header,
  Problem,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readExchange } from "@a2agen/exchange/meaning/read-exchange.ts";
import { valueAt } from "@a2agen/runtime/internal/wire";
import {
  type Failure,
  isRefusedByHttp,
  readGrpcFailure,
  readHttpFailure,
  readJsonRpcFailure,
} from "./failure.ts";
import { spellingProblems } from "./spelling.ts";
import { methodOf, type Subject, upgradeAnswer } from "./subject.ts";
import { enough } from "./transport/limits.ts";

/** What came of a call, in the types of 1.0, read from the record alone. */
export type Outcome = {
  readonly exchange: Exchange;
  readonly problems: readonly Problem[];
  /** It can be read as clients read it, in spite of its problems. */
  readonly isMended?: boolean;
} & (
  | { readonly kind: "value"; readonly value: unknown }
  | {
      readonly kind: "events";
      readonly events: readonly unknown[];
      /** The place of the first one that says that it is the last; -1 without such a one. */
      readonly lastAt: number;
      /** What ended the stream, if it was an error. */
      readonly failure: Failure | undefined;
      /** Whether the agent ended it. */
      readonly isWhole: boolean;
    }
  | { readonly kind: "error"; readonly failure: Failure }
  /** No answer, or nothing that can be read. */
  | { readonly kind: "broken"; readonly reason: string }
);

/** Reads an exchange; never throws. */
export function readOutcome(exchange: Exchange, subject: Subject, member: string): Outcome {
  const { answer, end } = exchange;
  const broken = (reason: string): Outcome => ({ kind: "broken", reason, exchange, problems: [] });
  if (answer === undefined) return broken(end?.error ?? "no answer");
  const ended = end?.error;
  if (subject.binding === "GRPC") return readGrpcOutcome(exchange, subject, member);
  if (ended !== undefined && ended !== enough && !isStream(exchange)) return broken(ended);
  const { frames = [], status } = answer;
  if (status >= 300 && status < 400) {
    return broken(`HTTP ${status}, a redirect to ${headerOf(answer.headers, "location") ?? "nowhere"}`);
  }
  const body = parse(frames[0]?.bytes);
  const isBound = subject.binding === "HTTP+JSON" ? body !== undefined : isRecord(body) && "jsonrpc" in body;
  if (isRefusedByHttp(status) && !isBound) {
    return { kind: "error", failure: readHttpFailure(status, body, subject), exchange, problems: [] };
  }
  if (subject.binding === "HTTP+JSON" && status >= 400) {
    if (body === undefined)
      return broken(`HTTP ${status} with a body that is no JSON: ${excerpt(frames[0]?.bytes)}`);
    return { kind: "error", failure: readHttpFailure(status, body, subject), exchange, problems: [] };
  }
  const read = readFrames(exchange, subject, member);
  const first = read.items[0];
  if (isStream(exchange)) {
    if (first?.kind === "error") return { ...first, exchange, problems: read.problems };
    const events = read.items.flatMap((item) => (item.kind === "value" ? [item.value] : []));
    const failure = read.items.flatMap((item) => (item.kind === "error" ? [item.failure] : []))[0];
    const { problems, isMended, lastAt } = read;
    const isWhole = ended === undefined;
    return { kind: "events", events, lastAt, failure, isWhole, exchange, problems, isMended };
  }
  if (first !== undefined) {
    return { ...first, exchange, problems: read.problems, isMended: read.isMended };
  }
  if (status >= 200 && status < 300 && frames.length === 0 && subject.binding === "HTTP+JSON") {
    return { kind: "value", value: {}, exchange, problems: [] };
  }
  return broken(`HTTP ${status} with a body that is no answer: ${excerpt(frames[0]?.bytes)}`);
}

/** Whether HTTP refuses the form of a request, as far as can be told: no error of the protocol has a name. */
export function isFormRefused(outcome: Outcome): boolean {
  const { status = 0 } = outcome.exchange.answer ?? {};
  const isNamed = outcome.kind === "error" && outcome.failure.isNamed;
  return !isNamed && [400, 404, 405, 415, 422].includes(status);
}

type Item =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly failure: Failure };

function readFrames(
  exchange: Exchange,
  subject: Subject,
  member: string,
): {
  readonly items: readonly Item[];
  readonly problems: readonly Problem[];
  readonly isMended: boolean;
  readonly lastAt: number;
} {
  const { request, answer } = exchange;
  const reader = readExchange(request, subject.spoken);
  const isRpc = subject.binding === "JSONRPC";
  const problems: Problem[] = [];
  const items: Item[] = [];
  let isMended = true;
  let lastAt = -1;
  for (const [at, { bytes }] of (answer?.frames ?? []).entries()) {
    const body = parse(bytes);
    const meaning = reader.frame(bytes, { status: answer?.status ?? 0 });
    if (isRpc && isRecord(body) && "error" in body) {
      items.push({ kind: "error", failure: readJsonRpcFailure(body["error"], subject) });
    } else if (!isRpc && subject.binding !== "GRPC" && isRecord(body) && isRecord(body["error"])) {
      const { code } = body["error"];
      items.push({
        kind: "error",
        failure: readHttpFailure(typeof code === "number" ? code : 500, body, subject),
      });
    } else if (meaning?.value !== undefined && meaning.type !== undefined) {
      const isRight = (meaning.problems ?? []).length === 0;
      const mended = isRight ? undefined : mend(subject, member, meaning.value);
      isMended &&= isRight || mended !== undefined;
      const value = upgradeAnswer(subject, member, mended ?? structuredClone(meaning.value));
      if (lastAt === -1 && saysLast(meaning.value, subject)) lastAt = items.length;
      items.push({ kind: "value", value });
    }
    const place = isStream(exchange) ? `event ${at + 1}: ` : "";
    const codec = methodOf(subject, member)?.output;
    const isSpelled =
      codec === undefined || meaning?.type !== codec.typeName || meaning.problems !== undefined;
    const spelling = isSpelled ? [] : spellingProblems(codec, meaning.value);
    for (const problem of [...(meaning?.problems ?? []), ...spelling])
      problems.push({ ...problem, message: `${place}${problem.message}` });
  }
  return { items, problems, isMended, lastAt };
}

/** Whether an event says that no other one follows, as some versions have it. */
function saysLast(event: unknown, { spoken }: Subject): boolean {
  const { eventTag, eventEnds = [] } = spoken.service.protocol.tasks ?? {};
  const tag = eventTag === undefined ? undefined : valueAt(event, [eventTag]);
  const found = typeof tag === "string" ? { [tag]: event } : event;
  return eventEnds.some((path) => valueAt(found, path) === true);
}

/** An answer as lenient clients read it; undefined for one that they cannot read either. */
function mend(subject: Subject, member: string, value: unknown): unknown {
  const result = methodOf(subject, member)?.output.tryDecode(structuredClone(value), { lenient: true });
  return result?.ok === true ? result.value : undefined;
}

function readGrpcOutcome(exchange: Exchange, subject: Subject, member: string): Outcome {
  const { answer, end } = exchange;
  const { trailers = [], headers = [], status: http = 0 } = answer ?? {};
  const status = headerOf(trailers, "grpc-status");
  const isServerStream = methodOf(subject, member)?.kind === "server";
  const broken = (reason: string): Outcome => ({ kind: "broken", reason, exchange, problems: [] });
  if (http !== 200) return broken(`HTTP ${http} instead of 200`);
  if (headerOf(headers, "content-type")?.startsWith("application/grpc") !== true) {
    return broken(`content-type ${headerOf(headers, "content-type") ?? "is missing"}`);
  }
  const isOurs = end?.error === enough;
  if (status === undefined && !isOurs) return broken(end?.error ?? "no grpc-status");
  const { items, problems, isMended, lastAt } = readFrames(exchange, subject, member);
  const values = items.flatMap((item) => (item.kind === "value" ? [item.value] : []));
  const failure =
    status === undefined || status === "0"
      ? undefined
      : readGrpcFailure(
          status,
          {
            message: headerOf(trailers, "grpc-message") ?? "",
            details: headerOf(trailers, "grpc-status-details-bin"),
          },
          subject,
        );
  if (failure !== undefined && values.length === 0) return { kind: "error", failure, exchange, problems };
  if (isServerStream)
    return {
      kind: "events",
      events: values,
      lastAt,
      failure,
      isWhole: !isOurs,
      exchange,
      problems,
      isMended,
    };
  if (values.length === 0 && problems.length === 0) return broken("status OK without a message");
  return { kind: "value", value: values[0], exchange, problems, isMended };
}

export function isStream({ answer }: Pick<Exchange, "answer">): boolean {
  return headerOf(answer?.headers, "content-type")?.startsWith("text/event-stream") === true;
}

export function headerOf(headers: readonly Header[] | undefined, wanted: string): string | undefined {
  return headers?.find(({ name }) => name === wanted)?.value;
}

function parse(bytes: Bytes | undefined): unknown {
  try {
    return bytes?.text === undefined ? undefined : (JSON.parse(bytes.text) as unknown);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function excerpt(bytes: Bytes | undefined): string {
  const text = bytes?.text ?? (bytes === undefined ? "nothing" : "bytes that are no text");
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
