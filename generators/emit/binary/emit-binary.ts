import type { Emitter } from "../shared/emitter.ts";
export const emitBinary: Emitter = () => [];
