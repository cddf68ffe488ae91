import { ServerCredentials } from "@grpc/grpc-js";
import { announce } from "../served.ts";
import { answerLoads } from "./client-process.ts";
import { clients } from "./clients.ts";
import type { GrpcClientName, GrpcServerName } from "./names.ts";
import { servers } from "./servers.ts";

/** The program of every server and every client. */
const [role, name] = process.argv.slice(2);
if (role === "server") {
  const server = servers[name as GrpcServerName]();
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    announce(port);
  });
} else {
  answerLoads(clients[name as GrpcClientName]);
}
