import type { Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { code, type Piece } from "../../print/piece.ts";
import { printLiteral } from "../../print/print-literal.ts";
import { codegenType, codegenValue, runtimeType } from "../../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { protocolPath } from "../shared/module-path.ts";
import { declaresServices } from "../shared/service-emitter.ts";
import { buildClientProtocol, buildServerProtocol } from "./build-protocol.ts";

/** Emits a file at the output root for every profile that rules a service. */
export function emitProtocols(model: Model): readonly SourceFile[] {
  const names = new Set(model.files.filter(declaresServices).map((file) => file.profile));
  return [...names].sort(compareCodeUnits).flatMap((name) => {
    const profile = model.profiles[name];
    return profile === undefined ? [] : [emitProtocol(profile, model)];
  });
}

/** The types are written out, for declarations that are made of the file without the runtime. */
export function emitProtocol(profile: Profile, model: Model): SourceFile {
  const { name, title } = profile;
  const out = createSourceFile({ path: protocolPath(name) });
  for (const exported of ["clientProtocol", "protocol", "errors"]) out.declare(exported);
  out.doc(`The facts of ${title} that clients need, from the profile ${name}.`);
  printLiteral(out, buildClientProtocol(profile, model), {
    open: "export const clientProtocol = ",
    close: code`${ts` as const satisfies ${runtimeType("ClientProtocol", "service")}`};`,
  });
  out.blank();
  out.doc("The other facts, which servers need.");
  printLiteral(out, buildServerProtocol(profile, model), {
    open: "const serverProtocol = ",
    close: code`${ts` as const`};`,
  });
  out.blank();
  out.doc(`All facts of ${title}.`);
  out.line(
    code`export const protocol${ts`: typeof clientProtocol & typeof serverProtocol`} = ${pure("defineProtocol")}(clientProtocol, serverProtocol);`,
  );
  out.blank();
  out.doc("Creates the errors that handlers throw, by name; a message replaces the default description.");
  out.line(
    code`export const errors${ts`: ${codegenType("ErrorFactories", "service")}<keyof typeof clientProtocol.errors>`} = ${pure("defineErrors")}(protocol);`,
  );
  return out;
}

/** Bundlers leave out calls of functions without side effects. */
function pure(name: string): Piece {
  return code`/* @__PURE__ */ ${codegenValue(name, "service")}`;
}
