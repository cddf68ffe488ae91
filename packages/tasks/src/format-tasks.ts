import { isTerminal, stateName } from "@a2agen/exchange/task-states.ts";
import type { TaskSummary } from "@a2agen/postgres";
import type { StoredTask, TaskEntry } from "@a2agen/runtime/agent";
import { count } from "@a2agen/runtime/internal";
import { safeText } from "@a2agen/terminal/safe-text.ts";
import { plainStyle, type Style } from "@a2agen/terminal/style.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";

/** Tasks in columns. */
export function formatSummaries(summaries: readonly TaskSummary[], terminal: Terminal): string {
  if (summaries.length === 0) return "no tasks\n";
  const style = terminal.style?.out ?? plainStyle;
  const head = ["TASK", "STATE", "LATEST STATUS", "ENTRIES", "WORK", "SCOPE"];
  const rows = summaries.map((summary) => [
    safeText(summary.id),
    stateName(summary.state),
    summary.time.replace("T", " ").replace(/\.\d+Z$|Z$/, ""),
    String(summary.version),
    summary.work,
    safeText(summary.scope),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row, index) => {
    const state = summaries[index]?.state;
    return toLine(row, widths, (at, cell) =>
      at === 1 && state !== undefined ? paint(style, state)(cell) : cell,
    );
  });
  return `${[toLine(head, widths, (_, cell) => style.bold(cell)), ...lines].join("\n")}\n`;
}

function toLine(
  cells: readonly string[],
  widths: readonly number[],
  colour: (at: number, cell: string) => string,
): string {
  return cells
    .map(
      (cell, at) =>
        colour(at, cell) + " ".repeat(at === cells.length - 1 ? 0 : (widths[at] ?? 0) - cell.length),
    )
    .join("  ");
}

function paint(style: Style, state: TaskSummary["state"]): (text: string) => string {
  if (/FAILED|REJECTED/.test(state)) return style.red;
  if (isTerminal(state)) return style.green;
  return /REQUIRED/.test(state) ? style.yellow : style.cyan;
}

export interface ShownTask extends TaskSummary {
  readonly task: StoredTask["task"];
  readonly entries: readonly TaskEntry[];
}

/** A task with its log, one line for each entry. */
export function formatTask(shown: ShownTask, terminal: Terminal): string {
  const { task, entries, state, work, version, compacted, scope } = shown;
  const style = terminal.style?.out ?? plainStyle;
  const { artifacts = [], history = [] } = task;
  const rows: (readonly [string, string])[] = [
    ["task", safeText(task.id)],
    ["context", safeText(task.contextId ?? "")],
    ["scope", safeText(scope)],
    ["state", `${paint(style, state)(stateName(state))} since ${shown.time}`],
    ["work", work],
    ["messages", String(history.length)],
    [
      "artifacts",
      artifacts
        .map(({ artifactId, parts }) => `${safeText(artifactId)} (${count(parts.length, "part")})`)
        .join(", ") || "none",
    ],
    ["entries", compacted === 0 ? String(version) : `${version}, the first ${compacted} compacted`],
  ];
  const facts = rows.map(([name, value]) => `${style.bold(name.padEnd(9))}  ${value}`);
  const width = String(version).length;
  const log = entries.map((entry, index) => {
    const number = String(compacted + index + 1).padStart(width);
    return `${style.dim(number)}  ${describe(entry, (terminal.columns || 100) - width - 2)}`;
  });
  return `${[...facts, ...(log.length === 0 ? [] : ["", ...log])].join("\n")}\n`;
}

/** An entry in a line. */
function describe(entry: TaskEntry, width: number): string {
  const text = safeText(toText(entry)).replaceAll(/\s+/g, " ");
  return text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 10))}…`;
}

function toText(entry: TaskEntry): string {
  if ("statusUpdate" in entry) {
    const { state, timestamp = "", message } = entry.statusUpdate.status;
    return `status ${stateName(state)} ${timestamp} ${textOf(message?.parts)}`.trimEnd();
  }
  if ("artifactUpdate" in entry) {
    const { artifact, append } = entry.artifactUpdate;
    return `artifact ${append === true ? "+" : ""}${artifact.artifactId} ${textOf(artifact.parts)}`;
  }
  if ("metadataUpdate" in entry) return `metadata ${JSON.stringify(entry.metadataUpdate.metadata)}`;
  if ("message" in entry) return `message ${entry.message.messageId} ${textOf(entry.message.parts)}`;
  if ("turn" in entry) return `turn ${entry.turn.messageId}, attempt ${entry.turn.attempt}`;
  if ("step" in entry) return `step ${entry.step.name} ${JSON.stringify(entry.step.value) ?? ""}`.trimEnd();
  if ("handOver" in entry) return `handed over ${entry.handOver.at}`;
  return `asked to cancel ${entry.cancelRequest.at}`;
}

function textOf(parts: readonly object[] = []): string {
  const [first] = parts;
  if (first === undefined) return "";
  const { text } = first as { readonly text?: string };
  const more = parts.length === 1 ? "" : ` and ${parts.length - 1} more`;
  return `${text === undefined ? JSON.stringify(first) : JSON.stringify(text)}${more}`;
}

/** The tasks that were deleted, or would be. */
export function formatExpired(
  ids: readonly string[],
  { before, dryRun }: { readonly before: string; readonly dryRun: boolean },
): string {
  const tasks = count(ids.length, "task");
  if (!dryRun) return `deleted ${tasks} with a latest status before ${before}\n`;
  const list = ids.map((id) => `${safeText(id)}\n`).join("");
  return `${list}would delete ${tasks} with a latest status before ${before}\n`;
}
