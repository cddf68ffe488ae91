import type { ExtensionSupport } from "../service/extension-support.ts";
import type { Method } from "../service/method.ts";
import { TranslatedContext } from "./translate/translated-context.ts";

/**
 * The extensions of the newest version as an older host supports them: it activates them, and leaves their
 * middleware to the handler behind the translation. Methods of extensions have no translation: an
 * extension that has some is known there, and never active.
 */
export function olderExtensions(
  extensions: readonly ExtensionSupport[],
  methods: ReadonlyMap<string, Method>,
): readonly ExtensionSupport[] {
  return extensions.map(({ extension, activate, services = [] }): ExtensionSupport => {
    const { services: defined = [], ...terms } = extension;
    if (defined.length > 0 || services.length > 0) {
      return { extension: terms, activate: () => false };
    }
    if (activate === undefined) return { extension: terms };
    return {
      extension: terms,
      activate: (context) => {
        const method = methods.get(context.method)?.name ?? context.method;
        return activate(new TranslatedContext(context, { method, version: "", tenant: undefined }));
      },
    };
  });
}
