/**
 * What a changelog says of a version, without its heading: Markdown that ends with a newline. Throws an
 * error when it says nothing.
 */
export function releaseText(changelog: string, version: string): string {
  const [, ...sections] = changelog.replaceAll("\r\n", "\n").split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const text = section?.slice(section.indexOf("\n")).trim();
  if (text === undefined || text === "") {
    throw new Error(
      `CHANGELOG.md: expected a section "## [${version}]" with what has changed, got none; give "Unreleased" this version and the date, and commit`,
    );
  }
  return `${text}\n`;
}
