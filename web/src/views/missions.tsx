import type { ListedMission } from '@causeway/client';
import { integer } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { answered, api } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import { Page } from '../parts/page.tsx';
import { PagedList } from '../parts/pages.tsx';
import { Search, searched } from '../parts/search.tsx';
import { Word } from '../parts/state.tsx';
import { Foreign } from '../parts/values.tsx';
import { missionStates, missions as words } from '../text/missions.ts';

/** How the missions are read. */
const READING = { step: 50, idOf: ({ id }: ListedMission) => id };

/** Published missions and one's own, with one's progress. */
export default function MissionsView() {
  const find = searched();
  const loaded = usePaged(`missions ${session.value?.id} ${find}`, READING, (page) =>
    answered(
      find === ''
        ? api.http.GET('/api/missions', { params: { query: page } })
        : api.http.GET('/api/missions/search', { params: { query: { query: find, ...page } } }),
    ),
  );
  return (
    <Page title={words.title}>
      <p class="soft">{words.intro}</p>
      <Search label={words.find} />
      <PagedList
        of={loaded}
        lines={8}
        empty={find === '' ? words.none : words.noneFound}
        row={(mission) => <Mission mission={mission} />}
      />
    </Page>
  );
}

const Mission = ({ mission }: { readonly mission: ListedMission }) => (
  <>
    <a href={`/missions/${mission.id}`}>
      <Foreign>{mission.name}</Foreign>
    </a>{' '}
    <Word among={missionStates} value={mission.status} />{' '}
    <span class="soft number">
      {words.share(integer(mission.completedQuests), integer(mission.totalQuests), integer(mission.progressPercent))} ·{' '}
      {words.reward(integer(mission.totalKarma), integer(mission.totalXP))} · {mission.difficulty}
    </span>
  </>
);
