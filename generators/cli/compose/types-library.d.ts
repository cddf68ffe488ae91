import type { TypesLibrary } from "../../compose/emit-types.ts";

export const compile: TypesLibrary["compile"];
