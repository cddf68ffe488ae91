import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../documents.ts";

/** A table of the members of an interface, from the comments in its source. */
export interface MembersInit {
  /** The file that declares it. */
  readonly path: string;
  readonly name: string;
  /** What a member is unless it is set; for a column, instead of the sentence of the comment. */
  readonly defaults?: Readonly<Record<string, number>>;
  /** What the table has beside a comment, such as a link. */
  readonly see?: Readonly<Record<string, string>>;
  /** Members that the page has elsewhere. */
  readonly without?: readonly string[];
}

/** The members of an interface as a table in Markdown. */
export async function formatMembers(init: MembersInit): Promise<string> {
  const { defaults, see = {}, without = [] } = init;
  const members = (await readMembers(init)).filter(({ name }) => !without.includes(name));
  const strangers = [...Object.keys(see), ...without].filter(
    (name) => !members.some((member) => member.name === name) && !without.includes(name),
  );
  if (strangers.length > 0) throw new Error(`${init.name}: expected a member ${strangers.join(", ")}`);
  const rows = members.map(({ name, call, comment }) => {
    const text =
      defaults === undefined ? comment : comment.replace(/ (?:Default: .*|[\d,.]+(?: (?:s|MiB))?\.)$/, "");
    const cells = [
      `\`${name}${call}\``,
      ...(defaults === undefined ? [] : [formatNumber(name, defaults[name])]),
      [text, see[name]]
        .filter((part) => part !== undefined && part !== "")
        .join(" ")
        .replaceAll("|", "\\|"),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head = defaults === undefined ? ["member", ""] : ["limit", "default", ""];
  return [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

interface Member {
  readonly name: string;
  /** `(id, version)` of a method. */
  readonly call: string;
  readonly comment: string;
}

async function readMembers({ path, name }: MembersInit): Promise<readonly Member[]> {
  const source = await readFile(join(repository, path), "utf8");
  const [, body = ""] = new RegExp(`^export interface ${name}\\b.*?\\{\\n(.*?)^\\}`, "ms").exec(source) ?? [];
  const found = body.matchAll(
    /(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)? {2}(?:readonly )?(\w+)\??(?:<[^\n]*?>)?([:(])([^;]*);/gm,
  );
  return [...found].map(([, comment = "", member = "", kind, rest = ""]) => ({
    name: member,
    call: kind === ":" ? "" : `(${namesOf(rest)})`,
    comment: comment.replaceAll(/\s*\n\s*\*?(?:\s*\n\s*\*)*\s*/g, " ").trim(),
  }));
}

/** The parameters of a method, of the text behind its opening parenthesis. */
function namesOf(rest: string): string {
  const list = rest.replaceAll(/\{[^{}]*\}/g, "").replace(/\)\s*:[\s\S]*$/, "");
  return [...list.matchAll(/(?:^|[\n,]) *(\w+)\??:/g)].map(([, name = ""]) => name).join(", ");
}

const units = [
  [1024 * 1024, "Mi"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** `30 s`, `10 MiB`, `16,384`. */
function formatNumber(name: string, value: number | undefined): string {
  if (value === undefined) throw new Error(`${name}: expected a default`);
  const isTime = name.endsWith("Ms");
  const [size, unit] = units.find(
    ([each, sign]) =>
      value > 0 && value % each === 0 && isTime === (sign !== "Mi") && (value !== 60_000 || each !== 60_000),
  ) ?? [1, isTime && value > 0 ? "ms" : ""];
  const shown = (value / size).toLocaleString("en-US");
  return unit === "" ? shown : `${shown} ${unit === "Mi" && name.endsWith("Bytes") ? "MiB" : unit}`;
}
