import { type Box, boxes, pictureInWords } from "./boxes.ts";
import type { Room } from "./room.ts";
import { rooms } from "./rooms.ts";

/** The rows of the table in CONTRIBUTING.md. */
export function formatTable(): string {
  const rows = [...rooms].map(
    ([name, room]) => `| \`${name}\` | ${room.holds} | ${describeImports(name, room)} |`,
  );
  return ["| folder | holds | may import |", "|---|---|---|", ...rows].join("\n");
}

function describeImports(name: string, { imports, types = [], forbidden = [] }: Room): string {
  const [top = ""] = name.split("/");
  const list = (targets: readonly string[]): string =>
    targets.map((target) => describeTarget(target, top)).join(", ");
  if (imports !== undefined) {
    const values = imports.length === 0 && types.length === 0 ? "nothing" : list(imports);
    return [values, types.length === 0 ? "" : `types of ${list(types)}`]
      .filter((text) => text !== "")
      .join("; ");
  }
  return forbidden.length === 0 ? "" : `anything but ${list(forbidden)}`;
}

function describeTarget(target: string, top: string): string {
  if (target.startsWith(`${top}/`)) return target.slice(top.length + 1);
  return `\`${target.replace(/^npm:/, "")}\``;
}

/** The Mermaid picture of docs/architecture.md: thick arrows are "becomes", dotted ones "imports". */
export function formatPicture(): string {
  const lines = [
    '%%{init: {"flowchart": {"subGraphTitleMargin": {"top": 2, "bottom": 14}}}}%%',
    "flowchart TB",
    "  accTitle: How a2agen is built",
    `  accDescr: ${pictureInWords}`,
    "",
  ];
  const inGroups = new Map<string, string[]>();
  for (const [id, { label, group }] of Object.entries(boxes)) {
    const shape = group === undefined && !label.endsWith("/") ? `(["${label}"])` : `["${label}"]`;
    if (group === undefined) lines.push(`  ${id}${shape}`);
    else inGroups.set(group, [...(inGroups.get(group) ?? []), `    ${id}${shape}`]);
  }
  for (const [group, inner] of inGroups) {
    lines.push("", `  subgraph in-${group} ["${group}/"]`, ...inner, "  end");
  }
  lines.push("");
  for (const [id, { becomes = [] }] of Object.entries(boxes)) {
    for (const other of becomes) lines.push(`  ${id} ==> ${other}`);
  }
  for (const [id, targets] of reduce(listImports())) {
    for (const target of targets) lines.push(`  ${id} -.-> ${target}`);
  }
  return ["```mermaid", ...lines, "```"].join("\n");
}

/** By the identifier of a box, those that it imports: as the rooms say, and what the box says itself. */
function listImports(): ReadonlyMap<string, readonly string[]> {
  const found = Object.entries(boxes).map(([id, box]): readonly [string, readonly string[]] => {
    const targets = Object.entries(boxes).filter(
      ([other, { rooms: theirs }]) =>
        other !== id &&
        (box.imports?.includes(other) === true || theirs.some((name) => importsRoom(box, name))),
    );
    return [id, targets.map(([other]) => other)];
  });
  return new Map(found);
}

function importsRoom(box: Box, target: string): boolean {
  return box.rooms.some((name) => {
    const { imports = [], types = [] } = rooms.get(name) ?? {};
    return [...imports, ...types].includes(target);
  });
}

/** Without the arrows that follow from others, and without those that "becomes" draws the other way round. */
function reduce(arrows: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const reaches = (from: string, to: string): boolean =>
    (arrows.get(from) ?? []).some((next) => next === to || reaches(next, to));
  return new Map(
    [...arrows].map(([id, targets]) => [
      id,
      targets.filter(
        (target) =>
          boxes[target]?.becomes?.includes(id) !== true &&
          !targets.some((other) => other !== target && reaches(other, target)),
      ),
    ]),
  );
}
