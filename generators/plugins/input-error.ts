/** Thrown when the input has errors: nothing is generated, and the message has all of them. */
export class InputError extends Error {}
