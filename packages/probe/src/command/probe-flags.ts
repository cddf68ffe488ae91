import type { FlagTable, FlagValues } from "@a2agen/terminal/command.ts";
import { clientFlags } from "./client-flags.ts";

export const probeFlags = {
  "fail-on": {
    choices: ["MUST", "SHOULD", "MAY", "never"],
    help: "exit with status 1 on findings of this level or above; default: MUST",
  },
  list: { help: "list the requirements, and send nothing" },
  json: { help: "the report as JSON on standard output" },
  all: { help: "show every place of each finding, and all that was not reached" },
  report: {
    value: "KIND=FILE",
    list: true,
    help: "write a report: badge, html, json, junit, markdown, sarif or tck",
  },
  scenario: {
    value: "FILE",
    help: "YAML with the messages that take the agent to the states that checks need",
  },
  extensions: {
    value: "PATH|PACKAGE",
    list: true,
    help: "an extension that the card declares: extension.yaml, its folder, a proto, or a package",
  },
  record: { value: "FILE", help: "keep every exchange, as JSON Lines" },
  judge: { value: "FILE", help: "judge a recording again, and send nothing" },
  "max-messages": {
    value: "COUNT",
    group: "Limits",
    help: "messages that reach the agent's own code; default: 100",
  },
  rate: { value: "COUNT", group: "Limits", help: "requests per second; default: no limit" },
  timeout: {
    value: "SECONDS",
    group: "Limits",
    help: "how long to wait for an answer or the next event of a stream (default: 10), or with --run for the client (default: 30)",
  },
  webhook: {
    value: "URL",
    group: "Push notifications",
    help: "where the agent reaches the probe's receiver; default: this machine, for agents on it",
  },
  "webhook-port": {
    value: "PORT",
    group: "Push notifications",
    help: "the port of the receiver; default: a free one",
  },
  "read-only": { group: "Limits", help: "send only requests without side effects" },
  quick: { group: "Limits", help: "at most 30 requests and 3 seconds" },
  "allow-host": {
    value: "HOST",
    list: true,
    group: "Limits",
    help: "a host that interfaces may have, besides the card's",
  },
  header: {
    value: "'NAME: VALUE'",
    list: true,
    group: "Credentials",
    help: "a header or metadata of every request",
  },
  "header-env": {
    value: "NAME=VARIABLE",
    list: true,
    group: "Credentials",
    help: "a header with a value from the environment",
  },
  "token-env": { value: "VARIABLE", group: "Credentials", help: "a bearer token from the environment" },
  "other-token-env": {
    value: "VARIABLE",
    group: "Credentials",
    help: "a bearer token of another caller, who may not see the tasks of the first",
  },
  "other-header-env": {
    value: "NAME=VARIABLE",
    list: true,
    group: "Credentials",
    help: "a header with a credential of another caller",
  },
  "token-file": { value: "FILE", group: "Credentials", help: "a bearer token from a file" },
  ...clientFlags,
} as const satisfies FlagTable;

export type ProbeFlags = FlagValues<typeof probeFlags>;
