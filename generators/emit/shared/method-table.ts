import type { MethodModel, ServiceModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import type { SourceFile } from "../../print/source-file.ts";

/** Prints the property "methods" of a service's table; `printMethod` prints an entry under its key. */
export function emitMethodTable(
  { methods }: ServiceModel,
  out: SourceFile,
  printMethod: (key: string, method: MethodModel) => void,
): void {
  if (methods.length === 0) {
    out.line("methods: {},");
    return;
  }
  out.block(
    "methods: {",
    () => {
      for (const method of methods) printMethod(toPropertyName(method.member), method);
    },
    "},",
  );
}
