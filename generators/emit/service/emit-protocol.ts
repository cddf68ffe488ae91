import type { Model } from "../../model/model.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { printProtocolFile } from "../../print/protocol-file.ts";
import type { SourceFile } from "../../print/source-file.ts";
import type { Profile } from "../../source/profile/profile.ts";
import { protocolPath } from "../shared/module-path.ts";
import { declaresServices } from "../shared/service-emitter.ts";
import { buildClientProtocol, buildProtocol } from "./build-protocol.ts";

/** Emits a file at the output root for every profile that rules a service. */
export function emitProtocols(model: Model): readonly SourceFile[] {
  const names = new Set(model.files.filter(declaresServices).map((file) => file.profile));
  return [...names].sort(compareCodeUnits).flatMap((name) => {
    const profile = model.profiles[name];
    return profile === undefined ? [] : [emitProtocol(profile, model)];
  });
}

function emitProtocol(profile: Profile, model: Model): SourceFile {
  const { name, title } = profile;
  return printProtocolFile({
    path: protocolPath(name),
    name,
    title,
    protocol: buildProtocol(profile, model),
    clientProtocol: buildClientProtocol(profile, model),
  });
}
