import { emitBinary } from "../emit/binary/emit-binary.ts";
import { emitJson } from "../emit/json/emit-json.ts";
import type { Emitter } from "../emit/shared/emitter.ts";
import { emitTypes } from "../emit/types/emit-types.ts";

/** What can be generated. The order is that of the files' dependencies. */
export const emitters = {
  types: emitTypes,
  json: emitJson,
  binary: emitBinary,
} as const satisfies Record<string, Emitter>;

/** An entry of `targets=`; "index" is a file that exports what the others emit. */
export type Target = keyof typeof emitters | "index";

export const targetNames: readonly Target[] = ["types", "json", "binary", "index"];

export function isTarget(name: string): name is Target {
  return targetNames.some((target) => target === name);
}
