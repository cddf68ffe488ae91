import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReceivedSpan } from "./otlp-receiver.ts";

const colors = readFileSync(
  join(import.meta.dirname, "../../../packages/exchange/src/report/tokens.css"),
  "utf8",
);

/** Of each service in turn, from the colors of our pages. */
const barColors = ["accent", "done", "waiting", "number", "failed"] as const;

const width = 1000;
const rowHeight = 24;
const top = 52;
/** Where the bars begin and end. */
const [left, right] = [400, 910];

/** Draws spans of a trace below one another, by parents and times: an SVG in the colors of our pages. */
export function drawTrace(spans: readonly ReceivedSpan[]): string {
  const rows = inOrder(spans);
  const starts = rows.map(({ span }) => span.start).toSorted(compare);
  const ends = rows.map(({ span }) => span.end).toSorted(compare);
  const [begin = 0n, end = 0n] = [starts[0], ends.at(-1)];
  const place = (time: bigint): number =>
    left + (Number(time - begin) / Number(end - begin)) * (right - left);
  const services = [...new Set(rows.map(({ span }) => span.service))];
  const height = top + rows.length * rowHeight + 12;
  const axis = [0, 1, 2, 3, 4].map((quarter) => {
    const x = left + (quarter / 4) * (right - left);
    const text = showTime((Number(end - begin) * quarter) / 4);
    return `<path class="line" d="M${x} 40V${height - 8}"/><text class="faint" x="${x + 4}" y="34">${text}</text>`;
  });
  const lines = rows.map(({ span, depth }, index) => {
    const y = top + index * rowHeight;
    const [from, until] = [place(span.start), place(span.end)];
    const length = Math.max(until - from, 2);
    const color = barColors[services.indexOf(span.service) % barColors.length] ?? "accent";
    const [kind = "", ...name] = span.span.split(" ");
    const label = `<tspan class="${color}">${span.service}</tspan> ${escapeText(name.join(" "))} <tspan class="faint">${kind.toLowerCase()}</tspan>`;
    return [
      `<text x="${12 + depth * 12}" y="${y + 15}">${label}</text>`,
      `<rect class="${color}" x="${from.toFixed(1)}" y="${y + 5}" width="${length.toFixed(1)}" height="12" rx="2"/>`,
      `<text class="faint" x="${(from + length + 5).toFixed(1)}" y="${y + 15}">${showTime(Number(span.end - span.start))}</text>`,
    ].join("");
  });
  const style = [
    colors,
    "text { font: 12px system-ui, sans-serif; fill: var(--text); } .faint { fill: var(--faint); }",
    ".line { stroke: var(--line); } .ground { fill: var(--surface); stroke: var(--line); }",
    ...barColors.map((color) => `.${color} { fill: var(--${color}); }`),
  ].join("\n");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t">`,
    `<title id="t">The spans of one trace below one another, with their times</title>`,
    `<style>\n${style}\n</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    `<text x="12" y="34">One trace, ${rows.length} spans, ${services.length} services</text>`,
    ...axis,
    ...lines,
    "</svg>\n",
  ].join("\n");
}

interface Row {
  readonly span: ReceivedSpan;
  readonly depth: number;
}

/** Each span before those that it has caused, in the order in which they began. */
function inOrder(spans: readonly ReceivedSpan[]): readonly Row[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | undefined, depth: number): readonly Row[] =>
    spans
      .filter((span) => (ids.has(span.parent ?? "") ? span.parent : undefined) === parent)
      .toSorted((one, other) => compare(one.start, other.start))
      .flatMap((span) => [{ span, depth }, ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function showTime(nanoseconds: number): string {
  const ms = nanoseconds / 1e6;
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms >= 10 ? ms.toFixed(0) : ms.toFixed(1)} ms`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
