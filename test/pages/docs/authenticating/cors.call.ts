import assert from "node:assert/strict";
import { fetchFrom, hostOf } from "./client-of.ts";
import { createBrowserHandler } from "./cors.ts";

const preflight = await fetchFrom(createBrowserHandler(hostOf({})))("http://localhost:4000/a2a", {
  method: "OPTIONS",
  headers: { origin: "https://app.example.com", "access-control-request-method": "POST" },
});
assert.equal(preflight.headers.get("access-control-allow-origin"), "https://app.example.com");
