let last = 0;

export function v4(): string {
  last += 1;
  return `id-${last}`;
}
