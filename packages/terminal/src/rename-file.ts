import { rename } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "@a2agen/runtime/internal";

/** Milliseconds before each further try. */
const pauses = [10, 50, 100, 200, 500] as const;

interface RenameInit {
  readonly platform?: string;
  readonly move?: typeof rename;
}

/** Renames a file; on Windows again while an editor or a virus scanner has one of both open. */
export async function renameFile(
  from: string,
  to: string,
  { platform = process.platform, move = rename }: RenameInit = {},
): Promise<void> {
  for (const ms of platform === "win32" ? pauses : []) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!["EACCES", "EBUSY", "EPERM"].includes(errorCode(error) ?? "")) throw error;
      await pause(ms);
    }
  }
  await move(from, to);
}
