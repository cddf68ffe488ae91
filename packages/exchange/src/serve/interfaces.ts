import type { AgentInterface } from "@a2agen/a2a-1.0";
import { allVersions, current, later } from "../versions.ts";

/** Where clients reach an agent that is served in every version. */
export interface ServedPlace {
  /** The origin over HTTP. */
  readonly url: string;
  /** The address of gRPC; undefined without it. */
  readonly grpcUrl: string | undefined;
  /** What calls over gRPC have to name, where several agents share it. */
  readonly tenant?: string | undefined;
}

/** The path of JSON-RPC, of every version that requests can be told apart in. */
export const jsonRpcPath = "/a2a";

/** One interface for each released version and binding; drafts have paths below their names. */
export function listInterfaces({ url, grpcUrl, tenant }: ServedPlace): readonly AgentInterface[] {
  const addresses = [
    ["JSONRPC", url + jsonRpcPath],
    ["HTTP+JSON", url],
    ["GRPC", grpcUrl],
  ] as const;
  const { version: newest } = current.service.protocol;
  const rows = allVersions.filter(
    (row) => row === current || (!later.includes(row) && row.service.protocol.version !== newest),
  );
  return [...rows]
    .sort((one, other) => Number(other === current) - Number(one === current))
    .flatMap(({ service: { protocol } }) =>
      addresses.flatMap(([protocolBinding, address]) => {
        if (address === undefined || protocol.bindings?.includes(protocolBinding) === false) return [];
        const named = protocolBinding === "GRPC" && tenant !== undefined;
        if (named && protocol.tenantField === undefined) return [];
        const place = { url: address, protocolBinding, protocolVersion: protocol.version ?? "" };
        return [{ ...place, ...(named && { tenant }) }];
      }),
    );
}

/** The older versions in which a family of hosts is served, for `createHostFamily`. */
export const servedOlder = allVersions.flatMap((row) =>
  row.translation === undefined || later.includes(row) ? [] : [{ translation: row.translation }],
);
