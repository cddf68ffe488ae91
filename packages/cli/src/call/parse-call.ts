import { readFileSync } from "node:fs";
import { shellWord } from "@a2agen/exchange/shell-word.ts";
import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import type { JsonObject, JsonValue } from "@a2agen/runtime";
import { errorMessage } from "@a2agen/runtime/internal";
import { checkAgentUrl } from "@a2agen/terminal/agent-url.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { fromEnvironment, parseHeaders, parseSeconds } from "@a2agen/terminal/header-flags.ts";
import {
  type ActionName,
  type ActionRow,
  actionNames,
  actions,
  actionsWith,
  isActionName,
} from "./call-actions.ts";
import { actionFlagsIn, type CallFlags, commonFlagsIn } from "./call-flags.ts";
import type { Action, CallPlan, LoginPlan, Outgoing, Target, Webhook } from "./call-plan.ts";

/** The command line, with what it takes from the environment and standard input. */
export interface CallInput {
  /** URL, action, and what follows it. */
  readonly operands: readonly string[];
  readonly flags: CallFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads a command line; throws a UsageError that says what was expected. */
export function parseCall({ operands, flags, env }: CallInput): CallPlan {
  const { catalog } = flags;
  if (catalog === undefined && flags.agent !== undefined) {
    throw new UsageError("--agent chooses from a catalog: expected --catalog URL|FILE");
  }
  const [url = "", ...words] = catalog === undefined ? operands : [catalog, ...operands];
  const { name, rest } = findAction(words);
  checkFlags(name, flags);
  return {
    target: parseTarget(url, flags, env),
    action: parseAction(name, rest, { flags, env }),
    isJson: flags.json === true,
    isLogout: flags.logout === true,
  };
}

/** What the words after the URL are: the name of an action can have two. */
function findAction(words: readonly string[]): {
  readonly name: ActionName;
  readonly rest: readonly string[];
} {
  const [first = "card"] = words;
  const length = [2, 1].find((count) => isActionName(words.slice(0, count).join(" "))) ?? 0;
  const name = length === 0 ? first : words.slice(0, length).join(" ");
  if (!isActionName(name)) {
    const all = `; the actions are ${actionNames.map((known) => `"${known}"`).join(", ")}`;
    throw new UsageError(`unknown action "${first}"${didYouMean(first, actionNames) || all}`);
  }
  const rest = words.slice(length);
  const { operands, count }: ActionRow = actions[name];
  const [least, most] = count;
  if (rest.length >= least && rest.length <= most) return { name, rest };
  const expected = operands === "" ? "nothing" : operands;
  throw new UsageError(`${name}: expected ${expected}; found ${rest.map(quote).join(" ") || "nothing"}`);
}

function checkFlags(name: ActionName, flags: CallFlags): void {
  const { flags: taken }: ActionRow = actions[name];
  const stray = actionFlagsIn(flags).find((flag) => !taken.includes(flag));
  if (stray === undefined) return;
  throw new UsageError(`${name} takes no --${stray}; it is for ${actionsWith(stray).join(", ")}`);
}

function parseTarget(url: string, flags: CallFlags, env: CallInput["env"]): Target {
  const isDirect = flags.direct === true;
  // Addresses of gRPC need no scheme.
  const isFile = flags.catalog !== undefined && !/^[a-z][a-z0-9+.-]+:/i.test(url);
  if (!isFile && !(isDirect && flags.binding === "GRPC")) {
    checkAgentUrl(url, { credentials: "give them with --header-env authorization=VARIABLE" });
  }
  return {
    url,
    isDirect,
    catalog: flags.catalog === undefined ? undefined : { source: url, isFile, agent: flags.agent },
    binding: flags.binding,
    protocol: flags.protocol,
    headers: parseHeaders(flags, env),
    secretHeaders: (flags["header-env"] ?? []).map((text) => text.replace(/=.*/s, "")),
    record: flags.record,
    login: parseLogin(flags, env),
    extensions: flags.extension ?? [],
    tenant: flags.tenant,
    timeoutMs: parseSeconds(flags.timeout),
    keys: flags.keys ?? [],
    words: repeatFlags(flags),
  };
}

function parseLogin(flags: CallFlags, env: CallInput["env"]): LoginPlan | undefined {
  const { "client-id": clientId, "client-secret-env": variable } = flags;
  if (flags.login !== true) {
    if (clientId === undefined && variable === undefined) return undefined;
    throw new UsageError("--client-id and --client-secret-env go with --login");
  }
  return {
    clientId: clientId ?? (env["A2AGEN_CLIENT_ID"] || undefined),
    clientSecret:
      variable === undefined
        ? env["A2AGEN_CLIENT_SECRET"] || undefined
        : fromEnvironment("client-secret-env", variable, env),
  };
}

/** What the next command needs as well. A header may be a secret, which does not belong into logs. */
function repeatFlags(flags: CallFlags): readonly string[] {
  return commonFlagsIn(flags).flatMap((name) =>
    [flags[name] ?? []].flat().map((value) => {
      if (value === true) return `--${name}`;
      const shown = name === "header" ? value.replace(/:.*/s, ": VALUE") : value;
      return `--${name} ${shellWord(shown)}`;
    }),
  );
}

type SecretFlag = "token-env" | "webhook-token-env" | "webhook-bearer-env";

function optionalSecret(flag: SecretFlag, flags: CallFlags, env: CallInput["env"]): string | undefined {
  const variable = flags[flag];
  return variable === undefined ? undefined : fromEnvironment(flag, variable, env);
}

interface ActionInput {
  readonly flags: CallFlags;
  readonly env: CallInput["env"];
}

function parseAction(name: ActionName, words: readonly string[], { flags, env }: ActionInput): Action {
  const [first = "", second = ""] = words;
  const saveTo = flags.save;
  switch (name) {
    case "card":
    case "extended-card":
      return { kind: name };
    case "send":
    case "stream":
      return { kind: name, outgoing: parseOutgoing(words, { flags, env }), saveTo };
    case "get":
      return { kind: name, id: first, historyLength: parseCount("history", flags), saveTo };
    case "subscribe":
      return { kind: name, id: first, saveTo };
    case "cancel":
      return { kind: name, id: first };
    case "list":
      if (flags.all === true && flags.page !== undefined) {
        throw new UsageError("--all and --page cannot be given together");
      }
      return {
        kind: name,
        isWhole: flags.all === true,
        query: {
          contextId: flags.context,
          state: flags.state,
          since: flags.since,
          pageSize: parseCount("page-size", flags),
          pageToken: flags.page,
          historyLength: parseCount("history", flags),
          withArtifacts: flags.artifacts === true,
        },
      };
    case "push set": {
      const webhook = parseWebhook({ flags, env });
      if (webhook === undefined) throw new UsageError("push set: expected --webhook URL");
      return { kind: "push-set", taskId: first, webhook };
    }
    case "push get":
      return { kind: "push-get", taskId: first, id: second };
    case "push delete":
      return { kind: "push-delete", taskId: first, id: second };
    case "push list":
      return { kind: "push-list", taskId: first };
    case "rpc":
      return { kind: name, method: first, request: readRequest(words[1]) };
  }
}

function readRequest(word: string | undefined): JsonValue {
  if (word === undefined) return {};
  return parseJson("JSON", word === "-" ? readFileSync(0, "utf8") : word);
}

function parseOutgoing(words: readonly string[], { flags, env }: ActionInput): Outgoing {
  const texts = words.filter((word) => word !== "-");
  const outgoing: Outgoing = {
    text: texts.length === 0 ? undefined : texts.join(" "),
    readsStdin: words.includes("-"),
    files: flags.file ?? [],
    data: (flags.data ?? []).map((text) => parseJson("--data", text)),
    taskId: flags.task,
    contextId: flags.context,
    references: flags.reference ?? [],
    acceptedOutputModes: flags.accept ?? [],
    historyLength: parseCount("history", flags),
    metadata: parseMetadata(flags.metadata),
    returnsImmediately: flags["no-wait"] === true,
    webhook: parseWebhook({ flags, env }),
  };
  if (outgoing.text !== undefined || outgoing.readsStdin) return outgoing;
  if (outgoing.files.length > 0 || outgoing.data.length > 0) return outgoing;
  throw new UsageError("expected something to send: a TEXT, - for standard input, --file or --data");
}

function parseMetadata(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  const value = parseJson("--metadata", text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`--metadata: expected a JSON object; found ${quote(text)}`);
}

function parseWebhook({ flags, env }: ActionInput): Webhook | undefined {
  const { webhook: url } = flags;
  const token = optionalSecret("webhook-token-env", flags, env);
  const bearer = optionalSecret("webhook-bearer-env", flags, env);
  const id = flags["webhook-id"];
  if (url !== undefined) return { url, id, token, bearer };
  if (token === undefined && bearer === undefined && id === undefined) return undefined;
  throw new UsageError("expected --webhook URL beside the other flags of a webhook");
}

function parseCount(flag: "history" | "page-size", flags: CallFlags): number | undefined {
  const text = flags[flag];
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag}: expected a number, at least 0; found ${quote(text)}`);
}

function parseJson(what: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    const problem = errorMessage(cause);
    throw new UsageError(`${what}: expected JSON; found ${quote(text)}: ${problem}`, { cause });
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
