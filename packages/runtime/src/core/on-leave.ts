/**
 * The same generator, which runs `listener` first when it is left: its own `return` waits for what it is
 * waiting for.
 */
export function onLeave<Event, Result>(
  events: AsyncGenerator<Event, Result, undefined>,
  listener: () => void,
): AsyncGenerator<Event, Result, undefined> {
  const end = events.return.bind(events);
  return Object.assign(events, {
    return: (value: Result | PromiseLike<Result>) => {
      listener();
      return end(value);
    },
  });
}
