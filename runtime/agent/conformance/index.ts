export type { TaskStore } from "../task-store.ts";
