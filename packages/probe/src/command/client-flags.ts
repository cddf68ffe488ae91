import { protocolNames } from "@a2agen/exchange/protocol-names.ts";
import type { FlagTable } from "@a2agen/terminal/command.ts";
import { roles } from "@a2agen/versions/table.ts";

/** Flags for the probe of clients. */
export const clientFlags = {
  client: { group: "Clients", help: "test a client: serve agents that behave in every way" },
  run: {
    value: "COMMAND",
    group: "Clients",
    help: "run the client once per behaviour, with {url}, {operation}, {binding} and {version} filled in",
  },
  listen: {
    value: "PORT",
    group: "Clients",
    help: "base port; without --run, serves every agent on consecutive ports until Ctrl-C; default: 4100",
  },
  binding: {
    choices: ["JSONRPC", "HTTP+JSON", "GRPC"],
    group: "Clients",
    help: "only agents of this binding",
  },
  protocol: {
    choices: protocolNames,
    group: "Clients",
    help: `only agents of this version; default: ${roles.current} and ${roles.previous}`,
  },
  only: {
    value: "ID",
    list: true,
    group: "Clients",
    help: "only behaviours whose identifiers start with ID; --list --client lists them",
  },
} as const satisfies FlagTable;
