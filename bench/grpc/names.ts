export const serverNames = ["grpc-js", "a2agen"] as const;
export type GrpcServerName = (typeof serverNames)[number];

/** "bytes" is grpc-js that neither encodes nor decodes. */
export const clientNames = ["bytes", "grpc-js", "a2agen"] as const;
export type GrpcClientName = (typeof clientNames)[number];

export const callNames = ["SendMessage", "GetTask", "SendStreamingMessage"] as const;
export type GrpcCallName = (typeof callNames)[number];

/** Artifact updates of a stream. */
export const updatesOfStream = 1000;
