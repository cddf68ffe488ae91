import { defineCommand } from "@a2agen/terminal/command.ts";
import { checks, defaultLimits } from "../library/options.ts";

const places = "Where it listens";
const trust = "Credentials and signatures";
const hooks = "Notifications";
const watching = "Limits and reports";

export const gateway = defineCommand({
  path: ["gateway"],
  group: "Operate",
  summary: "serve an agent of any version and binding in every version and over every binding",
  description: [
    "Stands in front of one agent, UPSTREAM, and serves 0.3, the draft and 1.0 over JSON-RPC, HTTP+JSON and, with --grpc-port, gRPC. Calls, streams, cancellation, tasks, notifications and errors are passed on, in the version of the client. What a version cannot say is told in the header a2agen-losses, in the log, and in the report of migration, which is written when the gateway ends.",
    "Credentials of callers go to the origin of UPSTREAM, in the places that its card names; no redirect is followed, and no other address is called, but webhooks of clients. SIGTERM lets open calls end.",
  ],
  examples: [
    "gateway http://localhost:5000 --port 4000",
    "gateway https://agent.example.com --port 4000 --grpc-port 4001",
    "gateway http://localhost:5000 --check enforce --report migration.json",
    "gateway --config gateway.yaml --port 4000",
  ],
  operand: {
    name: "UPSTREAM",
    usage: "UPSTREAM",
    expected: "one UPSTREAM, or --config FILE",
    insteadOf: "config",
    help: "URL of the agent, or of its card when it ends in .json",
  },
  flags: {
    config: { value: "FILE", help: "serve several agents, each below its path: YAML or JSON" },
    port: { value: "PORT", group: places, help: "of JSON-RPC and HTTP+JSON; default: a free one" },
    "grpc-port": { value: "PORT", group: places, help: "of gRPC, without TLS; default: no gRPC" },
    host: { value: "ADDRESS", group: places, help: "the address to listen on; default: 127.0.0.1" },
    url: { value: "URL", group: places, help: "the origin at which clients reach it, for its card" },
    "grpc-url": { value: "ADDRESS", group: places, help: "the address at which clients reach gRPC" },
    origin: {
      value: "ORIGIN",
      list: true,
      group: trust,
      help: "a further origin that the card of UPSTREAM may name; it receives credentials",
    },
    "upstream-auth": {
      value: "NAME=VARIABLE",
      list: true,
      group: trust,
      help: "send this header, with its value from the environment, in place of callers' credentials",
    },
    "pass-header": { value: "NAME", list: true, group: trust, help: "pass this header of callers on, too" },
    insecure: { group: trust, help: "allow credentials over unencrypted connections" },
    sign: { value: "KEY", group: trust, help: "sign the card of the gateway with a private JWK in a file" },
    "secret-env": {
      value: "VARIABLE",
      group: hooks,
      help: "seals addresses of webhooks, so that they outlive the process; default: A2AGEN_GATEWAY_SECRET",
    },
    "webhook-network": {
      value: "CIDR",
      list: true,
      group: hooks,
      help: "a network outside of the public internet whose webhooks may be called",
    },
    "webhook-http": { group: hooks, help: "allow webhooks without encryption" },
    check: {
      choices: checks,
      group: watching,
      help: "what to do with answers that break the rules; default: report",
    },
    limit: {
      value: "NAME=NUMBER",
      list: true,
      group: watching,
      help: `another limit: ${Object.keys(defaultLimits).join(", ")}`,
    },
    "card-file": {
      value: "FILE",
      group: watching,
      help: "keep the last good card there, and start from it while UPSTREAM is down",
    },
    record: { value: "FILE", group: watching, help: "add calls to UPSTREAM to a recording, without secrets" },
    report: { value: "FILE", group: watching, help: "write the report of migration there, as JSON" },
    "report-path": { value: "PATH", group: watching, help: "answer with the report at this path, to anyone" },
  },
  exclusive: [],
  exitCodes: [
    [0, "ended by SIGTERM or Ctrl-C"],
    [1, "UPSTREAM cannot be used, or a port is taken"],
    [2, "the command line is wrong"],
  ],
  run: async (input, terminal) => {
    const { runGateway } = await import("./run-gateway.ts");
    return runGateway(input, terminal);
  },
});
