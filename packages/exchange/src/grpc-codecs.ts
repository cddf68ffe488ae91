export { grpcCodecs } from "../../../generated/versions/grpc.ts";
