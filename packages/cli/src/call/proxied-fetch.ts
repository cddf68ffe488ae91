import type { Environment } from "@a2agen/runtime/node";

/** The `fetch` of the command: through a proxy if the environment names one. */
export async function proxiedFetch(env: Environment): Promise<typeof fetch> {
  const hasProxy = ["HTTP_PROXY", "HTTPS_PROXY"].some((name) => env[name] ?? env[name.toLowerCase()]);
  if (!hasProxy) return fetch;
  const { createNodeFetch } = await import("@a2agen/runtime/node");
  return createNodeFetch({ env });
}
