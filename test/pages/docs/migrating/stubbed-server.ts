// Listens at port 4000 as server.ts does, with an answer for the page that its agent reads.
const { fetch } = globalThis;
globalThis.fetch = async (input, init) =>
  String(input).startsWith("https://example.com/") ? new Response("green") : fetch(input, init);
process.once("SIGTERM", () => process.exit());
await import("./server.ts");
