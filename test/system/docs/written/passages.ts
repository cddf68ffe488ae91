import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describePluginOptions } from "../../../../generators/plugins/plugin-options.ts";
import { actionTable } from "../../../../packages/cli/src/call/call-actions.ts";
import { loadCommands } from "../../../../packages/cli/src/commands.ts";
import { listKinds } from "../../../../packages/cli/src/init/load-template.ts";
import { questions } from "../../../../packages/cli/src/init/questions.ts";
import { counterparts } from "../../../../packages/cli/src/migrate/typescript/counterparts.ts";
import { defaultAgentLimits } from "../../../../packages/runtime/src/agent/contract/agent-limits.ts";
import { defaultLimits } from "../../../../packages/runtime/src/host/limits.ts";
import { buildTools } from "../../../../packages/runtime/src/push/webhook-options.ts";
import scenario from "../../../../packages/testing/scenario.schema.json" with { type: "json" };
import manifest from "../../../../profiles/extension.schema.json" with { type: "json" };
import { sdkPassages } from "../../../../scripts/fleet/render-sdks.ts";
import type { SdkResults } from "../../../../scripts/fleet/sdk-results.ts";
import { repository } from "../documents.ts";
import { formatConnectErrors, formatExitCodes } from "./connect-errors.ts";
import { formatMembers, type MembersInit } from "./members.ts";
import { formatJsonRpcErrors, formatProtocolErrors, formatStatuses } from "./protocol-errors.ts";
import { formatValueProblems } from "./value-problems.ts";

/** A passage of a page that is written from code. */
export interface Passage {
  readonly page: string;
  /** What its marker says that it is written from. */
  readonly from: string;
  readonly write: () => string | Promise<string>;
}

const contract = "packages/runtime/src/agent/contract";

/** Members of interfaces, as their comments describe them. */
const members: readonly (MembersInit & { readonly page: string })[] = [
  {
    page: "docs/agent-reference.md",
    path: `${contract}/execute.ts`,
    name: "Turn",
    see: {
      call: "See [The call context](serving.md#the-call-context).",
      extensions: "See [Extensions](agents.md#extensions).",
      step: "See [Resumable agents](durability.md#resumable-agents).",
      input: "See [Live streams](next-version.md#live-streams).",
      references: "Up to 100.",
      memory: "See [State and memory](memory.md#state-and-memory).",
    },
  },
  {
    page: "docs/agent-reference.md",
    path: `${contract}/agent-options.ts`,
    name: "AgentOptions",
    see: {
      card: '`"text"`, `"file"` and `"data"`, as samples of 0.3 write, take all parts of that kind, with a warning.',
      extensions: "See [Extensions](agents.md#extensions).",
      resumable: "See [Resumable agents](durability.md#resumable-agents).",
      push: "See [Push notifications](push-notifications.md).",
      scope: "See [Who sees a task](#who-sees-a-task).",
      limits: "See [Limits of an agent](limits.md#limits-of-an-agent).",
      observer: "See [Observing](observing.md).",
      extendedCard: "A card, or a function of the `CallContext`.",
      onError: "`activity` is `execute`, `store`, `push` or `observer`.",
    },
  },
  {
    page: "docs/limits.md",
    path: "packages/runtime/src/host/limits.ts",
    name: "Limits",
    defaults: { ...defaultLimits },
    see: {
      streams: "503 over HTTP.",
      bodyMs: "408 over HTTP.",
      waitingMessages:
        "A second one that waits for room is refused, 429 over HTTP. See [Streams of a client](any-service.md#streams-of-a-client).",
      stallMs: "Then the connection is closed.",
      heartbeatMs: "Three times as long over gRPC and WebSocket.",
    },
  },
  {
    page: "docs/limits.md",
    path: `${contract}/agent-options.ts`,
    name: "AgentLimits",
    defaults: { ...defaultAgentLimits },
    see: {
      concurrency: "See [Queue](scaling.md#queue).",
      dedupeMs: "0 turns this off.",
      leaseMs: "0 turns leases off. See [When a process dies](durability.md#when-a-process-dies).",
      keepMs: "0: for ever, or as long as the store keeps it. See [Retention](scaling.md#retention).",
      compactMs: "0: never.",
    },
  },
  {
    page: "docs/limits.md",
    path: "packages/runtime/src/push/webhook-options.ts",
    name: "WebhookLimits",
    defaults: { ...buildTools({}).limits },
    see: {
      configurations: "A database has no such limit.",
      configurationsPerScope: "A scope is a caller and a tenant; more get RESOURCE_EXHAUSTED.",
    },
  },
  {
    page: "docs/push-notifications.md",
    path: "packages/runtime/src/push/webhook-options.ts",
    name: "WebhookOptions",
    see: {
      networks: 'With `http: true`, `["127.0.0.0/8", "::1/128"]` is for trying on one machine.',
      limits: "See [Limits of webhooks](limits.md#limits-of-webhooks).",
      tls: "`ca`, and `cert` and `key` for webhooks that authenticate their callers.",
    },
  },
  {
    page: "docs/task-stores.md",
    path: `${contract}/task-store.ts`,
    name: "TaskStore",
    see: {
      read: "`foldEntries` builds it from the beginning and the entries.",
      renewLeases: "Implement it together with `expiredLeases`.",
      webhooks: "Each has the version up to which it was told.",
    },
  },
  {
    page: "docs/limits.md",
    path: "packages/runtime/src/host/rate-limit/limit-calls.ts",
    name: "RateLimitOptions",
    without: ["now"],
    see: {
      counter:
        "`callCounter(poolSql(pool))` of [`@a2agen/postgres`](../packages/postgres/README.md#calls-per-caller) counts in PostgreSQL.",
      withoutCounter: "`onError` gets the reason.",
    },
  },
  {
    page: "docs/limits.md",
    path: "packages/runtime/src/host/rate-limit/client-address.ts",
    name: "ClientAddressOptions",
  },
  {
    page: "docs/serving.md",
    path: "packages/runtime/src/server/http-handler.ts",
    name: "HttpHandlerOptions",
    see: {
      console: "See [In a project](console.md#in-a-project).",
      health: "See [Health](#health).",
      names: "See [Pages in browsers](authenticating.md#pages-in-browsers).",
    },
  },
  {
    page: "docs/serving.md",
    path: "packages/runtime/src/server/discovery.ts",
    name: "DiscoveryOptions",
    see: { catalog: "See [Discovery](discovery.md)." },
  },
  {
    page: "docs/serving.md",
    path: "packages/runtime/src/server/health.ts",
    name: "HealthOptions",
    see: { check: "The host's `onError` learns why the server ceased to be ready." },
  },
  { page: "docs/serving.md", path: "packages/runtime/src/service/call-context.ts", name: "CallContext" },
  {
    page: "docs/observing.md",
    path: "packages/otel/src/otel.ts",
    name: "OtelOptions",
    see: {
      tracerProvider: "Default: that of the API, set before or after; without an SDK nothing is made.",
      meterProvider: "The same.",
      propagator: "The same.",
    },
  },
  {
    page: "docs/discovery.md",
    path: "packages/runtime/src/client/contract/catalog-entry.ts",
    name: "CatalogEntry",
    see: {
      identifier: "As it came; so are `type` and `tags`.",
      description: "What the entry says, or else the card in it; so is `version`.",
      trust: "`none`, or `present, not verified`.",
    },
  },
  {
    page: "docs/agents.md",
    path: "packages/runtime/src/agent/authoring/stream-text.ts",
    name: "StreamTextOptions",
  },
  {
    page: "docs/calling.md",
    path: "packages/runtime/src/service/call-context.ts",
    name: "CallOptions",
  },
  {
    page: "docs/receiving-notifications.md",
    path: "packages/runtime/src/receiver/receiver-options.ts",
    name: "WebhookReceiverOptions",
    see: {
      onNotification: "It gets `{ id, taskId, event, profile, losses }`.",
      expected: "`{ token?, authorization? }`; one has to be presented, and a wrong one is refused.",
      seen: "`{ has(key), add(key) }`: for several processes, over a shared store.",
      observer: "See [Observing](observing.md).",
      limits: "See [Limits](#limits).",
    },
  },
  {
    page: "docs/receiving-notifications.md",
    path: "packages/runtime/src/receiver/receiver-options.ts",
    name: "ReceiverLimits",
  },
  {
    page: "docs/serving.md",
    path: "packages/runtime/src/host/host-options.ts",
    name: "HostOptions",
    see: {
      authenticate: "See [Authenticating callers](authenticating.md).",
      authorizationServers: "See [Who calls](authenticating.md#who-calls).",
      limits: "See [Limits of a host](limits.md#limits-of-a-host).",
      rateLimit: "See [Calls per caller](limits.md#calls-per-caller).",
      observer: "See [Observing](observing.md).",
      extensions: "See [Extensions](extensions.md#support-it-in-a-server).",
      checkAnswers: "The error is `InvalidAgentResponseError`.",
    },
  },
];

/** The options of the plugins, as their help has them. */
function formatPluginOptions(): string {
  const options = describePluginOptions("protoc-gen-a2a").matchAll(/^ *(\w+)=(.*)\n +(.*)$/gm);
  const rows = [...options].map(([, name, values, help]) => `| \`${name}=\` | ${values} | ${help} |`);
  return ["| option | values | |", "|---|---|---|", ...rows].join("\n");
}

/** The flags of `a2agen init` by the kinds of projects that they are for. */
async function formatProjectFlags(): Promise<string> {
  const kinds = await listKinds(join(repository, "templates/projects"));
  const rows = Object.entries(questions).flatMap(([name, { flag, help }]) => {
    const of = kinds.filter(({ manifest: { asks, takes } }) =>
      [...asks, ...takes].some((ask) => ask === name),
    );
    const list = of.length === kinds.length ? "all" : of.map(({ kind }) => `\`${kind}\``).join(", ");
    return of.length === 0 ? [] : [`| \`--${flag}\` | ${list} | ${help} |`];
  });
  return ["| flag | of kind | |", "|---|---|---|", ...rows].join("\n");
}

/** The members of a definition of the schema of scenarios. */
function formatScenario(name: "match" | "step"): string {
  const members: Readonly<Record<string, { readonly description?: string }>> =
    scenario.$defs[name].properties;
  const rows = Object.entries(members).map(
    ([key, { description = "" }]) => `| \`${key}\` | ${description} |`,
  );
  return [`| ${name} | |`, "|---|---|", ...rows].join("\n");
}

/** How the option of a proto says a member of a manifest, where that is not its name in snake case. */
const inProto: Readonly<Record<string, string>> = {
  "extension.name": "the name of the message",
  "extension.description": "the comment, or `description`",
  "extension.params": "`params`, of the declaration in the card",
  "extension.data": "`data`, or `objects` for the fields of the message",
  "extension.states": "`state_machine`",
  "extension.methods": "services for every binding",
  "placedData.description": "",
  "placedData.type": "`type`: a message; default: the one with the option",
  "placedData.on": "`on`; default: `objects`",
  "placedData.at": "`at`; default: `key`",
  "placedData.check": "",
};

/** The members of a definition of the schema of manifests. */
function formatManifest(name: "extension" | "placedData"): string {
  const { uri, typeOf, states, at } = manifest.$defs;
  const definitions: Readonly<Record<string, { readonly description: string }>> = { uri, typeOf, states, at };
  const members: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>> =
    manifest.$defs[name].properties;
  const rows = Object.entries(members).map(([key, { description, $ref = "" }]) => {
    const snake = `\`${key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``;
    const text = description ?? definitions[$ref.replace("#/$defs/", "")]?.description ?? "";
    return `| \`${key}\` | ${inProto[`${name}.${key}`] ?? snake} | ${text} |`;
  });
  return ["| key | in a proto | |", "|---|---|---|", ...rows].join("\n");
}

/** The flags of a command, as its help has them. */
async function formatFlags(name: string): Promise<string> {
  const command = (await loadCommands([])).find(({ path }) => path.join(" ") === name);
  const rows = Object.entries(command?.flags ?? {}).map(([flag, { choices, value, help }]) => {
    const given = choices?.join("\\|") ?? value?.replaceAll("|", "\\|") ?? "";
    return `| \`${`--${flag} ${given}`.trim()}\` | ${help} |`;
  });
  return ["| flag | |", "|---|---|", ...rows].join("\n");
}

function formatActions(): string {
  const rows = actionTable.rows.map(([name, help]) => `| \`${name}\` | ${help} |`);
  return ["| action | |", "|---|---|", ...rows].join("\n");
}

/** The pages of commands; a command without a row is on none. */
const pages: Readonly<Record<string, string>> = {
  add: "projects.md#an-agent-in-an-existing-project",
  call: "call.md",
  compose: "composing-schemas.md",
  console: "console.md",
  diff: "diff.md",
  "docs site": "site.md",
  doctor: "call.md#when-something-does-not-work",
  explain: "errors.md",
  gateway: "gateway.md",
  "generate extension": "extensions.md",
  init: "projects.md",
  migrate: "versions.md#moving-code-and-files",
  mock: "testing.md#mock-an-agent",
  model: "emitters.md#from-the-model",
  pack: "publishing.md",
  playground: "playground.md",
  fleet: "fleet.md",
  probe: "probe.md",
  "record show": "call.md#recording",
  schemas: "publishing.md",
  skill: "official-command.md#for-coding-agents",
  "tasks list": "scaling.md#how-to-look-into-a-store",
};

async function formatCommands(): Promise<string> {
  const rows = (await loadCommands([])).map(({ path, summary }) => {
    const name = path.join(" ");
    const page = pages[name];
    return `| ${page === undefined ? `\`a2agen ${name}\`` : `[\`a2agen ${name}\`](${page})`} | ${summary} |`;
  });
  return ["| command | |", "|---|---|", ...rows].join("\n");
}

function formatCounterparts(): string {
  const quote = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const rows = counterparts.map(
    ({ names, use, from, how }) => `| ${quote(names)} | ${use} | ${quote(from.split(", "))} | ${how} |`,
  );
  return ["| `@a2a-js/sdk` | a2agen | from | |", "|---|---|---|---|", ...rows].join("\n");
}

export const passages: readonly Passage[] = [
  { page: "docs/plugins.md", from: "generators/plugins/plugin-options.ts", write: formatPluginOptions },
  { page: "docs/projects.md", from: "packages/cli/src/init/questions.ts", write: formatProjectFlags },
  { page: "docs/errors.md", from: "profiles", write: formatProtocolErrors },
  { page: "docs/errors.md", from: "the messages of JSON-RPC", write: formatJsonRpcErrors },
  { page: "docs/errors.md", from: "packages/runtime/src/service/status.ts", write: formatStatuses },
  { page: "docs/errors.md", from: "packages/runtime/src/core/issue.ts", write: formatValueProblems },
  {
    page: "docs/errors.md",
    from: "packages/runtime/src/client/contract/connect-error.ts",
    write: formatConnectErrors,
  },
  { page: "docs/errors.md", from: "the commands", write: formatExitCodes },
  { page: "docs/commands.md", from: "the commands", write: formatCommands },
  { page: "docs/call.md", from: "packages/cli/src/call/call-actions.ts", write: formatActions },
  { page: "docs/fleet.md", from: "the flags", write: () => formatFlags("fleet") },
  { page: "docs/probe.md", from: "the flags", write: () => formatFlags("probe") },
  ...(["extension", "placedData"] as const).map((name) => ({
    page: "docs/extension-manifest.md",
    from: `profiles/extension.schema.json, ${name},`,
    write: () => formatManifest(name),
  })),
  ...(["match", "step"] as const).map((name) => ({
    page: "docs/testing.md",
    from: `packages/testing/scenario.schema.json, ${name},`,
    write: () => formatScenario(name),
  })),
  {
    page: "docs/migrating.md",
    from: "packages/cli/src/migrate/typescript/counterparts.ts",
    write: formatCounterparts,
  },
  ...Object.entries(sdkPassages).map(([from, render]) => ({
    page: "docs/sdks.md",
    from: `docs/sdks.json, ${from},`,
    write: async () =>
      render(JSON.parse(await readFile(join(repository, "docs/sdks.json"), "utf8")) as SdkResults),
  })),
  ...members.map(({ page, ...init }) => ({
    page,
    from: `${init.path}, ${init.name},`,
    write: () => formatMembers(init),
  })),
];
