/**
 * The versions by the names that users give; apart from the versions themselves, whose code is loaded when
 * they are used.
 */
export {
  type VersionLabel as ProtocolName,
  versionLabels as protocolNames,
} from "@a2agen/versions/table.ts";
