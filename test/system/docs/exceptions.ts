/** Code of a page that tests compile and do not call. */
export interface NotCalled {
  readonly page: string;
  /** A file, or a file and the first line of a function of it, as esbuild prints it. */
  readonly code: string;
  readonly reason: string;
}

export const notCalled: readonly NotCalled[] = [
  {
    page: "docs/push-notifications.md",
    code: "push.ts: (error, { activity, taskId }) => console.error(activity, taskId, error)",
    reason: "is called when a store or a delivery fails for good, which takes minutes of attempts",
  },
  {
    page: "docs/production.md",
    code: "main.ts",
    reason: "needs PostgreSQL and an authorization server; a caller of serve.ts stands for it",
  },
  {
    page: "examples/postgres-task-store/README.md",
    code: "line-34.ts",
    reason: "needs PostgreSQL; test/stores runs the same suite over the same store",
  },
];

/** A block of a page that nothing runs, reads or compares. */
export interface NotRun {
  readonly page: string;
  readonly first: string;
  readonly reason: string;
}

/** In the order of each page. */
export const notRun: readonly NotRun[] = [
  {
    page: "docs/fleet.md",
    first: "# yaml-language-server: $schema=node_modules/a2agen/templates/probe/fleet.schema.json",
    reason: "names agents that are not there; test/unit/probe/fleet/read-fleet.test.ts reads it",
  },
  {
    page: "docs/gateway.md",
    first: "# yaml-language-server: $schema=./node_modules/@a2agen/gateway/gateway.schema.json",
    reason: "names agents that are not there; test/unit/gateway/command/read-config.test.ts reads it",
  },
  {
    page: "docs/official-command.md",
    first: "name: agent",
    reason: "runs at GitHub; test/system/scripts/action.test.ts reads it",
  },
  {
    page: "docs/plugins.md",
    first: "inputs:",
    reason: "a part of buf.gen.yaml; docs/generating.md has a whole one, a2a.gen.yaml, which is run",
  },
  {
    page: "docs/plugins.md",
    first:
      'acme/v1/orders.proto:6:3: error: field acme.v1.Order.id has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]',
    reason: "the error of a proto that the page does not show; test/golden/generators/plugins has it",
  },
  {
    page: "docs/probe.md",
    first: "MUST get.unknown JSONRPC 1.0, section 3.1.3",
    reason: "a finding of an agent that is wrong, shortened",
  },
  {
    page: "docs/probe.md",
    first: "npx a2agen probe --client --run 'npx a2agen call {url} {operation} Hello'",
    reason: "begins a process for each of some hundred behaviours; test/protocol/probe tries this client",
  },
  { page: "docs/probe.md", first: "name: probe", reason: "runs at GitHub only" },
  { page: "docs/production.md", first: "upstream trips {", reason: "needs nginx" },
  { page: "docs/production.md", first: "trips.example.com {", reason: "needs Caddy" },
  {
    page: "docs/projects.md",
    first: "Report Agent 0.1.0",
    reason: "is printed by a server that goes on; test/install/projects starts it",
  },
  {
    page: "docs/publishing.md",
    first: '"a2a": {',
    reason: "a part of a package.json, without the hash that every change of a proto changes",
  },
  ...["", "0.1.0/"].map((version) => ({
    page: "docs/publishing.md",
    first: `{ "$schema": "https://a2agen.dev/schemas/a2a-1.0/${version}a2a/AgentCard.schema.json" }`,
    reason: "an address to which the schemas are published; test/system/cli/schemas has the files",
  })),
  {
    page: "docs/publishing.md",
    first: '{ "$schema": "./node_modules/@a2agen/a2a-1.0/schemas/a2a/AgentCard.schema.json" }',
    reason: "is read by editors",
  },
  { page: "docs/publishing.md", first: "{", reason: "is read by editors; test/unit/schemas has the files" },
  { page: "docs/scaling.md", first: "upstream agent {", reason: "needs nginx" },
  {
    page: "docs/scaling.md",
    first: 'import { DBOS } from "@dbos-inc/dbos-sdk";',
    reason: "needs DBOS and PostgreSQL; a caller of workflow-agent.ts stands for it",
  },
];
