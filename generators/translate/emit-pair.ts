import { code, type Piece } from "../print/piece.ts";
import { codegenType, codegenValue } from "../print/runtime-import.ts";
import { convert } from "./conversion.ts";
import { conditionOf, emitChecks, emitLost } from "./emit-checks.ts";
import type { Direction, EmitContext } from "./emit-context.ts";
import { emitFields } from "./emit-fields.ts";
import { ifLines } from "./if-lines.ts";
import type { SideCase } from "./leaves.ts";
import { minimalValue } from "./minimal-value.ts";
import type { CasePlan, PairBody, PairPlan } from "./plan.ts";
import { typeText } from "./type-text.ts";
import { access, stepOf } from "./value-path.ts";
import type { Shape } from "./version.ts";

/** Emits the function that makes a value of the other version. */
export function emitPair(pair: PairPlan, direction: Direction, context: EmitContext): void {
  const { out, plan } = context;
  const { from, to } = direction;
  const type = typeText(pair[to].shape, to, plan);
  const partial = pair.partial[from];
  const name = `${direction.verb}${pair.key}`;
  const parameters = parametersOf(pair, direction, typeText(pair[from].shape, from, plan));
  out.block(
    code`export function ${name}(${parameters}): ${type}${partial ? " | undefined" : ""} {`,
    () => emitBody(pair, { direction, context, type }),
    "}",
  );
}

/** The value and the trace, if the body reads them. */
function parametersOf({ body, ...shapes }: PairPlan, { from, to }: Direction, type: Piece): Piece {
  if (body.kind === "nothing" && shapes[from].shape.kind === "null") return "";
  const isShared =
    body.kind === "wrapper" &&
    body.wrapper === to &&
    body.relation.kind === "same" &&
    !(body.inner.field.shape.kind === "list" && body.inner.field.shape.filled);
  const trace = isShared ? "" : code`, trace: ${codegenType("Trace", "versions")}`;
  return code`value: ${type}${trace}`;
}

interface BodyContext {
  readonly direction: Direction;
  readonly context: EmitContext;
  /** Of the result. */
  readonly type: Piece;
}

function emitBody(pair: PairPlan, body: BodyContext): void {
  const plan = pair.body;
  switch (plan.kind) {
    case "pending":
      return;
    case "nothing":
      emitNothing(pair, plan, body);
      return;
    case "wrapper":
      emitWrapper(pair, plan, body);
      return;
    case "cases":
      emitCases(pair, plan.cases, body);
      return;
  }
}

function emitNothing(
  pair: PairPlan,
  { wrapper, side, lost }: Extract<PairBody, { kind: "nothing" }>,
  { direction, context }: BodyContext,
): void {
  if (wrapper === direction.from && side !== undefined) {
    emitChecks(side, direction, context);
    for (const one of lost) emitLost(one, context);
  } else if (pair[direction.from].shape.kind === "empty") {
    context.sets.set("noFields", []);
    context.out.line("trace.checkFields(value, noFields);");
  }
  context.out.line(`return ${pair[direction.to].shape.kind === "null" ? "null" : "{}"};`);
}

function emitWrapper(
  pair: PairPlan,
  { wrapper, inner, relation, side, lost }: Extract<PairBody, { kind: "wrapper" }>,
  { direction, context }: BodyContext,
): void {
  const { out, plan } = context;
  const given = { relation, direction, context };
  const innerShape = inner.field.shape;
  if (wrapper === direction.to) {
    const from = pair[direction.from].shape;
    const { text } = convert({ ...given, value: "value", step: "[]", from, to: innerShape });
    out.line(code`return { ${inner.path[0] ?? ""}: ${text} };`);
    return;
  }
  emitChecks(side, direction, context);
  for (const one of lost) emitLost(one, context);
  const field = access(inner.path);
  const value = inner.field.required
    ? field
    : `${field} ?? ${minimalValue(innerShape, plan[direction.from])}`;
  const to: Shape = pair[direction.to].shape;
  const { text } = convert({ ...given, value, step: stepOf(inner.path), from: innerShape, to });
  out.line(code`return ${text};`);
}

function emitCases(pair: PairPlan, cases: readonly CasePlan[], body: BodyContext): void {
  const { direction, context } = body;
  const { out } = context;
  const { from } = direction;
  const relevant = cases.filter((one) => one.kind !== "lost" || one.side === from);
  const [only] = relevant;
  if (relevant.length === 1 && only?.kind === "fields" && only[from].tests.length === 0) {
    emitCase(pair, only, body);
    return;
  }
  for (const one of relevant) {
    const tests =
      one.kind === "arm" ? (from === "older" ? [one.test] : one.newer.tests) : sideOf(one, direction).tests;
    const condition = conditionOf(tests.filter((test) => test !== undefined));
    out.block(`if (${condition}) {`, () => emitCase(pair, one, { ...body, others: relevant }), "}");
  }
  const message = JSON.stringify(
    "nothing is there of which exactly one is expected; decode what a peer wrote before you translate it",
  );
  if (pair.partial[from]) {
    // A type of which any number of members may be there may have none as well.
    const isOpen = relevant.some(
      (one) => one.kind !== "arm" && openMember(sideOf(one, direction)) !== undefined,
    );
    out.line(`trace.${isOpen ? "lose" : "fault"}([], ${message});`);
    out.line("return undefined;");
  } else out.line(`return trace.refuse([], ${message});`);
}

function sideOf(one: Exclude<CasePlan, { kind: "arm" }>, { from }: Direction): SideCase {
  return one.kind === "lost" ? one.case : one[from];
}

function emitCase(
  pair: PairPlan,
  one: CasePlan,
  { direction, context, type, others = [] }: BodyContext & { readonly others?: readonly CasePlan[] },
): void {
  const { out } = context;
  const { from, to } = direction;
  switch (one.kind) {
    case "lost":
      out.line(`trace.lose(${JSON.stringify(one.member)}, ${JSON.stringify(one.reason)});`);
      out.line("return undefined;");
      return;
    case "arm": {
      const partial = one.pair.partial[from];
      const name = `${direction.verb}${one.pair.key}`;
      if (from === "newer") {
        emitChecks(one.newer, direction, context);
        out.line(`return trace.field(${stepOf([one.member])}, ${access([one.member])}, ${name});`);
        return;
      }
      if (!partial) {
        out.line(`return { ${one.member}: ${name}(value, trace) };`);
        return;
      }
      out.line(`const member = ${name}(value, trace);`);
      out.line(`return member === undefined ? undefined : { ${one.member}: member };`);
      return;
    }
    case "fields": {
      emitOtherMembers(one, { direction, context, others });
      const partial = pair.partial[from];
      emitFields({
        fields: one.fields,
        source: one[from],
        target: one[to],
        direction,
        type,
        context,
        partial,
      });
    }
  }
}

/** Where several members may be there and the other version has one of them, the rest is lost. */
function emitOtherMembers(
  one: Extract<CasePlan, { kind: "fields" }>,
  { direction, context, others }: Omit<BodyContext, "type"> & { readonly others: readonly CasePlan[] },
): void {
  const own = openMember(one[direction.from]);
  if (own === undefined) return;
  const isSet = codegenValue("isSet", "versions");
  // One of those before it would have been taken.
  for (const other of others.slice(others.indexOf(one) + 1)) {
    const path = other.kind === "fields" ? openMember(other[direction.from]) : undefined;
    if (path === undefined) continue;
    const reason = JSON.stringify(`the other version has one of them, and ${own.join(".")} is there`);
    const statement = `trace.lose(${stepOf(path)}, ${reason});`;
    for (const line of ifLines(code`${isSet}(${access(path)})`, statement)) context.out.line(line);
  }
}

function openMember({ tests }: SideCase): readonly string[] | undefined {
  return tests.flatMap((test) => (test.kind === "set" && test.isOpen === true ? [test.path] : []))[0];
}
