/** Name of the binding in agent cards and call contexts. */
export const bindingName = "HTTP+JSON";
