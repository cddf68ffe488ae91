// with agent.ts
import "./specification.test.ts";
