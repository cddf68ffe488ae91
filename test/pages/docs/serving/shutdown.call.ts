import { createServer } from "node:http";
import { Server } from "@grpc/grpc-js";
import { hostOf } from "./client-of.ts";
import { shutDown } from "./shutdown.ts";

const http = createServer().listen(4000, "localhost");
await shutDown(hostOf({}), http, new Server());
