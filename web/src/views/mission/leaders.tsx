import type { MissionLeader } from '@causeway/client';
import { duration, integer, list } from '../../lib/format.ts';
import { Foreign } from '../../parts/values.tsx';
import { missions as words } from '../../text/missions.ts';

/** Who completed a mission, the fastest first. */
export function Leaders({ leaders }: { readonly leaders: readonly MissionLeader[] }) {
  if (list(leaders).length === 0) return <p class="soft">{words.noLeaders}</p>;
  return (
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{words.rank}</th>
            <th scope="col">{words.who}</th>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.rewards}</th>
          </tr>
        </thead>
        <tbody>
          {leaders.map(({ rank, avatarId, username, durationSeconds, karma, xp }) => (
            <tr key={avatarId}>
              <td data-name={words.rank}>{integer(rank)}</td>
              <td data-name={words.who}>{username === null ? words.hidden : <Foreign>{username}</Foreign>}</td>
              <td data-name={words.time}>{duration(integer(durationSeconds) * 1_000)}</td>
              <td data-name={words.rewards}>{words.reward(integer(karma), integer(xp))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
