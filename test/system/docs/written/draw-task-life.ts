import { versionServices } from "@a2agen/versions/services.ts";
import { taskStates } from "@a2agen/versions/states.ts";
import { currentVersion } from "@a2agen/versions/table.ts";

const width = 150;
const height = 40;
const gap = 16;

const style = `svg { font-family: Inter, system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
text { font-size: 14px; font-weight: 500; text-anchor: middle; fill: #1b1a18; }
.label { font-size: 12px; font-weight: 400; fill: #5d5a54; } .left { text-anchor: start; } .right { text-anchor: end; }
.open { fill: #eef3fe; stroke: #2563eb; } .interrupted { fill: #fbf3e8; stroke: #b45309; } .terminal { fill: #f4f4f2; stroke: #73706a; }
.arrow { stroke: #73706a; stroke-width: 1.5; fill: none; } .tip, .dot { fill: #73706a; }
@media (prefers-color-scheme: dark) {
text { fill: #ecebe8; } .label { fill: #a9a59d; }
.open { fill: #172544; stroke: #6f9bf5; } .interrupted { fill: #36240e; stroke: #e0994a; } .terminal { fill: #1c1f23; stroke: #918d86; }
.arrow { stroke: #918d86; } .tip, .dot { fill: #918d86; }
}`;

interface Box {
  readonly name: string;
  readonly kind: keyof typeof taskStates;
  readonly x: number;
  readonly y: number;
}

/** The states of a kind in a row or a column, from a corner on. */
function placeStates(
  kind: Box["kind"],
  { x, y, isColumn = false }: { readonly x: number; readonly y: number; readonly isColumn?: boolean },
): readonly Box[] {
  const states: readonly string[] = taskStates[kind];
  return states.map((state, at) => ({
    name: state
      .replace(/^TASK_STATE_/, "")
      .toLowerCase()
      .replaceAll("_", "-"),
    kind,
    x: isColumn ? x : x + at * (width + 3 * gap),
    y: isColumn ? y + at * (height + gap) : y,
  }));
}

const centre = ({ x }: Box): number => x + width / 2;
const middle = ({ y }: Box): number => y + height / 2;

function drawBox({ name, kind, x, y }: Box): string {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>
<text x="${x + width / 2}" y="${y + height / 2 + 5}">${name}</text>`;
}

const drawArrow = (path: string, ends = 'marker-end="url(#tip)"'): string =>
  `<path class="arrow" d="${path}" ${ends}/>`;

const nameAll = (boxes: readonly Box[], between: string): string =>
  boxes.map(({ name }) => name).join(between);

/** The life of a task in the current version, as SVG: how it begins, what it waits for, and how it ends. */
export function drawTaskLife(): string {
  const open = placeStates("open", { x: 108, y: 20 });
  const first = open[0];
  const last = open.at(-1);
  if (first === undefined || last === undefined) throw new Error("expected states in which an agent works");
  const count = taskStates.interrupted.length;
  const questions = placeStates("interrupted", {
    x: centre(last) - (count * width + (count - 1) * 3 * gap) / 2,
    y: 20 + 3 * (height + gap),
  });
  const ends = placeStates("terminal", { x: 698, y: 20, isColumn: true });
  const { cancel } = versionServices[currentVersion].service.protocol.tasks ?? {};
  const canceled = ends.find(({ name }) => cancel?.state.toLowerCase().endsWith(name));
  const trunk = 698 - 3 * gap;
  const fork = middle(last) + 2 * (height + gap);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${698 + width + 8} ${40 + ends.length * (height + gap) - gap}" role="img" aria-labelledby="t d">
<title id="t">The life of a task</title>
<desc id="d">A message begins a task, which is ${nameAll(open, ", then ")}. It may wait as ${nameAll(questions, " or ")} for a further message, and ends as ${nameAll(ends, ", ")}.</desc>
<style>
${style}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
<circle class="dot" cx="12" cy="${middle(first)}" r="5"/>
${drawArrow(`M17 ${middle(first)} H${first.x - 1}`)}
<text class="label" x="60" y="${middle(first) - 8}">a message</text>
${open
  .slice(1)
  .map((box, at) => drawArrow(`M${(open[at]?.x ?? 0) + width} ${middle(box)} H${box.x - 1}`))
  .join("\n")}
${questions.map((box) => drawArrow(`M${centre(last)} ${last.y + height + 1} V${fork} H${centre(box)} V${box.y - 1}`, 'marker-start="url(#tip)" marker-end="url(#tip)"')).join("\n")}
<text class="label left" x="${centre(last) + 10}" y="${last.y + height + 36}">asks, until the client answers</text>
${ends.map((box) => drawArrow(`M${last.x + width} ${middle(last)} H${trunk} V${middle(box)} H${box.x - 1}`)).join("\n")}
${canceled === undefined ? "" : `<text class="label right" x="${trunk - 8}" y="${middle(canceled) + 4}">CancelTask</text>`}
${[...open, ...questions, ...ends].map(drawBox).join("\n")}
</svg>
`;
}
