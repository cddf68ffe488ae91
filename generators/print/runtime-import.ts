import { type ImportRef, importType, importValue } from "./piece.ts";

/** What users import of the runtime too; undefined is the root. */
type PublicRoom = "agent" | "binary" | "extensions" | "service" | "versions";

/** What is made for generated code alone; undefined is the machinery of JSON. */
type CodegenRoom = "agent" | "binary" | "grpc" | "service" | "versions";

/** A public type of the runtime: `runtimeType("Codec")`, `runtimeType("CallContext", "service")`. */
export function runtimeType(name: string, room?: PublicRoom): ImportRef {
  return importType(name, modulePath("@a2agen/runtime", room));
}

/** A public function of the runtime. */
export function runtimeValue(name: string, room: PublicRoom): ImportRef {
  return importValue(name, modulePath("@a2agen/runtime", room));
}

/** A type that only generated code imports: `codegenType("Problems")`. */
export function codegenType(name: string, room?: CodegenRoom): ImportRef {
  return importType(name, modulePath(codegen, room));
}

/** A function or constant that only generated code imports: `codegenValue("skipField", "binary")`. */
export function codegenValue(name: string, room?: CodegenRoom): ImportRef {
  return importValue(name, modulePath(codegen, room));
}

const codegen = "@a2agen/runtime/codegen";

function modulePath(root: string, room: string | undefined): string {
  return room === undefined ? root : `${root}/${room}`;
}
