import type { FlagTable } from "@a2agen/terminal/command.ts";
import { currentVersion, versionsInOrder, versionTable } from "@a2agen/versions/table.ts";

const named: ReadonlySet<string> = new Set(
  versionTable.flatMap((row) => ("proto" in row && !("formOf" in row) ? row.name : [])),
);

const profileNames = versionsInOrder
  .filter((name) => named.has(name))
  .map((name) => (name === currentVersion ? `${name} (default)` : name))
  .join(", ");

/** The flags that say which protos a command is about. */
export const protoFlags = {
  profile: {
    value: "NAME",
    help: `the protocol version: ${profileNames}, or the path of a profile; with --proto or --image also proto, and defaults to the profile that lists the package`,
  },
  proto: {
    value: "PATH",
    help: "a directory of protos or one proto to read instead of the built-in ones; compiled with buf, from npm or the PATH",
  },
  image: {
    value: "FILE",
    help: `a compiled image to read instead, as "buf build -o" and "protoc -o" write it and @a2agen/${currentVersion} ships it`,
  },
} as const satisfies FlagTable;

/** Which protos were asked for, and the profile that rules them. */
export interface ProtoSource {
  readonly profile?: string;
  readonly proto?: string;
  readonly image?: string;
}
