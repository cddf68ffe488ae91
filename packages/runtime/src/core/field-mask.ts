/**
 * True for the JSON form: field names in lowerCamelCase joined with dots, paths joined with
 * commas, "" for no path. "*" is accepted as a name. An underscore or an empty name is not, since
 * neither survives the way to proto names and back.
 */
export function isFieldMask(text: string): boolean {
  return text === "" || areJsonPaths(text);
}

/** Paths with proto names, ["user.display_name"]; the text must satisfy `isFieldMask`. */
export function fieldMaskToPaths(text: string): string[] {
  return text === "" ? [] : text.split(",").map(toSnakeCase);
}

/**
 * The JSON form of paths with proto names; throws a RangeError that quotes the path whose names
 * lowerCamelCase cannot carry, such as "foo__bar" or "foo_1".
 */
export function fieldMaskFromPaths(paths: readonly string[]): string {
  return paths.map(toJsonPath).join(",");
}

function toJsonPath(path: string): string {
  const json = path.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  if (json.includes(",") || !areJsonPaths(json) || toSnakeCase(json) !== path) {
    throw new RangeError(`expected a path that lowerCamelCase can carry, got ${JSON.stringify(path)}`);
  }
  return json;
}

function toSnakeCase(path: string): string {
  return path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function areJsonPaths(text: string): boolean {
  const length = text.length;
  let at = 0;
  while (true) {
    if (text.charCodeAt(at) === 42) at++;
    else {
      if (!isLetter(text.charCodeAt(at))) return false;
      do at++;
      while (at < length && isLetterOrDigit(text.charCodeAt(at)));
    }
    if (at === length) return true;
    const separator = text.charCodeAt(at++);
    if (separator !== 46 && separator !== 44) return false;
  }
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}
