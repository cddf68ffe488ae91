import type { ServiceTranslation } from "./service-translation.ts";
import type { Translator } from "./translator.ts";

/** The inverse translation: for code in the older version, and agents that speak the newer one. */
export function invertTranslation<Older extends object, Newer extends object>({
  older,
  newer,
  methods,
  errors,
  card,
  carry,
}: ServiceTranslation<Older, Newer>): ServiceTranslation<Newer, Older> {
  return {
    older: newer,
    newer: older,
    methods: methods.map(({ older: from, newer: to, request, response }) => ({
      older: to,
      newer: from,
      request: invertTranslator(request),
      response: invertTranslator(response),
    })),
    errors: errors.map(({ older: from, newer: to }) => ({ older: to, newer: from })),
    card: invertTranslator(card),
    ...(carry && { carry }),
  };
}

function invertTranslator({ older, newer, upgrade, downgrade }: Translator): Translator {
  return { older: newer, newer: older, upgrade: downgrade, downgrade: upgrade };
}
