import type { ComponentChildren, JSX } from "preact";

/** Says what went wrong, to screen readers at once. */
export function Alert({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  );
}
