import { codecGoals } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import { median } from "../median.ts";
import { buildPayload, type PayloadName, payloadNames, payloadTable } from "../payloads.ts";
import { type OperationName, operationNames, operationTable } from "./contender.ts";
import type { Timing } from "./measure.ts";

type Process = readonly Timing[];

/** One figure of the tables: medians over processes of medians over rounds. */
interface Figure {
  readonly microseconds: number;
  readonly ratio: number;
  /** Between the lowest and the highest process, of the ratio. */
  readonly spread: number;
}

export function formatCodecs(processes: readonly Process[]): string {
  const first = processes[0] ?? [];
  const tables = operationNames.flatMap((operation) => {
    const names = [
      ...new Set(first.filter((one) => one.operation === operation).map(({ contender }) => contender)),
    ];
    const { title, baseline } = operationTable[operation];
    if (!names.includes(baseline)) return [];
    const rows = names.map((contender) => [
      contender,
      ...payloadNames.map((payload) => formatFigure(processes, { payload, operation, contender })),
    ]);
    return [`### ${title}\n\n${formatTable([describeUnit(operation), ...payloadNames], rows)}`];
  });
  return [formatPayloads(), ...tables].join("\n\n");
}

function describeUnit(operation: OperationName): string {
  return `times ${operationTable[operation].baseline}`;
}

function formatPayloads(): string {
  const rows = payloadNames.map((name) => {
    const texts = buildPayload(name);
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / texts.length;
    return [`${name}: ${payloadTable[name].title}`, String(Math.round(bytes)), String(texts.length)];
  });
  return formatTable(["payload", "bytes", "variants"], rows);
}

interface Place {
  readonly payload: PayloadName;
  readonly operation: OperationName;
  readonly contender: string;
}

function formatFigure(processes: readonly Process[], place: Place): string {
  const figure = buildFigure(processes, place);
  if (figure === undefined) return "";
  const goal = codecGoals.find(
    ({ contender, operation, payloads }) =>
      contender === place.contender && operation === place.operation && payloads.includes(place.payload),
  );
  const ratio = formatGoal(figure.ratio, goal?.unit === "ratio" ? goal.most : undefined, (value) =>
    value.toFixed(2),
  );
  const spread = figure.spread < 0.01 ? "" : ` ±${(figure.spread / 2).toFixed(2)}`;
  const time = formatGoal(
    figure.microseconds,
    goal?.unit === "microseconds" ? goal.most : undefined,
    formatNumber,
  );
  const isShown = place.operation === "check" || place.contender === operationTable[place.operation].baseline;
  return `${ratio}${spread}${isShown ? `, ${time} µs` : ""}`;
}

function buildFigure(processes: readonly Process[], place: Place): Figure | undefined {
  const perProcess = processes.flatMap((timings) => {
    const find = (contender: string): readonly number[] | undefined =>
      timings.find(
        (one) =>
          one.payload === place.payload && one.operation === place.operation && one.contender === contender,
      )?.rounds;
    const own = find(place.contender);
    const base = find(operationTable[place.operation].baseline);
    if (own === undefined || base === undefined) return [];
    const ratios = own.map((time, round) => time / (base[round] ?? Number.NaN));
    return [{ nanoseconds: median(own), ratio: median(ratios) }];
  });
  if (perProcess.length === 0) return undefined;
  const ratios = perProcess.map(({ ratio }) => ratio);
  return {
    microseconds: median(perProcess.map(({ nanoseconds }) => nanoseconds)) / 1000,
    ratio: median(ratios),
    spread: Math.max(...ratios) - Math.min(...ratios),
  };
}
