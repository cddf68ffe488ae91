import { emitBinary } from "../emit/binary/emit-binary.ts";
import { emitJson } from "../emit/json/emit-json.ts";
import type { DataEmitter, Emitter } from "../emit/shared/emitter.ts";
import { emitTypes } from "../emit/types/emit-types.ts";

/** TypeScript files. The order is that of their dependencies. */
export const sourceEmitters = {
  types: emitTypes,
  json: emitJson,
  binary: emitBinary,
} as const satisfies Record<string, Emitter>;

/** Other files. Their emitters are loaded when they are asked for: some bring a library with them. */
const dataEmitters: ReadonlyMap<string, () => Promise<DataEmitter>> = new Map([]);

export type SourceTarget = keyof typeof sourceEmitters;

/** Loads the emitter of a target that is no TypeScript. */
export function loadDataEmitter(target: string): Promise<DataEmitter> | undefined {
  return dataEmitters.get(target)?.();
}

export function isSourceTarget(name: string): name is SourceTarget {
  return Object.hasOwn(sourceEmitters, name);
}

export function isDataTarget(name: string): boolean {
  return dataEmitters.has(name);
}

/** The entries of `targets=`; "index" is a file that exports what the source emitters emit. */
export const targetNames: readonly string[] = [
  ...Object.keys(sourceEmitters),
  "index",
  ...dataEmitters.keys(),
];
