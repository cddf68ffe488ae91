import type { JsonValue } from "@a2agen/runtime";
import type { Method } from "@a2agen/runtime/service";
import type { Outcome } from "../shared/command.ts";
import { UsageError } from "../shared/command-error.ts";
import type { Surroundings } from "./converse.ts";

/** Calls any method of the protocol, in the version that was asked for, with a request in its JSON; the answers are in it too. */
export async function runRpc(
  { method: name, request }: { readonly method: string; readonly request: JsonValue },
  { agent, screen, stop }: Surroundings,
): Promise<Outcome> {
  const { service, transport } = agent.native;
  const methods = Object.entries<Method>(service.methods);
  const method = methods.find(
    ([key, one]) => one.name === name || key === name || one.aliases?.includes(name) === true,
  )?.[1];
  if (method === undefined) {
    const names = methods.map(([, one]) => one.name).join(", ");
    throw new UsageError(`rpc: unknown method "${name}"; the methods are ${names}`);
  }
  const { signal } = stop;
  const value = method.input.decode(request);
  const show = (answer: unknown): void => (screen.isJson ? screen.json(answer) : screen.prettyJson(answer));
  screen.wait(`waiting for ${method.name}`);
  try {
    if (method.kind === "server") {
      for await (const event of transport.stream(method, value, { signal })) show(event);
    } else show(await transport.unary(method, value, { signal }));
  } finally {
    screen.wait(undefined);
  }
  return 0;
}
