import { useSignal } from '@preact/signals';
import { span, timeMs } from '../lib/format.ts';
import { now } from '../lib/now.ts';
import type { Attempt } from '../lib/task-trace.ts';
import { attemptEnds, tasks as words } from '../text/tasks.ts';
import { Word } from './state.tsx';
import { type Column, Table } from './table.tsx';
import { Foreign, Hash, Time } from './values.tsx';
import { Mark } from './verdict.tsx';

/** Attempts that are shown at first: the newest. */
const FIRST = 20;

const ATTEMPT: readonly Column<Attempt>[] = [
  [words.lease, ({ token }) => <span class="number">{token}</span>],
  [words.agent, ({ agentId }) => (agentId === null ? '–' : <Hash value={agentId} href={`/a/${agentId}`} />)],
  [words.claimed, ({ claimedAt }) => <Time iso={claimedAt} />],
  [words.took, ({ claimedAt, endedAt }) => span((endedAt === null ? now.value : timeMs(endedAt)) - timeMs(claimedAt))],
  [
    words.end,
    ({ end, failure }) => (
      <>
        {end === null ? <Mark mood="busy">{words.held}</Mark> : <Word among={attemptEnds} value={end} />}{' '}
        {failure && (
          <>
            <code>{failure.code}</code> <Foreign>{failure.message}</Foreign>
          </>
        )}
      </>
    ),
  ],
];

/** The attempts at a task, the newest first: each with its lease, its agent, and how it ended. */
export function Attempts({ of }: { readonly of: readonly Attempt[] }) {
  const isWhole = useSignal(false);
  const newest = [...of].reverse();
  const shown = isWhole.value ? newest : newest.slice(0, FIRST);
  return (
    <>
      <Table rows={shown} idOf={({ token }) => token} columns={ATTEMPT} empty={words.noAttempts} />
      {shown.length < of.length && (
        <p>
          <button
            type="button"
            onClick={() => {
              isWhole.value = true;
            }}
          >
            {words.allAttempts(of.length)}
          </button>
        </p>
      )}
    </>
  );
}
