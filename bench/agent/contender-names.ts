/** The agents, each behind JSON-RPC in its own process. */
export const servedNames = ["the bare stub", "agent kit", "@a2a-js/sdk"] as const;
export type ServedName = (typeof servedNames)[number];

/** Those that keep tasks, called in their own process without a binding. */
export const aloneNames = ["agent kit", "@a2a-js/sdk"] as const satisfies readonly ServedName[];
export type AloneName = (typeof aloneNames)[number];
