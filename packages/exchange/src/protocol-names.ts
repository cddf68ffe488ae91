/** The versions by the names that users give; apart from the versions themselves, whose code is loaded when they are used. */
export const protocolNames = ["1.0", "draft", "0.3", "1.1-dev"] as const;

export type ProtocolName = (typeof protocolNames)[number];
