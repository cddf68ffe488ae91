import { code } from "../print/piece.ts";
import { type JsonContext, runtimeValue } from "./json-context.ts";
import type { CheckPlan } from "./plan-check.ts";

/** Emits the answer to what is wrong with `value`. */
export function emitAnswer(plan: CheckPlan, { out }: JsonContext): void {
  const answer =
    plan.as === "call" ? plan.call("value") : code`${runtimeValue("checkKind")}(value, ${plan.kind})`;
  out.line(code`return ${answer};`);
}

export function emitDepthCheck({ out }: JsonContext): void {
  out.line(code`if (${runtimeValue("isTooDeep")}(depth)) return ${runtimeValue("tooDeep")}();`);
}
