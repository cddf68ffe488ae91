import { isConnectError } from "@a2agen/runtime/client";
import { later, type VersionRow } from "./versions.ts";

/**
 * Opens an agent that has no usable interface of 1.0 or older in a later version; undefined if it has none of
 * these either. `cause` is the error of 1.0. Rejects for an agent that has one, and cannot be called there.
 */
export async function openLater<T>(
  cause: unknown,
  open: (row: VersionRow) => Promise<T>,
): Promise<T | undefined> {
  for (const row of isConnectError(cause, "no-interface") ? later : []) {
    try {
      return await open(row);
    } catch (error) {
      if (!isConnectError(error, "no-interface") && !isConnectError(error, "card-invalid")) throw error;
    }
  }
  return undefined;
}
