/** The type of a Content-Type without its parameters, in lower case. */
export function mediaTypeOf(header: string | undefined): string {
  if (header === undefined) return "";
  const end = header.indexOf(";");
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}

/** Whether a Content-Type says that the text is in another encoding than UTF-8. */
export function hasOtherCharset(header: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(header ?? "")?.[1];
  return charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset);
}
