/** The bindings of A2A by the letters of their names; cards of 0.3 also have REST for HTTP+JSON. */
const bindings: Readonly<Record<string, string>> = {
  JSONRPC: "JSONRPC",
  GRPC: "GRPC",
  HTTPJSON: "HTTP+JSON",
  REST: "HTTP+JSON",
};

/**
 * The name of a binding of A2A as the specification spells it; others as they are. Cards have "jsonrpc",
 * "HTTP_JSON" and "REST" too.
 */
export function usualBinding(name: string): string {
  const letters = name.toUpperCase().replaceAll(/[ _+-]/g, "");
  return Object.hasOwn(bindings, letters) ? (bindings[letters] ?? name) : name;
}
