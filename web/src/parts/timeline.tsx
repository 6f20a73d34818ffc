import { useSignal } from '@preact/signals';
import { exactTime, shortened, span, timeMs } from '../lib/format.ts';
import { failureOf, type TaskEvent } from '../lib/task-trace.ts';
import { reports, triggers, tasks as words } from '../text/tasks.ts';
import { Foreign } from './values.tsx';
import { Mark } from './verdict.tsx';

/** Events that are drawn at once. */
const WINDOW = 100;

interface Props {
  readonly events: readonly TaskEvent[];
  /** False while further events of the past are loaded. */
  readonly isWhole: boolean;
}

/** A task's events, the oldest first: a window of them, and buttons that move it. The newest window grows by itself. */
export function Timeline({ events, isWhole }: Props) {
  const at = useSignal<number | 'newest'>(0);
  const last = Math.max(0, Math.ceil(events.length / WINDOW) - 1);
  const now = at.value === 'newest' ? last : Math.min(at.value, last);
  const first = now * WINDOW;
  const shown = events.slice(first, first + WINDOW);
  const go = (to: number | 'newest') => () => {
    at.value = to;
  };
  return (
    <>
      <ol class="timeline" start={first + 1}>
        {shown.map((event, index) => (
          <Event key={event.seq} event={event} before={events[first + index - 1]} />
        ))}
      </ol>
      {last > 0 && (
        <div class="row">
          <button type="button" onClick={go(0)} disabled={now === 0}>
            {words.first}
          </button>
          <button type="button" onClick={go(now - 1)} disabled={now === 0}>
            {words.earlier}
          </button>
          <button type="button" onClick={go(now + 1)} disabled={now === last}>
            {words.later}
          </button>
          <button type="button" onClick={go('newest')} disabled={at.value === 'newest'}>
            {words.newest}
          </button>
          <span class="soft number">{words.shown(first + 1, first + shown.length, events.length, isWhole)}</span>
        </div>
      )}
    </>
  );
}

interface EventProps {
  readonly event: TaskEvent;
  readonly before: TaskEvent | undefined;
}

/** One event: what happened, when and how long after the one before, by whom, and what was said. */
function Event({ event, before }: EventProps) {
  const ms = timeMs(event.at);
  const known = event.trigger === undefined ? reports[event.type] : triggers[event.trigger];
  const [word, mood] = known ?? [event.type, 'quiet'];
  const failure = failureOf(event);
  const isOfAgent = typeof event.agentId === 'string' && event.token !== undefined && event.token > 0;
  return (
    <li>
      <Mark mood={mood}>{word}</Mark>{' '}
      <time class="number soft" dateTime={event.at}>
        {exactTime(ms)}
      </time>{' '}
      {before && <span class="number soft">{words.gap(span(ms - timeMs(before.at)))}</span>}
      {isOfAgent && event.trigger !== 'due' && event.trigger !== 'inputGiven' && (
        <div class="soft">
          <a href={`/a/${event.agentId}`} title={event.agentId ?? ''}>
            {shortened(event.agentId ?? '')}
          </a>{' '}
          {words.leaseOf(event.token ?? 0)}
        </div>
      )}
      {typeof event.progress === 'number' && <div class="number">{words.percent(event.progress)}</div>}
      {[event.message, event.question, event.artifact].map(
        (text) =>
          typeof text === 'string' && (
            <div key={text}>
              <Foreign>{text}</Foreign>
            </div>
          ),
      )}
      {failure && (
        <div>
          <code>{failure.code}</code> <Foreign>{failure.message}</Foreign>
        </div>
      )}
    </li>
  );
}
