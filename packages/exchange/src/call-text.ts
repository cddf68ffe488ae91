import type { Method } from "@a2agen/runtime/service";
import type { Exchange } from "./generated/a2agen/exchange/v1/exchange_types.ts";
import { shellWord } from "./shell-word.ts";
import { allVersions, type VersionRow } from "./versions.ts";

interface Call {
  readonly row: VersionRow;
  /** The name of the client's method. */
  readonly name: string;
  readonly method: Method;
  readonly binding: keyof typeof bindings;
  /** As JSON. */
  readonly request: unknown;
}

const bindings = {
  JSONRPC: { make: "jsonRpc()", name: "jsonRpc", module: "@a2agen/runtime/jsonrpc" },
  "HTTP+JSON": { make: "rest()", name: "rest", module: "@a2agen/runtime/rest" },
  GRPC: { make: "grpc({ codecs: [A2AServiceGrpc] })", name: "grpc", module: "@a2agen/runtime/grpc" },
} as const;

/**
 * The `a2agen call` that sends the same request to an agent; undefined for anything but a call of a version
 * that is known.
 */
export function toCallCommand(exchange: Exchange, agent: string): string | undefined {
  const call = readCall(exchange);
  if (call === undefined) return undefined;
  const words = ["npx a2agen call", shellWord(agent), "rpc", call.method.name];
  words.push(shellWord(JSON.stringify(call.request)));
  return [...words, "--protocol", call.row.label, "--binding", call.binding].join(" ");
}

/** TypeScript that makes the same call; undefined for anything but a call of a version that is known. */
export function toTypeScript(exchange: Exchange, agent: string): string | undefined {
  const call = readCall(exchange);
  if (call === undefined) return undefined;
  const { row, name, method, binding, request } = call;
  const way = bindings[binding];
  const names = binding === "GRPC" ? "A2AServiceClient, A2AServiceGrpc" : "A2AServiceClient";
  const sent = `client.${name}(${JSON.stringify(request, null, 2)})`;
  return [
    `import { ${names} } from ${JSON.stringify(row.module)};`,
    'import { connect } from "@a2agen/runtime/client";',
    `import { ${way.name} } from ${JSON.stringify(way.module)};`,
    "",
    `const { client } = await connect(A2AServiceClient, ${JSON.stringify(agent)}, { bindings: [${way.make}] });`,
    ...(method.kind === "server"
      ? [`for await (const event of ${sent}) console.log(event);`]
      : [`console.log(await ${sent});`]),
    "",
  ].join("\n");
}

function readCall({ protocol, binding = "", method: wanted, request }: Exchange): Call | undefined {
  const row = allVersions.find(({ service }) => service.protocol.name === protocol);
  if (row === undefined || !Object.hasOwn(bindings, binding)) return undefined;
  const methods = Object.entries<Method>(row.service.methods);
  const found = methods.find(([, method]) => method.name === wanted);
  if (found === undefined || request.meaning?.value === undefined) return undefined;
  const [name, method] = found;
  return {
    row,
    name,
    method,
    // Just asked for.
    binding: binding as keyof typeof bindings,
    request: request.meaning.value,
  };
}
