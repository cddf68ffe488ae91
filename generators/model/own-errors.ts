import { statusTable } from "@a2agen/runtime/internal";
import type { OwnError } from "./extension-manifest.ts";

/** Something in a list of errors that is not as it should be. */
export interface OwnErrorProblem {
  readonly index: number;
  /** The member; absent where the whole error is meant. */
  readonly member?: keyof OwnError;
  readonly expected: string;
  readonly isDuplicate?: true;
}

const statusNames = Object.keys(statusTable);

/** Finds what is wrong with the errors of an extension, each by itself and side by side. */
export function findOwnErrorProblems(errors: readonly OwnError[]): readonly OwnErrorProblem[] {
  const names = errors.map(({ name }) => name);
  const codes = errors.map(({ jsonRpc }) => jsonRpc);
  return errors.flatMap(({ name, jsonRpc, http, grpc }, index): readonly OwnErrorProblem[] => {
    const problems: OwnErrorProblem[] = [];
    const add = (problem: Omit<OwnErrorProblem, "index">): void => {
      problems.push({ index, ...problem });
    };
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) add({ member: "name", expected: "a name such as ROUTE_NOT_FOUND" });
    else if (names.indexOf(name) !== index) {
      add({ member: "name", expected: "each name once", isDuplicate: true });
    }
    if (jsonRpc !== undefined && codes.indexOf(jsonRpc) !== index) {
      add({ member: "jsonRpc", expected: "each code once", isDuplicate: true });
    }
    if (http !== undefined && (http < 400 || http > 599)) {
      add({ member: "http", expected: "a status from 400 to 599" });
    }
    if (jsonRpc === undefined && grpc === undefined) add({ expected: "jsonRpc or grpc" });
    if (grpc !== undefined && !statusNames.includes(grpc)) {
      add({
        member: "grpc",
        expected: `a status of gRPC, ${statusNames.slice(0, -1).join(", ")} or ${statusNames.at(-1)}`,
      });
    }
    return problems;
  });
}
