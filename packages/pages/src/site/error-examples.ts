import type { MethodModel, ServiceModel } from "@a2agen/generators/model/model.ts";
import type { ErrorMapping, Profile } from "@a2agen/generators/model/profile.ts";
import { statusTable } from "@a2agen/runtime/binding";
import { type BindingsInit, formatJson, toTexts } from "./binding-views.ts";
import type { Mistake, RecordedCall } from "./record-call.ts";

/** The answer of a binding that carries an error. */
interface ErrorExample {
  readonly binding: string;
  /** The request that is wrong; "" where that does not matter. */
  readonly request: string;
  readonly answer: string;
  /** The link to the playground; "" where there is none. */
  readonly open: string;
}

/** The errors of a profile as servers answer them, by name. */
export async function toErrorExamples(
  services: readonly ServiceModel[],
  init: Omit<BindingsInit, "service" | "file">,
): Promise<ReadonlyMap<string, readonly ErrorExample[]>> {
  const found = findMethod(services);
  const made = new Map<string, readonly ErrorExample[]>();
  if (found === undefined) return made;
  for (const error of init.profile.errors) {
    made.set(error.name, await toExamples(error, { ...found, init }));
  }
  if (init.profile.bindings?.includes("JSONRPC") === false) return made;
  for (const { name, jsonRpc } of init.profile.jsonRpcErrors) {
    const example = await toJsonRpcExample(jsonRpc, { ...found, init });
    if (example !== undefined) made.set(name, [example]);
  }
  return made;
}

/** A call that reads something, where there is one: it fails for the plainest reasons. */
function findMethod(
  services: readonly ServiceModel[],
): { readonly service: ServiceModel; readonly method: MethodModel } | undefined {
  const all = services.flatMap((service) => service.methods.map((method) => ({ service, method })));
  const unary = all.filter(({ method }) => method.streaming === "unary");
  return unary.find(({ method }) => method.http[0]?.verb === "GET") ?? unary[0];
}

interface ExampleContext {
  readonly service: ServiceModel;
  readonly method: MethodModel;
  readonly init: Omit<BindingsInit, "service" | "file">;
}

async function toExamples(
  error: ErrorMapping,
  { service, method, init: { profile, examples, linkBody } }: ExampleContext,
): Promise<readonly ErrorExample[]> {
  const has = (name: string): boolean => profile.bindings?.includes(name) !== false;
  const toExample = async (
    binding: string,
    call: RecordedCall | undefined,
  ): Promise<readonly ErrorExample[]> => {
    const { answer } = toTexts(call);
    return answer === ""
      ? []
      : [{ binding, request: "", answer, open: await linkBody(formatJson(call?.answer)) }];
  };
  const answerOf = (binding: string): Promise<RecordedCall | undefined> =>
    examples.ofCall(method, service, { binding, error: error.name });
  return [
    ...(has("JSONRPC") ? await toExample("JSON-RPC", await answerOf("JSONRPC")) : []),
    ...(has("GRPC") ? [{ binding: "gRPC", request: "", answer: grpcStatus(error, profile), open: "" }] : []),
    ...(has("HTTP+JSON") ? await toExample("HTTP+JSON", await answerOf("HTTP+JSON")) : []),
  ];
}

/** A request that JSON-RPC itself refuses, and its answer; undefined where our server answers otherwise. */
async function toJsonRpcExample(
  code: number,
  { service, method, init: { examples, linkBody } }: ExampleContext,
): Promise<ErrorExample | undefined> {
  const good = await examples.ofCall(method, service, { binding: "JSONRPC" });
  if (good === undefined) return undefined;
  const mistake = makeMistake(code, good.body);
  if (mistake === undefined) return undefined;
  const call = await examples.ofCall(method, service, { binding: "JSONRPC", mistake });
  const answered = JSON.parse(call?.answer ?? "{}") as { readonly error?: { readonly code?: unknown } };
  if (answered.error?.code !== code) return undefined;
  return { binding: "JSON-RPC", ...toTexts(call), open: await linkBody(formatJson(call?.answer)) };
}

/** What goes wrong for a code of JSON-RPC 2.0 (section 5.1). */
function makeMistake(code: number, body: string): Mistake | undefined {
  const change = (members: object): Mistake => ({
    body: JSON.stringify({ ...(JSON.parse(body) as object), ...members }),
  });
  switch (code) {
    case -32700:
      return { body: body.slice(0, -1) };
    case -32600:
      return change({ jsonrpc: undefined });
    case -32601:
      return change({ method: "NoSuchMethod" });
    case -32602:
      return change({ params: {} });
    case -32603:
      return "fault";
    default:
      return undefined;
  }
}

/** The status of a call, as clients of gRPC show it. */
function grpcStatus({ grpc, description, reason }: ErrorMapping, { errorDomain = "" }: Profile): string {
  const detail = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: errorDomain };
  const status = { code: statusTable[grpc].grpc, message: description, details: [detail] };
  return JSON.stringify(status, undefined, 2);
}
