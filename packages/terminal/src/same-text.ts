/** Whether two texts differ in nothing but line ends: git on Windows writes CRLF into working trees. */
export function isSameText(one: string, other: string): boolean {
  return one === other || one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");
}
