import type { MissionLeader } from '@causeway/client';
import { duration, integer } from '../../lib/format.ts';
import type { Paged } from '../../lib/paged.ts';
import { PagedTable } from '../../parts/pages.tsx';
import type { Columns } from '../../parts/table.tsx';
import { Foreign } from '../../parts/values.tsx';
import { missions as words } from '../../text/missions.ts';

const COLUMNS: Columns<MissionLeader> = [
  [words.rank, ({ rank }) => integer(rank)],
  [words.who, ({ username }) => (username === null ? words.hidden : <Foreign>{username}</Foreign>)],
  [words.time, ({ durationSeconds }) => duration(integer(durationSeconds) * 1_000)],
  [words.rewards, ({ karma, xp }) => words.reward(integer(karma), integer(xp))],
];

/** Who completed a mission, the fastest first. */
export const Leaders = ({ of }: { readonly of: Paged<MissionLeader> }) => (
  <PagedTable of={of} empty={words.noLeaders} columns={COLUMNS} />
);
