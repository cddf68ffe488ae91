import { defined } from "@a2agen/runtime/internal";
import { listServicePackages } from "../openapi/service-package.ts";
import type { DataEmitter } from "../shared/emitter.ts";
import { buildOpenRpc } from "./build-openrpc.ts";

/** Emits the OpenRPC document of every package with services: "a2a.openrpc.json". */
export const emitOpenRpc: DataEmitter = (model, { generator, publisher }) =>
  listServicePackages(model).map((entry) => {
    const document = buildOpenRpc(entry, { model, options: { generator, ...defined({ publisher }) } });
    return { path: `${entry.path}.openrpc.json`, text: `${JSON.stringify(document, undefined, 2)}\n` };
  });
