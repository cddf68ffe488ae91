// The server of the example in a process of its own, which ends with its parent.
process.stdin.on("end", () => process.exit(1)).resume();
if ("unref" in process.stdin) process.stdin.unref();
await import("../../../examples/postgres-task-store/server.ts");
