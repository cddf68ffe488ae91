/** The name itself, or with the lowest number from 2 on that is not taken: "note2". */
export function uniqueName(wanted: string, taken: { has(name: string): boolean }, separator = ""): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}${separator}${i}`;
  return name;
}
