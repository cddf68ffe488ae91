// with agent.ts
import "./report.ts";
