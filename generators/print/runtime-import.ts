import { type ImportRef, importType, importValue } from "./piece.ts";

/** What users import of the runtime too; without a room the root. */
const publicModules = {
  root: "@a2agen/runtime",
  agent: "@a2agen/runtime/agent",
  binary: "@a2agen/runtime/binary",
  extensions: "@a2agen/runtime/extensions",
  fakes: "@a2agen/runtime/fakes",
  service: "@a2agen/runtime/service",
  versions: "@a2agen/runtime/versions",
} as const;
type PublicRoom = keyof typeof publicModules;

/** What is made for generated code alone; without a room the machinery of JSON. */
const codegenModules = {
  root: "@a2agen/runtime/codegen",
  agent: "@a2agen/runtime/codegen/agent",
  binary: "@a2agen/runtime/codegen/binary",
  grpc: "@a2agen/runtime/codegen/grpc",
  schema: "@a2agen/runtime/codegen/schema",
  service: "@a2agen/runtime/codegen/service",
  versions: "@a2agen/runtime/codegen/versions",
} as const;
type CodegenRoom = keyof typeof codegenModules;

/** A public type of the runtime: `runtimeType("Codec")`, `runtimeType("CallContext", "service")`. */
export function runtimeType(name: string, room: PublicRoom = "root"): ImportRef {
  return importType(name, publicModules[room]);
}

/** A public function of the runtime. */
export function runtimeValue(name: string, room: PublicRoom): ImportRef {
  return importValue(name, publicModules[room]);
}

/** A type that only generated code imports: `codegenType("Problems")`. */
export function codegenType(name: string, room: CodegenRoom = "root"): ImportRef {
  return importType(name, codegenModules[room]);
}

/** A function or constant that only generated code imports: `codegenValue("skipField", "binary")`. */
export function codegenValue(name: string, room: CodegenRoom = "root"): ImportRef {
  return importValue(name, codegenModules[room]);
}
