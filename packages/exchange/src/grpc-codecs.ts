export { grpcCodecs } from "@a2agen/versions/grpc.ts";
