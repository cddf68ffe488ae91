import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler, createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createRestHandler, createRestTransport } from "@a2agen/runtime/rest";
import { CallError, isCallError, type Method, type ServiceDefinition } from "@a2agen/runtime/service";

/** What went over the wire in a call. */
export interface RecordedCall {
  readonly verb: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly status: number;
  readonly answerHeaders: readonly (readonly [name: string, value: string])[];
  readonly answer: string;
}

export interface CallInit {
  readonly service: ServiceDefinition;
  /** Member of the service. */
  readonly member: string;
  readonly request: unknown;
  /** The answer, or the one event of a stream. */
  readonly answer: unknown;
  /** The name of an error that is answered instead. */
  readonly error?: string;
  /** What goes wrong: a body that is sent instead of the client's, or a fault of the handler. */
  readonly mistake?: Mistake | undefined;
  readonly binding: "JSONRPC" | "HTTP+JSON";
}

export type Mistake = { readonly body: string } | "fault";

const origin = "https://agent.example.com";

/**
 * Makes a call by our client to our server in this process, and returns what they sent; undefined where the
 * binding cannot carry it.
 */
export async function recordCall(init: CallInit): Promise<RecordedCall | undefined> {
  const { service, member, request, answer, binding, mistake } = init;
  const method = (service.methods as Readonly<Record<string, Method>>)[member];
  if (method === undefined || method.kind === "client" || method.kind === "bidi") return undefined;
  const streams = method.kind === "server";
  const named = init.error === undefined ? undefined : toError(service, init.error);
  const fail = mistake === "fault" ? new Error("a fault of the agent") : named;
  const handler = {
    [member]: streams
      ? async function* () {
          if (fail !== undefined) throw fail;
          yield structuredClone(answer);
        }
      : () => (fail === undefined ? Promise.resolve(structuredClone(answer)) : Promise.reject(fail)),
  };
  const host = createHost({
    services: [implement(service, handler)],
    checkAnswers: "shape",
    authenticate: () => ({ id: "example" }),
    onError: () => {},
  });
  const serve = toFetchHandler(binding === "JSONRPC" ? createJsonRpcHandler(host) : createRestHandler(host));
  let recorded: RecordedCall | undefined;
  const carry: typeof fetch = async (input, options) => {
    const instead = typeof mistake === "object" ? mistake : {};
    const sent = new Request(input, { ...options, ...instead });
    const body = await sent.clone().text();
    const response = await serve(sent);
    const text = await response.text();
    const { pathname, search } = new URL(sent.url);
    recorded = {
      verb: sent.method,
      target: `${pathname}${search}`,
      headers: [...sent.headers],
      body,
      status: response.status,
      answerHeaders: [...response.headers],
      answer: text,
    };
    return new Response(text === "" ? null : text, response);
  };
  const create = binding === "JSONRPC" ? createJsonRpcTransport : createRestTransport;
  const headers = method.authenticated === true ? { authorization: "Bearer TOKEN" } : {};
  const transport = create(service.protocol, { url: `${origin}/`, fetch: carry, headers });
  try {
    if (streams) for await (const _ of transport.stream(method, structuredClone(request), {})) break;
    else await transport.unary(method, structuredClone(request), {});
  } catch (error) {
    // The error that was asked for has come back.
    const isAsked = mistake !== undefined || (init.error !== undefined && isCallError(error, init.error));
    if (!isAsked) throw error;
  } finally {
    await transport.close();
  }
  return recorded;
}

/** An error of the protocol, as a handler throws it. */
function toError({ protocol }: ServiceDefinition, name: string): CallError | undefined {
  const row = protocol.errors[name];
  if (row === undefined) return undefined;
  const { grpc, description, reason, http, jsonRpc } = row;
  return new CallError(grpc, description, { name, reason, http, jsonRpc });
}
