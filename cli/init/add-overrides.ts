/**
 * The text of a package.json in which packed files stand for our packages wherever they are needed: npm
 * would ask its registry for those that only other packages depend on.
 */
export function addOverrides(text: string, packed: ReadonlyMap<string, string>): string {
  const manifest = JSON.parse(text) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  const direct = { ...manifest.dependencies, ...manifest.devDependencies };
  const others = [...packed].filter(([name]) => !Object.hasOwn(direct, name));
  if (others.length === 0) return text;
  const overrides = Object.fromEntries(others.map(([name, file]) => [name, `file:${file}`]));
  return `${JSON.stringify({ ...manifest, overrides }, undefined, 2)}\n`;
}
