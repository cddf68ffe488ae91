import type { FlagTable, HelpTable } from "@a2agen/terminal/command.ts";
import type { ActionFlag } from "./call-flags.ts";

/** One action of the command; parser, help and errors read nothing else. */
export interface ActionRow {
  /** What follows the name, as the help shows it. */
  readonly operands: string;
  /** How many words follow, at least and at most. */
  readonly count: readonly [number, number];
  readonly flags: readonly ActionFlag[];
  readonly help: string;
}

const messageFlags = [
  "file",
  "data",
  "task",
  "context",
  "reference",
  "accept",
  "metadata",
  "history",
  "save",
  "webhook",
  "webhook-id",
  "webhook-token-env",
  "webhook-bearer-env",
] as const satisfies readonly ActionFlag[];

const any = Number.POSITIVE_INFINITY;

/** Every action by its name, in the order of the help. */
export const actions = {
  card: { operands: "", count: [0, 0], flags: [], help: "show the agent card; the default" },
  "extended-card": {
    operands: "",
    count: [0, 0],
    flags: [],
    help: "show the card for authenticated callers",
  },
  send: {
    operands: "[TEXT...]",
    count: [0, any],
    flags: [...messageFlags, "no-wait"],
    help: "send a message and wait for its result; - reads standard input",
  },
  stream: {
    operands: "[TEXT...]",
    count: [0, any],
    flags: messageFlags,
    help: "send a message and show events as they come",
  },
  get: { operands: "TASK", count: [1, 1], flags: ["history", "save"], help: "show a task" },
  list: {
    operands: "",
    count: [0, 0],
    flags: ["context", "state", "since", "page-size", "page", "all", "history", "artifacts"],
    help: "list tasks, the latest first",
  },
  subscribe: {
    operands: "TASK",
    count: [1, 1],
    flags: ["save"],
    help: "show the events of a task as they come",
  },
  cancel: { operands: "TASK", count: [1, 1], flags: [], help: "cancel a task" },
  "push set": {
    operands: "TASK",
    count: [1, 1],
    flags: ["webhook", "webhook-id", "webhook-token-env", "webhook-bearer-env"],
    help: "send updates of a task to --webhook",
  },
  "push get": {
    operands: "TASK ID",
    count: [2, 2],
    flags: [],
    help: "show a push notification configuration",
  },
  "push list": {
    operands: "TASK",
    count: [1, 1],
    flags: [],
    help: "list the push notification configurations of a task",
  },
  "push delete": {
    operands: "TASK ID",
    count: [2, 2],
    flags: [],
    help: "delete a push notification configuration",
  },
  rpc: {
    operands: "METHOD [JSON]",
    count: [1, 2],
    flags: [],
    help: "call any method of A2A, in JSON of 1.0 or --protocol; - reads standard input",
  },
} as const satisfies Readonly<Record<string, ActionRow>>;

export type ActionName = keyof typeof actions;

export const actionNames: readonly ActionName[] = Object.keys(actions).filter(isActionName);

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}

/** The actions for the help. */
export const actionTable: HelpTable = {
  title: "Actions:",
  rows: Object.entries<ActionRow>(actions).map(([name, { operands, help }]) => [
    `${name} ${operands}`.trim(),
    help,
  ]),
};

/**
 * The flags in groups for the help: those that every action takes, those that several flags share their
 * actions with, and the rest, which say their actions themselves.
 */
export function withActions<Table extends FlagTable>(flags: Table): Table {
  const usersOf = new Map(Object.keys(flags).map((name) => [name, actionsWith(name).join(", ")]));
  const rows = Object.entries(flags).map(([name, row]) => {
    const users = usersOf.get(name) ?? "";
    if (users === "") return [name, row] as const;
    const isShared = [...usersOf.values()].filter((other) => other === users).length > 1;
    if (isShared) return [name, { ...row, group: `Flags of ${users}` }] as const;
    return [name, { ...row, group: "Flags of several actions", help: `${users}: ${row.help}` }] as const;
  });
  // Only titles and help texts have changed.
  return Object.fromEntries(rows) as FlagTable as Table;
}

/** The actions that take a flag; none for a flag of all. */
export function actionsWith(flag: string): readonly ActionName[] {
  return actionNames.filter((name) => {
    const { flags }: ActionRow = actions[name];
    return flags.some((taken) => taken === flag);
  });
}
