import { statusTable } from "@a2agen/runtime/service";
import type { MethodModel, ServiceModel } from "../../../generators/model/model.ts";
import type { ErrorMapping, Profile } from "../../../generators/model/profile.ts";
import { type BindingsInit, formatJson, toTexts } from "./binding-views.ts";
import type { RecordedCall } from "./record-call.ts";

/** The answer of a binding that carries an error. */
interface ErrorExample {
  readonly binding: string;
  readonly answer: string;
  /** The link to the playground; "" where there is none. */
  readonly open: string;
}

/** The errors of a profile as servers answer them, by name. */
export async function toErrorExamples(
  services: readonly ServiceModel[],
  init: Omit<BindingsInit, "service">,
): Promise<ReadonlyMap<string, readonly ErrorExample[]>> {
  const found = findMethod(services);
  const made = new Map<string, readonly ErrorExample[]>();
  if (found === undefined) return made;
  for (const error of init.profile.errors) {
    made.set(error.name, await toExamples(error, { ...found, init }));
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
  readonly init: Omit<BindingsInit, "service">;
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
    return answer === "" ? [] : [{ binding, answer, open: await linkBody(formatJson(call?.answer)) }];
  };
  const answerOf = (binding: string): Promise<RecordedCall | undefined> =>
    examples.ofCall(method, service, { binding, error: error.name });
  return [
    ...(has("JSONRPC") ? await toExample("JSON-RPC", await answerOf("JSONRPC")) : []),
    ...(has("GRPC") ? [{ binding: "gRPC", answer: grpcStatus(error, profile), open: "" }] : []),
    ...(has("HTTP+JSON") ? await toExample("HTTP+JSON", await answerOf("HTTP+JSON")) : []),
  ];
}

/** The status of a call, as clients of gRPC show it. */
function grpcStatus({ grpc, description, reason }: ErrorMapping, { errorDomain = "" }: Profile): string {
  const detail = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: errorDomain };
  const status = { code: statusTable[grpc].grpc, message: description, details: [detail] };
  return JSON.stringify(status, undefined, 2);
}
