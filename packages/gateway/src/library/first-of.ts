import type { HttpHandler } from "@a2agen/runtime/http";

/** The answer of the first handler that has one. */
export function firstOf(handlers: readonly HttpHandler[]): HttpHandler {
  return async (request) => {
    for (const handle of handlers) {
      const response = await handle(request);
      if (response !== undefined) return response;
    }
    return undefined;
  };
}
