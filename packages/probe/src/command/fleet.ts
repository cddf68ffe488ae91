import { defineCommand, type FlagTable, type FlagValues } from "@a2agen/terminal/command.ts";

const fleetFlags = {
  out: {
    value: "DIR",
    help: "write results.json, history.jsonl, badges and a site with a page for each agent",
  },
  json: { help: "the results as JSON on standard output" },
  report: { value: "KIND=FILE", list: true, help: "write a report: json or markdown" },
  "fail-on": {
    choices: ["regressions", "MUST", "SHOULD", "never"],
    help: "exit with status 1 on what got worse since the last run in DIR, or on findings of this level or above; default: regressions",
  },
  write: {
    group: "Limits",
    help: "allow messages that reach the agents' own code, and other requests with side effects",
  },
  concurrency: { value: "COUNT", group: "Limits", help: "hosts at once; default: 4" },
  rate: {
    value: "COUNT",
    group: "Limits",
    help: "requests per second to a host; default: 5, and no limit for this machine",
  },
} as const satisfies FlagTable;

export type FleetFlags = FlagValues<typeof fleetFlags>;

export const fleet = defineCommand({
  path: ["fleet"],
  group: "Check",
  summary: "probe many agents politely, and show them in one table",
  description: [
    "Probes the agents and clients of a file, or the agents of an AI Catalog. Without --write it sends only requests without side effects, one at a time to each host and five a second at most, and leaves alone what robots.txt disallows. Hosts that answer with Retry-After are waited for, up to a minute.",
    "With --out it keeps a history: what passed in the last run and fails now is a regression.",
  ],
  examples: ["fleet fleet.yaml", "fleet https://agents.example.com --out public", "fleet fleet.yaml --json"],
  operand: {
    name: "FILE|CATALOG",
    help: "YAML or JSON with the agents, or the URL of a catalog, or of a host that has one",
  },
  flags: fleetFlags,
  exclusive: [],
  exitCodes: [
    [0, "nothing of what --fail-on names"],
    [1, "what --fail-on names, or the input is invalid"],
    [2, "the command line is wrong"],
    [130, "interrupted; what was done is written"],
  ],
  run: async (input, terminal) => {
    const { runFleetCommand } = await import("./run-fleet-command.ts");
    return runFleetCommand(input, terminal);
  },
});
