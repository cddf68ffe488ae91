import type { Model } from "../../model/model.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { code, importType, importValue } from "../../print/piece.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import type { Profile } from "../../profile/profile.ts";
import { protocolPath, runtimeService } from "../shared/module-path.ts";
import { printLiteral } from "../shared/print-literal.ts";
import { declaresServices } from "../shared/service-emitter.ts";
import { buildProtocol } from "./build-protocol.ts";

/** Emits a file at the output root for every profile that rules a service. */
export function emitProtocols(model: Model): readonly SourceFile[] {
  const names = new Set(model.files.filter(declaresServices).map((file) => file.profile));
  return [...names].sort(compareCodeUnits).flatMap((name) => {
    const profile = model.profiles[name];
    return profile === undefined ? [] : [emitProtocol(profile, model)];
  });
}

function emitProtocol(profile: Profile, model: Model): SourceFile {
  const out = createSourceFile({ path: protocolPath(profile.name) });
  out.declare("protocol");
  out.declare("errors");
  out.doc(
    `${profile.title}: what the runtime has to know of the protocol, from the profile ${profile.name}.`,
  );
  printLiteral(out, buildProtocol(profile, model), {
    open: "export const protocol = ",
    close: code` as const satisfies ${importType("Protocol", runtimeService)};`,
  });
  out.blank();
  out.doc("Makes the errors that handlers throw, by name; a text takes the place of the description.");
  out.line(
    code`export const errors = /* @__PURE__ */ ${importValue("defineErrors", runtimeService)}(protocol);`,
  );
  return out;
}
