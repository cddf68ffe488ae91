import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { parseHeaders } from "@a2agen/terminal/header-flags.ts";
import { type Rules, readConfig as readChecked } from "@a2agen/terminal/read-config.ts";
import schema from "../../gateway.schema.json" with { type: "json" };
import type { PlacedUpstream } from "../library/options.ts";

interface ConfiguredUpstream extends Omit<PlacedUpstream, "upstream" | "upstreamHeaders" | "passedHeaders"> {
  readonly agent: string;
  readonly auth?: Readonly<Record<string, string>>;
  readonly passHeaders?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The agents of `--config`, by path. Throws a CommandError that says where and what is wrong. */
export async function readConfig(
  path: string,
  env: Environment,
): Promise<Readonly<Record<string, PlacedUpstream>>> {
  const { value } = await readChecked(path, { schema: schema as Rules, flag: "--config" });
  // It has been checked.
  const { upstreams } = value as { readonly upstreams: Record<string, ConfiguredUpstream> };
  return Object.fromEntries(
    Object.entries(upstreams).map(([place, { agent, auth, passHeaders, ...rest }]) => [
      place,
      {
        ...rest,
        upstream: agent,
        ...(auth && { upstreamHeaders: readAuth(auth, `--config: ${path}: upstreams.${place}.auth`, env) }),
        ...(passHeaders && { passedHeaders: passHeaders }),
      },
    ]),
  );
}

function readAuth(
  auth: Readonly<Record<string, string>>,
  where: string,
  env: Environment,
): Readonly<Record<string, string>> {
  const given = Object.entries(auth).map(([name, variable]) => `${name}=${variable}`);
  try {
    return parseHeaders({ "header-env": given }, env);
  } catch (cause) {
    throw new CommandError(`${where}: ${errorMessage(cause)}`, { cause });
  }
}
