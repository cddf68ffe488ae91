import { readFile } from "node:fs/promises";
import { ProfileError } from "./profile-error.ts";

/** The text of a file that was named by the user; throws a ProfileError. */
export async function readSource(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const reason = String(cause instanceof Error && "code" in cause ? cause.code : cause);
    const message = `expected a file that can be read, found ${reason}`;
    throw new ProfileError([{ code: "unreadable", source: path, path: "", message }], { cause });
  }
}
