import type { FlagTable } from "@a2agen/terminal/command.ts";

/** The flags that say which protos a command is about. */
export const protoFlags = {
  profile: {
    value: "NAME",
    help: "the protocol version: a2a-1.0 (default), a2a-1.0-draft, a2a-1.1-dev, or the path of a profile; with --proto and --image also proto, and by default the one that names the package",
  },
  proto: {
    value: "PATH",
    help: "a directory of protos or one proto to read instead of the built-in ones; compiled with buf, from npm or the PATH",
  },
  image: {
    value: "FILE",
    help: 'a compiled image to read instead, as "buf build -o" and "protoc -o" write it and @a2agen/a2a-1.0 ships it',
  },
} as const satisfies FlagTable;

/** Which protos were asked for, and the profile that rules them. */
export interface ProtoSource {
  readonly profile?: string;
  readonly proto?: string;
  readonly image?: string;
}
