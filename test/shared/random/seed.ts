import { randomInt } from "node:crypto";

/** The seed of this run: that of the environment variable A2AGEN_SEED, or a new one. */
export function chooseSeed(): string {
  const given = process.env["A2AGEN_SEED"];
  return given === undefined || given === "" ? String(randomInt(1, 2 ** 31)) : given;
}
