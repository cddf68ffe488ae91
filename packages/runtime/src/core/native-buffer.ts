/** Methods of Node's Buffer that work on every Uint8Array. */
export interface NativeMethods {
  base64Write(this: Uint8Array, text: string, offset: number): number;
  base64Slice(this: Uint8Array, start: number, end: number): string;
  indexOf(this: Uint8Array, bytes: Uint8Array): number;
  latin1Slice(this: Uint8Array, start: number, end: number): string;
  ucs2Slice(this: Uint8Array, start: number, end: number): string;
  utf8Slice(this: Uint8Array, start: number, end: number): string;
  utf8Write(this: Uint8Array, text: string, offset: number): number;
}

/** Those methods; undefined where there is no Buffer, or an emulation, which lacks some of them. */
export const native: NativeMethods | undefined = /* @__PURE__ */ findNative();

function findNative(): NativeMethods | undefined {
  const methods = (globalThis as { Buffer?: { prototype?: Partial<NativeMethods> } }).Buffer?.prototype;
  const names = [
    "base64Write",
    "base64Slice",
    "indexOf",
    "latin1Slice",
    "ucs2Slice",
    "utf8Slice",
    "utf8Write",
  ] as const;
  return methods !== undefined && names.every((name) => typeof methods[name] === "function")
    ? (methods as NativeMethods)
    : undefined;
}
