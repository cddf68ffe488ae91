import { code, importType, importValue } from "./piece.ts";
import { type Literal, printLiteral } from "./print-literal.ts";
import { createSourceFile, type SourceFile } from "./source-file.ts";

export interface ProtocolFileInit {
  readonly path: string;
  /** Name of the profile, and what people call it. */
  readonly name: string;
  readonly title: string;
  /** What the runtime's type `Protocol` wants. */
  readonly protocol: Literal;
  /** The package of the runtime that has this type. */
  readonly runtime: string;
}

/** Prints what the runtime has to know of a protocol, and the functions that make its errors. */
export function printProtocolFile({ path, name, title, protocol, runtime }: ProtocolFileInit): SourceFile {
  const out = createSourceFile({ path });
  out.declare("protocol");
  out.declare("errors");
  out.doc(`${title}: what the runtime has to know of the protocol, from the profile ${name}.`);
  printLiteral(out, protocol, {
    open: "export const protocol = ",
    close: code` as const satisfies ${importType("Protocol", runtime)};`,
  });
  out.blank();
  out.doc("Makes the errors that handlers throw, by name; a text takes the place of the description.");
  out.line(code`export const errors = /* @__PURE__ */ ${importValue("defineErrors", runtime)}(protocol);`);
  return out;
}
