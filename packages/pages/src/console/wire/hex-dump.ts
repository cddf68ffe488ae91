/** Bytes that are shown. */
const maximumBytes = 16_384;

/** Bytes as lines of eight: where they are, in hexadecimal, and as ASCII where it is printable. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, maximumBytes); at += 8) {
    const row = [...bytes.subarray(at, at + 8)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte < 0x20 || byte > 0x7e ? "." : String.fromCharCode(byte))).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex.padEnd(23)}  ${text}`);
  }
  if (bytes.length > maximumBytes) lines.push(`and ${bytes.length - maximumBytes} bytes more`);
  return lines.join("\n");
}
