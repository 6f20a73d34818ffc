import type { MissionLeader } from '@causeway/client';
import { duration, integer } from '../../lib/format.ts';
import { Table } from '../../parts/table.tsx';
import { Foreign } from '../../parts/values.tsx';
import { missions as words } from '../../text/missions.ts';

/** Who completed a mission, the fastest first. */
export const Leaders = ({ leaders }: { readonly leaders: readonly MissionLeader[] }) => (
  <Table
    rows={leaders}
    idOf={({ avatarId }) => avatarId}
    empty={words.noLeaders}
    columns={[
      [words.rank, ({ rank }) => integer(rank)],
      [words.who, ({ username }) => (username === null ? words.hidden : <Foreign>{username}</Foreign>)],
      [words.time, ({ durationSeconds }) => duration(integer(durationSeconds) * 1_000)],
      [words.rewards, ({ karma, xp }) => words.reward(integer(karma), integer(xp))],
    ]}
  />
);
