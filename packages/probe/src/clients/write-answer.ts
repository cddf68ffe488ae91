import { writeProto } from "@a2agen/generators/cases/write-proto.ts";
import type { ModelIndex } from "@a2agen/generators/model/index-model.ts";
import { statusTable } from "@a2agen/runtime/binding";
import { bytesToBase64, isObject } from "@a2agen/runtime/internal";
import { encodeStatus } from "@a2agen/runtime/internal/wire";
import type { HttpBinding, Method } from "@a2agen/runtime/service";
import { errorRow } from "../core/failure.ts";
import { methodOf, type Subject } from "../core/subject.ts";
import { type Answer, isPause, type Json, type Pause, type ScriptedFailure } from "./behaviour.ts";
import type { Reply } from "./listener.ts";

/** The call that is answered. */
export interface Answered {
  readonly subject: Subject;
  /** Of 1.0. */
  readonly member: string;
  /** `id` of JSON-RPC. */
  readonly id: unknown;
  /** Of the version, for gRPC: no codec writes what is wrong. */
  readonly index: ModelIndex | undefined;
}

/**
 * Writes an answer over the binding that is spoken. Only the model and the shapes of the specification write
 * it, no server of ours.
 */
export function writeAnswer(answer: Answer, call: Answered): Reply {
  if (answer.http !== undefined) return answer.http;
  return call.subject.binding === "GRPC" ? writeGrpc(answer, call) : writeHttp(answer, call);
}

function isServerStream({ subject, member }: Answered): boolean {
  return methodOf(subject, member)?.kind === "server";
}

/** A value of 1.0 in the version that is spoken, changed. */
function toNative(value: object, at: number, answer: Answer, call: Answered): unknown {
  const { subject, member } = call;
  const { translation, binding } = subject;
  const found = translation?.methods.find(({ newer }) => newer === member);
  const native = found === undefined ? value : found.response.downgrade(structuredClone(value)).value;
  const form = binding === "GRPC" ? "binary" : "json";
  const counted = count(native, answer.generation?.(at) ?? at + 1, subject);
  return answer.edit === undefined ? counted : answer.edit(structuredClone(counted) as Json, form, at);
}

/** Writes the generation of its task into an event, where the profile of the version has a place for it. */
function count(event: unknown, generation: number, { spoken }: Subject): unknown {
  const { eventGenerations = [] } = spoken.service.protocol.tasks ?? {};
  const [kind, field] =
    eventGenerations.find(([name = ""]) => isObject(event) && isObject(event[name])) ?? [];
  if (kind === undefined || field === undefined || !isObject(event)) return event;
  return { ...event, [kind]: { ...(event[kind] as Json), [field]: String(generation) } };
}

function writeHttp(answer: Answer, call: Answered): Reply {
  const { subject } = call;
  const isRpc = subject.binding === "JSONRPC";
  const isStream = isServerStream(call);
  const { failure, values = [] } = answer;
  if (failure !== undefined && values.length === 0) return writeFailure(failure, answer, call);
  const rule = ruleOf(methodOf(subject, call.member));
  let at = 0;
  const pieces = values.map((value): Uint8Array | Pause => {
    if (isPause(value)) return value;
    const place = at++;
    const native = toNative(value, place, answer, call);
    const own = isObject(native) && rule?.responseBody !== undefined ? native[rule.responseBody] : native;
    const whole = isRpc ? envelop({ result: native }, call.id) : own;
    const enveloped = isRpc && answer.envelope !== undefined ? answer.envelope(whole as Json, place) : whole;
    const text = answer.text?.(JSON.stringify(enveloped) ?? "", place) ?? JSON.stringify(enveloped) ?? "";
    return encode(isStream ? (answer.event?.(text, place) ?? `data: ${text}\n\n`) : text);
  });
  if (failure !== undefined) {
    const text = JSON.stringify(
      isRpc ? envelop({ error: rpcError(failure, call) }, call.id) : httpError(failure, call),
    );
    pieces.push(encode(`data: ${text}\n\n`));
  }
  const type = isStream ? "text/event-stream" : "application/json";
  return finish(
    { status: answer.status ?? 200, headers: { "content-type": type, ...answer.headers } },
    pieces,
    answer,
  );
}

function finish(reply: Reply, pieces: readonly (Uint8Array | Pause)[], answer: Answer): Reply {
  const bytes = pieces.filter((piece) => piece instanceof Uint8Array);
  return {
    ...reply,
    pieces: answer.pieces === undefined ? pieces : answer.pieces(bytes),
    ...(answer.end === undefined ? {} : { end: answer.end }),
  };
}

function ruleOf(method: Method | undefined): HttpBinding | undefined {
  return method?.http[0];
}

function envelop(body: object, id: unknown): object {
  return { jsonrpc: "2.0", id, ...body };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function writeFailure(failure: ScriptedFailure, answer: Answer, call: Answered): Reply {
  const isRpc = call.subject.binding === "JSONRPC";
  const body = isRpc ? envelop({ error: rpcError(failure, call) }, call.id) : httpError(failure, call);
  const enveloped = isRpc && answer.envelope !== undefined ? answer.envelope(body as Json, 0) : body;
  const { errorBody } = call.subject.spoken.service.protocol;
  const type = !isRpc && errorBody === "problem+json" ? "application/problem+json" : "application/json";
  const status = answer.status ?? (isRpc ? (failure.jsonRpcStatus ?? 200) : codesOf(failure, call).http);
  return finish(
    { status, headers: { "content-type": type, ...answer.headers } },
    [encode(JSON.stringify(enveloped))],
    answer,
  );
}

interface Codes {
  readonly jsonRpc: number | string;
  readonly http: number;
  readonly grpc: number;
  readonly status: string;
  readonly details: readonly (Json & { readonly "@type": string })[];
  readonly problemType: string | undefined;
}

function codesOf({ name, ...own }: ScriptedFailure, { subject }: Answered): Codes {
  const row = name === undefined ? undefined : errorRow(name, subject);
  const { errorDomain } = subject.spoken.service.protocol;
  const status = row?.grpc ?? "INTERNAL";
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: row?.reason,
    domain: errorDomain,
  };
  return {
    jsonRpc: own.jsonRpc ?? row?.jsonRpc ?? -32603,
    http: own.http ?? row?.http ?? 500,
    grpc: own.grpc ?? statusTable[status].grpc,
    status,
    details: row === undefined || own.isBare === true ? [] : [info],
    problemType: row?.problemType,
  };
}

function rpcError(failure: ScriptedFailure, call: Answered): object {
  const { jsonRpc, details } = codesOf(failure, call);
  const { jsonRpcErrorData } = call.subject.spoken.service.protocol;
  return {
    code: jsonRpc,
    message: failure.message ?? failure.name ?? "Failed",
    ...(details.length === 0 || jsonRpcErrorData === "object" ? {} : { data: details }),
  };
}

function httpError(failure: ScriptedFailure, call: Answered): object {
  const { http, status, details, problemType, jsonRpc } = codesOf(failure, call);
  const text = failure.message ?? failure.name ?? "Failed";
  switch (call.subject.spoken.service.protocol.errorBody) {
    case "problem+json":
      return { type: problemType ?? "about:blank", title: text, status: http, detail: text };
    case "json-rpc":
      return { code: jsonRpc, message: text };
    case "status":
      return { error: { code: http, status, message: text, ...(details.length === 0 ? {} : { details }) } };
  }
}

function writeGrpc(answer: Answer, call: Answered): Reply {
  const { failure, values = [] } = answer;
  let at = 0;
  const pieces = values.map((value) =>
    isPause(value) ? value : frame(toBinary(toNative(value, at++, answer, call), call)),
  );
  const head = { "content-type": "application/grpc", ...answer.headers };
  const status = { status: answer.status ?? 200, headers: head };
  if (failure === undefined) {
    return { ...finish(status, pieces, answer), trailers: { "grpc-status": String(answer.grpcStatus ?? 0) } };
  }
  const { grpc, details } = codesOf(failure, call);
  const text = failure.message ?? failure.name ?? "Failed";
  const bin = encodeStatus({ code: grpc, message: text, details });
  return {
    ...finish(status, pieces, answer),
    trailers: {
      "grpc-status": String(grpc),
      "grpc-message": encodeURIComponent(text),
      ...(details.length === 0 ? {} : { "grpc-status-details-bin": bytesToBase64(bin) }),
    },
  };
}

function toBinary(value: unknown, { subject, member, index }: Answered): Uint8Array {
  const method = methodOf(subject, member);
  if (method === undefined || index === undefined) throw new TypeError(`${member}: no method of gRPC`);
  return writeProto(method.output.typeName, value, index);
}

function frame(message: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, 5);
  return bytes;
}
