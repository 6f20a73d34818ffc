import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useFollow } from './follow.ts';
import { list } from './format.ts';
import { gather } from './gather.ts';
import { answered, api } from './service.ts';
import type { TaskEvent } from './task-trace.ts';

/** The events of a task that are loaded, the oldest first. */
export interface Trace {
  readonly events: readonly TaskEvent[];
  /** False while further events of the past are loaded. */
  readonly isWhole: boolean;
}

/** Events of one answer of the service. */
const PAGE = 1_000;

/**
 * The trace of a task: page by page to its end, and then live by its stream. `onNews` gets the events of the stream
 * together, at most ten times a second.
 */
export function useTrace(taskId: string, onNews: (events: readonly TaskEvent[]) => void): ReadonlySignal<Trace> {
  const trace = useSignal<Trace>({ events: [], isWhole: false });
  useFollow(
    async (signal) => {
      const add = (events: readonly TaskEvent[], isWhole: boolean) => {
        trace.value = { events: [...trace.peek().events, ...events], isWhole };
      };
      const newest = () => trace.peek().events.at(-1)?.seq ?? 0;
      let isFull = true;
      while (isFull) {
        const params = { path: { taskId }, query: { after: newest() } };
        const { result } = await answered(api.http.GET('/api/agents/tasks/{taskId}/trace', { params, signal }));
        isFull = list(result).length >= PAGE;
        add(result, !isFull);
      }
      // Null stands for a stream that begins anew.
      const hear = gather<TaskEvent | null>((heard) => {
        if (signal.aborted) return;
        const reset = heard.lastIndexOf(null);
        if (reset >= 0) trace.value = { events: [], isWhole: true };
        const events = heard.slice(reset + 1).filter((event) => event !== null);
        add(events, true);
        onNews(events);
      });
      const onReset = () => hear(null);
      for await (const { data } of api.tasks.events(taskId, { lastEventId: String(newest()), signal, onReset }))
        hear(data);
    },
    [taskId],
  );
  return trace;
}
