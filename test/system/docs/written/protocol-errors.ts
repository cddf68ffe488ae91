import { statusTable } from "@a2agen/runtime/binding";
import type { StatusName } from "@a2agen/runtime/service";
import { versionServices } from "@a2agen/versions/services.ts";
import { currentVersion, versionTable } from "@a2agen/versions/table.ts";

/** What to do about an error, by its code of JSON-RPC, which is the same in all versions. */
const remedies: Readonly<Record<number, string>> = {
  [-32001]:
    "Give the `id` that the agent gave the task, with the same credentials and tenant: a caller sees its own tasks only. Agents delete old tasks; send a message without `taskId` to begin another one.",
  [-32002]: "GetTask shows how the task has ended.",
  [-32003]:
    "Stream or poll the task instead. In your own agent, pass [`webhooks`](push-notifications.md) to `createAgent` and declare the capability in the card.",
  [-32004]:
    "The card may not declare the capability, or the task may have ended: it takes no more messages then. Leave out `taskId` to begin another one.",
  [-32005]:
    "Send media types of `defaultInputModes`, or of the skill's `inputModes`, and accept one that the agent writes.",
  [-32006]:
    "A bug of the agent. The violations name the places in its answer, and [`a2agen probe`](probe.md) finds more.",
  [-32007]:
    "Pass `extendedCard` to [`createAgent`](agent-reference.md#options-of-createagent), or remove the capability from the card.",
  [-32008]:
    "The card lists what is required: [request it in code](extensions.md#request-it-in-a-client), or with `--extension URI` of `a2agen call`.",
  [-32009]:
    "Call in a version that an interface of the card names. A host can [serve several](versions.md#serving-every-version-at-once).",
  [-32010]: "Read the task again, and send the message with its present `generation`.",
  [-32700]: "Send JSON in UTF-8, and nothing behind it.",
  [-32600]: 'Send an object with `jsonrpc: "2.0"`, `id`, `method` and `params`.',
  [-32601]: "Versions name methods differently: see [what changed](versions.md#what-changed).",
  [-32602]: "The violations name each place, with the [code of its problem](#problems-of-values).",
  [-32603]: "The server failed. `onError` has the cause; clients do not read it.",
};

/** What statuses mean that no error of the protocol stands for, and what to do. */
const statusRemedies: Readonly<Partial<Record<StatusName, string>>> = {
  CANCELLED: "the client ended the call",
  UNKNOWN: "the answer had no status that could be read; a proxy may have given it",
  INVALID_ARGUMENT: "the request does not fit its method; the violations name each place",
  DEADLINE_EXCEEDED: "the time was not enough; the task may go on, and GetTask shows it",
  NOT_FOUND: "what the request names is not there, or not for this caller",
  PERMISSION_DENIED: "the caller is known and may not do this: ask for another scope",
  RESOURCE_EXHAUSTED:
    "a [limit](limits.md) is reached: wait as long as `Retry-After` says, or send less at once",
  FAILED_PRECONDITION: "the state of the agent or task does not allow it; the message says why",
  ABORTED: "another call was first: read the task, and repeat the call",
  UNIMPLEMENTED: "the server has no such method or path",
  INTERNAL: "the server failed; `onError` has the cause",
  UNAVAILABLE:
    "nothing answers, or the agent shuts down; clients [retry](calling.md#retries) calls that may be repeated",
  UNAUTHENTICATED:
    "credentials are missing or wrong: [`credentials`](client-credentials.md) of `connect`, `--login` or `--token-env` of `a2agen call`",
};

interface ErrorRow {
  readonly jsonRpc: number;
  readonly http: number;
  readonly grpc: string;
  readonly reason: string;
  readonly description?: string;
}

/** How a version names and codes an error. */
interface Carried extends ErrorRow {
  readonly version: string;
  readonly name: string;
}

const carried: readonly Carried[] = versionTable.flatMap(({ name: version }) => {
  const errors = versionServices[version].service.protocol.errors as Readonly<Record<string, ErrorRow>>;
  return Object.entries(errors).map(([name, row]) => ({ ...row, version, name }));
});

/** The errors of all versions, a heading each, by the name in the current one. */
export function formatProtocolErrors(): string {
  const codes = [...new Set(carried.map(({ jsonRpc }) => jsonRpc))].toSorted((a, b) => b - a);
  return codes.map(formatError).join("\n\n");
}

function formatError(code: number): string {
  const rows = carried.filter(({ jsonRpc }) => jsonRpc === code);
  const shown = rows.find(({ version }) => version === currentVersion) ?? rows[0];
  if (shown === undefined) throw new Error(`${code}: expected an error of a version`);
  const lines = new Map<string, readonly string[]>();
  for (const { version, name, jsonRpc, http, grpc, reason } of rows) {
    const line = [`\`${name}\``, jsonRpc, http, `\`${grpc}\``, `\`${reason}\``].join(" | ");
    lines.set(line, [...(lines.get(line) ?? []), titleOf(version)]);
  }
  return [
    `### ${shown.name}`,
    "",
    `${shown.description} ${remedies[code]}`,
    "",
    "| version | name | JSON-RPC | HTTP | gRPC | reason |",
    "|---|---|---|---|---|---|",
    ...[...lines].map(
      ([line, titles]) =>
        `| ${titles.length === versionTable.length ? "all" : titles.join(", ")} | ${line} |`,
    ),
  ].join("\n");
}

function titleOf(version: string): string {
  const { title } = versionTable.find(({ name }) => name === version) ?? {};
  return (title ?? version).replace("A2A ", "");
}

/** The errors of JSON-RPC itself. */
export function formatJsonRpcErrors(): string {
  const { jsonRpcMessages } = versionServices[currentVersion].service.protocol;
  const rows = Object.entries(jsonRpcMessages ?? {}).map(
    ([code, message]) => `| ${code} | ${message} | ${remedies[Number(code)]} |`,
  );
  return ["| code | message | what to do |", "|---|---|---|", ...rows].join("\n");
}

/** The statuses of errors that the protocol does not name. */
export function formatStatuses(): string {
  const rows = Object.entries(statusTable).flatMap(([name, { grpc, http, jsonRpc }]) => {
    const text = statusRemedies[name as StatusName];
    return text === undefined ? [] : [`| \`${name}\` | ${http} | ${grpc} | ${jsonRpc} | ${text} |`];
  });
  return ["| status | HTTP | gRPC | JSON-RPC | |", "|---|---|---|---|---|", ...rows].join("\n");
}
