/** Milliseconds in which events are gathered before the parts change. */
const GATHER_MS = 100;

/** Returns a function that takes events one by one; `flush` gets them together, at most ten times a second. */
export function gather<T>(flush: (events: readonly T[]) => void): (event: T) => void {
  let gathered: T[] = [];
  return (event) => {
    if (gathered.length === 0)
      setTimeout(() => {
        const events = gathered;
        gathered = [];
        flush(events);
      }, GATHER_MS);
    gathered.push(event);
  };
}
