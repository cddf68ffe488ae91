import type { Emitter } from "../shared/emitter.ts";
import { emitServiceFiles } from "../shared/service-emitter.ts";
import { emitClientDefinition, emitDefinition, emitUnimplemented } from "./emit-definition.ts";
import { emitClientType, emitInterface } from "./emit-interface.ts";
import { emitProtocols } from "./emit-protocol.ts";
import { emitWriters, planWriters } from "./emit-writers.ts";
import { serviceNames } from "./names.ts";

/**
 * Emits for every service the interface that handlers and clients have, the table from which the runtime
 * makes servers and clients, and the class that handlers extend, and for every profile that rules one what
 * the runtime has to know of the protocol.
 */
export const emitService: Emitter = (model) => [
  ...emitServiceFiles(model, {
    kind: "service",
    namesOf: (service) => Object.values(serviceNames(service)),
    parts: (service, context) => [
      () => emitInterface(service, context),
      () => emitClientType(service, context),
      () => emitDefinition(service, { ...context, profile: model.profiles[context.file.profile] }),
      () => emitUnimplemented(service, context),
      () =>
        emitClientDefinition(service, {
          ...context,
          profile: model.profiles[context.file.profile],
          writers: planWriters(context),
        }),
      ...(service === context.file.services.at(-1) ? [() => emitWriters(planWriters(context), context)] : []),
    ],
  }),
  ...emitProtocols(model),
];
