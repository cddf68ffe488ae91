import { code } from "./piece.ts";
import { type Literal, printLiteral } from "./print-literal.ts";
import { codegenValue, runtimeType } from "./runtime-import.ts";
import { createSourceFile, type SourceFile } from "./source-file.ts";

export interface ProtocolFileInit {
  readonly path: string;
  /** Name of the profile, and what people call it. */
  readonly name: string;
  readonly title: string;
  /** What the runtime's type `Protocol` wants. */
  readonly protocol: Literal;
  /** What its type `ClientProtocol` wants; no such table when absent. */
  readonly clientProtocol?: Literal;
}

/** Prints what the runtime has to know of a protocol, and the functions that make its errors. */
export function printProtocolFile({
  path,
  name,
  title,
  protocol,
  clientProtocol,
}: ProtocolFileInit): SourceFile {
  const out = createSourceFile({ path });
  out.declare("protocol");
  out.declare("errors");
  out.doc(`The facts of ${title} for the runtime, from the profile ${name}.`);
  printLiteral(out, protocol, {
    open: "export const protocol = ",
    close: code` as const satisfies ${runtimeType("Protocol", "service")};`,
  });
  if (clientProtocol !== undefined) {
    out.declare("clientProtocol");
    out.blank();
    out.doc("The subset that client transports need, to keep bundles small.");
    printLiteral(out, clientProtocol, {
      open: "export const clientProtocol = ",
      close: code` as const satisfies ${runtimeType("ClientProtocol", "service")};`,
    });
  }
  out.blank();
  out.doc("Creates the errors that handlers throw, by name; a message replaces the default description.");
  out.line(code`export const errors = /* @__PURE__ */ ${codegenValue("defineErrors", "service")}(protocol);`);
  return out;
}
