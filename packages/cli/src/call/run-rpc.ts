import type { JsonValue } from "@a2agen/runtime";
import { completeNames, isObject } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import type { Surroundings } from "./converse.ts";

/**
 * Calls any method of the protocol, in the version that was asked for, with a request in its JSON; the
 * answers are in it too.
 */
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
  const show = (answer: unknown): void => (screen.isJson ? screen.json(answer) : screen.prettyJson(answer));
  screen.wait(`waiting for ${method.name}`);
  try {
    switch (method.kind) {
      case "unary":
        show(await transport.unary(method, decodeRequest(method, request), { signal }));
        break;
      case "server":
        for await (const event of transport.stream(method, decodeRequest(method, request), { signal }))
          show(event);
        break;
      case "client":
        show(await transport.clientStream?.(method, messagesOf(method, request), { signal }));
        break;
      case "bidi":
        for await (const event of transport.bidiStream?.(method, messagesOf(method, request), { signal }) ??
          [])
          show(event);
        break;
    }
  } finally {
    screen.wait(undefined);
  }
  return 0;
}

/** The messages of a stream: the elements of a list, or one value. */
async function* messagesOf({ input }: Method, request: JsonValue): AsyncGenerator<unknown, void, undefined> {
  for (const message of Array.isArray(request) ? request : [request]) yield input.decode(message);
}

/** As servers do, takes `{"id": "1"}` for `{"name": "tasks/1"}`. */
function decodeRequest(method: Method, request: JsonValue): unknown {
  return method.input.decode(isObject(request) ? completeNames(request, method) : request);
}
