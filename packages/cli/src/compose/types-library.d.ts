import type { TypesLibrary } from "./emit-types.ts";

export const compile: TypesLibrary["compile"];
