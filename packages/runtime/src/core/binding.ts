const bindings = ["JSONRPC", "GRPC", "HTTP+JSON"] as const;

/** The name of a binding of A2A as the specification spells it; others as they are. Cards have "jsonrpc" and "grpc" too. */
export function usualBinding(name: string): string {
  return bindings.find((known) => known === name.toUpperCase()) ?? name;
}
