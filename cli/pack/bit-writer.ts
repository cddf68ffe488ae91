/** Collects bits as DEFLATE wants them: the lowest bit of a byte first. */
export interface BitWriter {
  /** Appends the lowest `count` bits of a number, at most 16. */
  write(bits: number, count: number): void;
  /** Everything, the last byte filled up with zeros. */
  finish(): Uint8Array;
}

export function createBitWriter(): BitWriter {
  let bytes = new Uint8Array(65_536);
  let length = 0;
  let pending = 0;
  let pendingCount = 0;
  const push = (byte: number): void => {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length++] = byte;
  };
  return {
    write(bits, count) {
      pending |= bits << pendingCount;
      pendingCount += count;
      while (pendingCount >= 8) {
        push(pending & 255);
        pending >>>= 8;
        pendingCount -= 8;
      }
    },
    finish() {
      if (pendingCount > 0) push(pending & 255);
      pendingCount = 0;
      return bytes.slice(0, length);
    },
  };
}
