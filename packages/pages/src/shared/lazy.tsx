import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component whose module is loaded when it is shown first; nothing is shown before it is there. */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  return function Lazy(props: Props): JSX.Element | null {
    const [problem, setProblem] = useState<string>();
    const [, setReady] = useState(Loaded !== undefined);
    useEffect(() => {
      const show = async (): Promise<void> => {
        try {
          // Another one may have loaded it between the first drawing of this one and here.
          Loaded ??= await load();
          setReady(true);
        } catch {
          setProblem("This part of the page is not there: the console\u2019s command has ended.");
        }
      };
      void show();
    }, []);
    if (Loaded !== undefined) return <Loaded {...props} />;
    return problem === undefined ? null : <p role="alert">{problem}</p>;
  };
}
