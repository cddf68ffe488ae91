/** "google.protobuf.Empty" -> "Empty". */
export function lastName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf(".") + 1);
}
