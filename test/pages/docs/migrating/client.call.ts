// with stubbed-server.ts
import "./client.ts";
