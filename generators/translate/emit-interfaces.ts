import { toPropertyAccess, toPropertyName } from "../naming/identifiers.ts";
import { code, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { Entry, ObjectsEmission } from "./emit-objects.ts";
import { ifLines } from "./if-lines.ts";
import type { SideCase } from "./leaves.ts";
import type { CardInterfaces } from "./manifest.ts";
import type { InterfacesPlan } from "./plan.ts";

/** Emits what a card says of its addresses; everything is made from one list of them. */
export function emitInterfaces(
  rule: InterfacesPlan,
  { source, direction, context }: ObjectsEmission & { readonly source: SideCase },
): readonly Entry[] {
  const { out } = context;
  const from = rule[direction.from];
  const to = rule[direction.to];
  const binding = JSON.stringify(rule.binding);
  const reader = `read${direction.from === "older" ? "Older" : "Newer"}Address`;
  const listOf = (name: string): Piece => {
    const isRequired = source.leaves.some(({ path, field }) => path.join() === name && field.required);
    return code`trace.list(${JSON.stringify(name)}, ${toPropertyAccess("value", name)}${isRequired ? "" : " ?? []"}, ${reader})`;
  };
  const call = codegenValue("listAddresses", "versions");
  if (from.preferred !== undefined && isOptional(from.url, source)) {
    const isSet = codegenValue("isSet", "versions");
    const field = toPropertyAccess("value", from.preferred);
    const step = JSON.stringify(from.preferred);
    const condition = code`${toPropertyAccess("value", from.url ?? "")} === undefined && ${isSet}(${field})`;
    const statement = `trace.lose(${step}, "there is no address that it is about");`;
    for (const line of ifLines(condition, statement)) out.line(line);
  }
  out.block(
    code`const addresses = ${call}(trace, {`,
    () => {
      if (from.all !== undefined) out.line(code`all: ${listOf(from.all)},`);
      if (from.url !== undefined) out.line(preferredText(from, source, binding));
      if (from.others !== undefined) out.line(code`others: ${listOf(from.others)},`);
      out.line(code`binding: ${binding},`);
      out.line(`step: ${JSON.stringify(from.url ?? from.all)},`);
    },
    "});",
  );
  const isNarrowed = from.version === undefined && to.version !== undefined;
  if (isNarrowed) {
    const narrow = codegenValue("withOneVersion", "versions");
    const own = JSON.stringify(context.plan[direction.to].protocolVersion);
    out.line(code`const kept = ${narrow}(trace, addresses, ${own});`);
  }
  const list = isNarrowed ? "kept" : "addresses";
  const version = from.version === undefined ? undefined : toPropertyAccess("value", from.version);
  const literal = (name: string, text: Piece): Entry => ({ path: [name], print: { kind: "literal", text } });
  const elements = elementsText(list, to, version);
  const entries: Entry[] = [];
  if (to.all !== undefined) entries.push(literal(to.all, elements));
  if (to.url !== undefined) entries.push(literal(to.url, `${list}[0].url`));
  if (to.preferred !== undefined) entries.push(literal(to.preferred, `${list}[0].binding`));
  const { others } = to;
  if (others !== undefined) {
    entries.push({
      path: [others],
      print: {
        kind: "later",
        lines: (target) =>
          ifLines(`${list}.length > 1`, code`${toPropertyAccess(target, others)} = ${elements};`),
      },
    });
  }
  if (to.version !== undefined) entries.push(literal(to.version, version ?? `${list}[0].version`));
  return entries;
}

function preferredText(from: CardInterfaces, source: SideCase, binding: string): Piece {
  const url = toPropertyAccess("value", from.url ?? "");
  const preferred =
    from.preferred === undefined ? binding : `${toPropertyAccess("value", from.preferred)} ?? ${binding}`;
  const isRequired = !isOptional(from.url, source);
  const address = `{ url: ${url}, binding: ${preferred} }`;
  return `preferred: ${isRequired ? address : `${url} === undefined ? undefined : ${address}`},`;
}

function isOptional(name: string | undefined, { leaves }: SideCase): boolean {
  return leaves.some(({ path, field }) => path.join() === name && !field.required);
}

function elementsText(list: string, { element }: CardInterfaces, version: Piece | undefined): Piece {
  const names = [
    "url",
    "binding",
    ...(element.version === undefined || version !== undefined ? [] : ["version"]),
  ];
  const members: Piece[] = [
    `${toPropertyName(element.url)}: url`.replace(/^url: url$/, "url"),
    `${toPropertyName(element.binding)}: binding`,
  ];
  if (element.version !== undefined) {
    const text = version ?? "version";
    members.push(
      text === element.version ? element.version : code`${toPropertyName(element.version)}: ${text}`,
    );
  }
  const all = members.flatMap((member, index): readonly Piece[] => (index === 0 ? [member] : [", ", member]));
  return code`${list}.map(({ ${names.join(", ")} }) => ({ ${all} }))`;
}
