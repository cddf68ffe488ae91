import { protocolNames } from "@a2agen/exchange/protocol-names.ts";
import type { FlagTable, FlagValues } from "@a2agen/terminal/command.ts";
import { bindingNames } from "./call-plan.ts";

/** Flags that go with every action. */
const commonFlags = {
  binding: {
    choices: bindingNames,
    help: "default: the first usable one of the card; gRPC where nothing else is",
  },
  protocol: {
    choices: protocolNames,
    help: "the version to speak; default: the newest that both sides support",
  },
  catalog: {
    value: "URL|FILE",
    help: "an AI Catalog, or a host that has one, instead of the URL of an agent; lists its agents",
  },
  agent: { value: "NAME|IDENTIFIER", help: "the agent of the catalog to call; default: the only one" },
  direct: { help: "URL is an interface and there is no card; default: JSONRPC and 1.0" },
  header: {
    value: "'NAME: VALUE'",
    list: true,
    help: "a header (metadata in gRPC), sent with the request for the card too",
  },
  "header-env": { value: "NAME=VARIABLE", list: true, help: "a header with a value from the environment" },
  "token-env": { value: "VARIABLE", help: "a bearer token from the environment" },
  login: { help: "sign in as the card says, or use the token of an earlier sign-in" },
  logout: { help: "forget the tokens of all sign-ins, and call nobody" },
  "client-id": { value: "ID", help: "of --login; default: A2AGEN_CLIENT_ID, or what registering gives" },
  "client-secret-env": {
    value: "VARIABLE",
    help: "the client's secret, for signing in without a person; default: A2AGEN_CLIENT_SECRET",
  },
  extension: { value: "URI", list: true, help: "an extension to use" },
  tenant: { value: "NAME", help: "the tenant to name in requests" },
  timeout: { value: "SECONDS", help: "how long to wait for an answer, or for the first event of a stream" },
  keys: {
    value: "FILE|URL",
    list: true,
    help: "the card must be signed by one of these keys: a JSON Web Key Set, or an https URL below which signatures may name theirs",
  },
  record: {
    value: "FILE",
    help: "add what goes over the wire to this recording, without credentials; a2agen record show reads it",
  },
  json: {
    help: "one JSON value per answer or event, in the form of 1.0 or of --protocol, and nothing else on standard output",
  },
} as const satisfies FlagTable;

/** Flags of which an action takes some. */
const actionFlags = {
  file: { value: "PATH|URL", list: true, help: "a file, or a link to one" },
  data: { value: "JSON", list: true, help: "structured data" },
  task: { value: "ID", help: "the task to continue" },
  reference: { value: "TASK", list: true, help: "a task that the message refers to" },
  accept: { value: "TYPE", list: true, help: "a media type that the answer may have" },
  metadata: { value: "JSON", help: "metadata of the request" },
  state: { value: "STATE", help: "only tasks in this state: working, input-required" },
  since: { value: "TIME", help: "only tasks updated at this time or later: 2026-01-02T03:04:05Z" },
  "page-size": { value: "COUNT", help: "tasks on a page" },
  page: { value: "TOKEN", help: "the page token that the previous page returned" },
  all: { help: "all pages" },
  artifacts: { help: "tasks with their artifacts" },
  webhook: { value: "URL", help: "URL that receives updates of the task" },
  "webhook-id": { value: "ID", help: "identifier of the configuration" },
  "webhook-token-env": { value: "VARIABLE", help: "the token that the webhook recognizes notifications by" },
  "webhook-bearer-env": { value: "VARIABLE", help: "a bearer token that the agent presents to the webhook" },
  context: { value: "ID", help: "the context of the message, or of the tasks to list" },
  "no-wait": { help: "return as soon as there is a task" },
  history: { value: "COUNT", help: "maximum number of messages of a task's history" },
  save: { value: "DIR", help: "write received files to DIR, under safe and unused names" },
} as const satisfies FlagTable;

export const callFlags = { ...commonFlags, ...actionFlags };

export type CallFlags = FlagValues<typeof callFlags>;

type CommonFlag = keyof typeof commonFlags;

export type ActionFlag = keyof typeof actionFlags;

/** The flags of these that go with every action. */
export function commonFlagsIn(flags: CallFlags): readonly CommonFlag[] {
  return Object.keys(commonFlags).filter((name): name is CommonFlag => Object.hasOwn(flags, name));
}

/** The flags of these that only some actions take. */
export function actionFlagsIn(flags: CallFlags): readonly ActionFlag[] {
  return Object.keys(actionFlags).filter((name): name is ActionFlag => Object.hasOwn(flags, name));
}
