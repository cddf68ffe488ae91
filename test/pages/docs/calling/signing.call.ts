import assert from "node:assert/strict";
import { createServer } from "node:http";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHttpHandler } from "@a2agen/runtime/server";
import { hostOf } from "./client-of.ts";
import { connectToSigned } from "./signing.ts";

const http = createServer(toNodeListener(createHttpHandler(hostOf({}))));
await new Promise<void>((resolve) => http.listen(4000, "localhost", resolve));
// A card without a signature is refused.
await assert.rejects(connectToSigned("http://localhost:4000"), /no-signature|not signed|no signature/);
http.close();
