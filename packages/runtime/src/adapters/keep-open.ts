/** The part of Bun's server that is used. */
interface BunServer {
  timeout(request: Request, seconds: number): void;
}

/**
 * Lets the limits of the host decide how long a call that is served may be silent: Bun ends connections after
 * 10 seconds without a byte, and a call may take longer. Other hosts have something else for a second
 * argument, or nothing.
 */
export function keepOpen(request: Request, server: unknown): void {
  if ("Bun" in globalThis && isBunServer(server)) server.timeout(request, 0);
}

function isBunServer(server: unknown): server is BunServer {
  return (
    typeof server === "object" &&
    server !== null &&
    "timeout" in server &&
    typeof server.timeout === "function" &&
    "requestIP" in server
  );
}
