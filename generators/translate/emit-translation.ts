import { code } from "../print/piece.ts";
import { printLiteral } from "../print/print-literal.ts";
import { codegenType, codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import { emitChoice } from "./emit-choice.ts";
import { type Direction, directions, type EmitContext } from "./emit-context.ts";
import { emitNameMap, renamedPairs } from "./emit-name-map.ts";
import { emitPair } from "./emit-pair.ts";
import { ifLines } from "./if-lines.ts";
import type { InterfacesPlan, LostLeaf, PairPlan, Side, TranslationPlan } from "./plan.ts";
import { typeText } from "./type-text.ts";

/** Emits the translators of two versions and the translation of their services. */
export function emitTranslation(plan: TranslationPlan, path: string): SourceFile {
  const out = createSourceFile({ path });
  const context: EmitContext = { out, plan, sets: new Map() };
  declareNames(context);
  for (const side of ["older", "newer"] as const) {
    out.line(`import type * as ${side} from ${JSON.stringify(plan[side].module)};`);
  }
  for (const side of ["older", "newer"] as const) {
    const { service, module } = plan[side];
    out.line(`import { ${service} as ${side}Service } from ${JSON.stringify(module)};`);
  }
  for (const direction of directions) {
    for (const pair of plan.pairs) {
      out.blank();
      emitPair(pair, direction, context);
    }
    for (const choice of plan.choices) {
      out.blank();
      emitChoice(choice, direction, context);
    }
    emitAddressReader(direction, context);
  }
  emitSets(context);
  emitTranslators(context);
  const renamed = renamedPairs(context);
  out.blank();
  emitNameMap(context, renamed);
  emitService(context, renamed);
  return out;
}

function declareNames({ out, plan }: EmitContext): void {
  const names = plan.pairs.flatMap(({ key }) => directions.map(({ verb }) => `${verb}${key}`));
  for (const name of [plan.name, "nameMap", `${plan.name}Types`, ...names]) out.declare(name);
}

function emitSets({ out, sets }: EmitContext): void {
  out.blank();
  for (const [name, elements] of [...sets].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const list = elements.map((element) => JSON.stringify(element));
    out.line(`const ${name}: ReadonlySet<string> = /* @__PURE__ */ new Set([${list.join(", ")}]);`);
  }
}

/** All translators by the names of their types. */
function emitTranslators({ out, plan }: EmitContext): void {
  const define = codegenValue("defineTranslator", "versions");
  out.blank();
  out.doc(
    `The translators between ${plan.older.title} and ${plan.newer.title} by type. Each gives a value of the other version\nwith its losses: what that version has no place for, what something stands in for, and what is invalid.`,
  );
  out.block(
    `export const ${plan.name}Types = {`,
    () => {
      for (const pair of plan.pairs) {
        if (pair.older.name === "" || pair.newer.name === "") continue;
        out.doc(docOf(pair, plan));
        out.block(
          code`${pair.key}: /* @__PURE__ */ ${define}({`,
          () => {
            out.line(`older: ${JSON.stringify(fullName("older", pair, plan))},`);
            out.line(`newer: ${JSON.stringify(fullName("newer", pair, plan))},`);
            for (const { verb } of directions) out.line(`${verb}: ${verb}${pair.key},`);
          },
          "}),",
        );
      }
    },
    "};",
  );
}

/** Lines of comments are printed as they are. */
const widestDoc = 100;

/**
 * What a translator is for, with the fields that do not come across, wherever they are in the type itself.
 */
function docOf(pair: PairPlan, plan: TranslationPlan): string {
  const names = (["older", "newer"] as const).map((side) => `\`${pair[side].name}\` of ${plan[side].title}`);
  const title = `${names.join(" and ")}.`;
  const lines = [title.length <= widestDoc ? title : `${names.join(" and\n")}.`];
  for (const side of ["older", "newer"] as const) {
    const fields = lostFields(pair, side);
    if (fields.length > 0) lines.push(`Not carried from ${plan[side].title}: ${fields.join(", ")}.`);
  }
  return lines.join("\n");
}

function lostFields({ body }: PairPlan, side: Side): readonly string[] {
  const nameOf = ({ leaf }: LostLeaf): string => `\`${leaf.path.join(".")}\``;
  switch (body.kind) {
    case "pending":
      return [];
    case "nothing":
    case "wrapper":
      return body.wrapper === side ? body.lost.map(nameOf) : [];
    case "cases": {
      const names = body.cases.flatMap((one): readonly string[] => {
        if (one.kind === "lost") return one.side === side ? [`\`${one.member}\``] : [];
        return one.kind === "fields" ? one.fields.lost[side].map(nameOf) : [];
      });
      return [...new Set(names)];
    }
  }
}

function fullName(side: Side, pair: PairPlan, plan: TranslationPlan): string {
  const { name } = pair[side];
  return name.includes(".") ? name : `${plan[side].namespace}.${name}`;
}

function emitService({ out, plan }: EmitContext, renamed: ReadonlySet<PairPlan>): void {
  const { name, older, newer } = plan;
  const type = runtimeType("ServiceTranslation", "versions");
  out.blank();
  out.doc(
    `How the service of ${newer.title} is called in ${older.title}, and the other way round: the methods that\nboth have, errors whose names differ, and the agent card.`,
  );
  out.block(
    code`export const ${name}: ${type}<older.${older.service}, newer.${newer.service}> = /* @__PURE__ */ (() => ({`,
    // In a function, so that bundlers leave it out where it is not used: they keep what reads a property.
    () => {
      out.line("older: olderService,");
      out.line("newer: newerService,");
      out.block(
        "methods: [",
        () => {
          for (const method of plan.methods) {
            out.block(
              "{",
              () => {
                out.line(`older: ${JSON.stringify(method.older)},`);
                out.line(`newer: ${JSON.stringify(method.newer)},`);
                out.line(`request: ${name}Types.${method.request.key},`);
                const pair = renamed.has(method.request) ? method.request.key : "";
                out.line(`pairs: [${JSON.stringify(pair)}],`);
                out.line(`response: ${name}Types.${method.response.key},`);
              },
              "},",
            );
          }
        },
        "],",
      );
      const errors = plan.errors.map((names) => ({ ...names }));
      printLiteral(out, errors, { open: "errors: ", close: "," });
      out.line(code`renamer: /* @__PURE__ */ ${codegenValue("createErrorRenamer", "versions")}([nameMap]),`);
      out.line(code`card: ${name}Types.${plan.card.key},`);
      out.line(code`carry: ${codegenValue("translateTransport", "versions")},`);
    },
    "}))();",
  );
}

/** Emits the function that reads an address of a card. */
function emitAddressReader({ from }: Direction, context: EmitContext): void {
  const { plan, out } = context;
  const rule = findInterfaces(plan);
  if (rule === undefined) return;
  const { element } = rule[from];
  const name = `read${from === "older" ? "Older" : "Newer"}Address`;
  const type = rule.types[from];
  const version = plan[from].types.get(type);
  const fields = version?.kind === "object" ? version.fields : [];
  const set = `${from}${type}Fields`;
  context.sets.set(
    set,
    fields.map((field) => field.name),
  );
  const trace = codegenType("Trace", "versions");
  const shape = { kind: "type", name: type } as const;
  out.blank();
  out.block(
    code`function ${name}(value: ${typeText(shape, from, plan)}, trace: ${trace}): ${codegenType("Address", "versions")} {`,
    () => {
      out.line(`trace.checkFields(value, ${set});`);
      const versionText = element.version === undefined ? '""' : `value.${element.version}`;
      for (const [field, reason] of Object.entries(rule.lost[from])) {
        const condition = code`${codegenValue("isSet", "versions")}(value.${field})`;
        const statement = `trace.lose(${JSON.stringify(field)}, ${JSON.stringify(reason)});`;
        for (const line of ifLines(condition, statement)) out.line(line);
      }
      out.line(
        `return { url: value.${element.url}, binding: value.${element.binding}, version: ${versionText}, segments: trace.here() };`,
      );
    },
    "}",
  );
}

function findInterfaces(plan: TranslationPlan): InterfacesPlan | undefined {
  for (const { body } of plan.pairs) {
    if (body.kind !== "cases") continue;
    for (const one of body.cases) {
      if (one.kind === "fields" && one.fields.interfaces !== undefined) return one.fields.interfaces;
    }
  }
  return undefined;
}
