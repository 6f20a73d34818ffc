import type { ListedMission } from '@causeway/client';
import { first } from '../lib/first.ts';
import { integer, list } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import { Show } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Search, searched } from '../parts/search.tsx';
import { Word } from '../parts/state.tsx';
import { Foreign } from '../parts/values.tsx';
import { missionStates, missions as words } from '../text/missions.ts';

/** Missions that are shown. */
const MOST = 100;

/** Published missions and one's own, with one's progress. */
export default function MissionsView() {
  const find = searched();
  const loaded = useResource(`missions ${session.value?.id} ${find}`, () =>
    first(find === '' ? api.missions.list() : api.missions.search(find), MOST),
  );
  return (
    <Page title={words.title}>
      <p class="soft">{words.intro}</p>
      <Search label={words.find} />
      <Show of={loaded} lines={8}>
        {(all) =>
          list(all).length === 0 ? (
            <p class="soft">{find === '' ? words.none : words.noneFound}</p>
          ) : (
            <>
              <ul class="plain">
                {all.map((mission) => (
                  <Row key={mission.id} mission={mission} />
                ))}
              </ul>
              {all.length === MOST && <p class="soft">{words.mostShown(MOST)}</p>}
            </>
          )
        }
      </Show>
    </Page>
  );
}

const Row = ({ mission }: { readonly mission: ListedMission }) => (
  <li>
    <a href={`/missions/${mission.id}`}>
      <Foreign>{mission.name}</Foreign>
    </a>{' '}
    <Word among={missionStates} value={mission.status} />{' '}
    <span class="soft number">
      {words.share(integer(mission.completedQuests), integer(mission.totalQuests), integer(mission.progressPercent))} ·{' '}
      {words.reward(integer(mission.totalKarma), integer(mission.totalXP))} · {mission.difficulty}
    </span>
  </li>
);
