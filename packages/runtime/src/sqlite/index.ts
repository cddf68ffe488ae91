export type { SqliteStorage, SqliteValue } from "./sqlite-storage.ts";
export { openSqlite } from "./sqlite-task-store.ts";
