import { createHelpers } from "../../generators/emit/template/helpers.ts";
import type { TemplateHelper } from "../../generators/template/project-templates.ts";
import { findDependencyVersion } from "./dependency-versions.ts";

/** What templates of projects can compute; `packed` are files that take the place of packages of npm. */
export function createProjectHelpers(
  packed: ReadonlyMap<string, string>,
): Readonly<Record<string, TemplateHelper>> {
  const { camel, comment, eq, json, kebab, pascal, snake, string } = createHelpers({ importExtension: "js" });
  const own: Record<string, TemplateHelper> = {
    and: (args) => args.every(Boolean),
    or: (args) => args.some(Boolean),
    not: ([value]) => !value,
    includes: ([list, value]) => Array.isArray(list) && list.includes(value),
    dep: ([name]) => {
      const version = findDependencyVersion(String(name), packed);
      if (version === undefined)
        throw new TypeError(`there is no version of ${String(name)} in package.json of a2agen`);
      return version;
    },
  };
  const shared = Object.entries({ camel, comment, eq, json, kebab, pascal, snake, string }).filter(
    (entry): entry is [string, TemplateHelper] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(shared), ...own };
}
