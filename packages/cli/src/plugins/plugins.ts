/** Programs `a2a-NAME` that the official command `a2a` has as `a2a NAME`, with what it says of each. */
export const plugins = {
  console: "Open a page to talk to an agent and see its tasks and every frame on the wire",
  diff: "Show what changed between two versions of a protocol, and whom it breaks",
  gateway: "Serve an agent of any version and binding in every version and over every binding",
  migrate: "Migrate agent cards, recorded messages and TypeScript to another version",
  mock: "Serve a mock of an agent, which answers without a model",
  probe: "Test an agent against the A2A specification, and report each deviation",
} as const satisfies Readonly<Record<string, string>>;

export type PluginName = keyof typeof plugins;
