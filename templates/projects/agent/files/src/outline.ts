export type Length = "short" | "long";

/** The headings of a report, in their order. */
export function headingsOf(topic: string, length: Length): string[] {
  const short = [`What there is to know about ${topic}`];
  return length === "short" ? short : [...short, "How it came about", "What experts say", "Outlook"];
}
