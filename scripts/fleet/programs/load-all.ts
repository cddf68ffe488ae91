/** The exports of some modules, of those that the version has. */
export async function loadAll(names: readonly string[]): Promise<object> {
  const modules = await Promise.allSettled(names.map((name) => import(name) as Promise<object>));
  return Object.assign(
    {},
    ...modules.map((each) => (each.status === "fulfilled" ? each.value : {})),
  ) as object;
}
