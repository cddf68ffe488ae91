/** Bindings of the protocol as people write them. */
export const bindingNames = { JSONRPC: "JSON-RPC", GRPC: "gRPC", "HTTP+JSON": "HTTP+JSON" } as const;

/** The name of any binding that a card has. */
export function nameBinding(binding: string): string {
  return new Map<string, string>(Object.entries(bindingNames)).get(binding) ?? binding;
}
