import type { Mission, MissionLeader } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { isId } from '../lib/find.ts';
import { useFollow } from '../lib/follow.ts';
import { harmless, integer } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { type Loaded, useResource } from '../lib/resource.ts';
import { answered, api } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import type { Params } from '../lib/view.ts';
import { announce } from '../parts/announcer.tsx';
import { Form } from '../parts/form.tsx';
import { isNone, Show } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Word } from '../parts/state.tsx';
import { Meter, Time } from '../parts/values.tsx';
import { missionStates, missions as words } from '../text/missions.ts';
import { Leaders } from './mission/leaders.tsx';
import { Quests } from './mission/quests.tsx';

/** How the leaderboard is read. */
const LEADERS = { step: 20, everyMs: 10_000, idOf: ({ avatarId }: MissionLeader) => avatarId };

/** A mission: its quests with one's progress as it happens, and who was fastest. */
export default function MissionView({ params: { id = '' } }: { readonly params: Params }) {
  return isId(id) ? <OneMission id={id} /> : <Page title={words.notFound}>{null}</Page>;
}

function OneMission({ id }: { readonly id: string }) {
  const loaded = useResource(`mission ${id} ${session.value?.id}`, () => api.missions.get(id));
  const leaders = usePaged(`leaders of ${id}`, LEADERS, (query) =>
    answered(api.http.GET('/api/missions/{id}/leaderboard', { params: { path: { id }, query } })),
  );
  const { data, trouble } = loaded.state.value;
  const isRunning = data?.status === 'InProgress';
  useFollow(
    async (signal) => {
      if (!isRunning) return;
      for await (const { data: progress } of api.missions.events(id, { signal, onReset: loaded.refresh })) {
        // The stream begins with what is shown already.
        const known = loaded.state.peek().data;
        if (progress.progressPercent === known?.progressPercent && progress.status === known.status) continue;
        announce(words.changed(words.progress, progress.progressPercent));
        loaded.refresh();
        leaders.refresh();
      }
    },
    [id, isRunning],
  );
  if (isNone(trouble)) return <Page title={words.notFound}>{null}</Page>;
  return (
    <Page title={data ? harmless(data.name, 100) : words.title} aside={<a href="/missions">{words.all}</a>}>
      <Show of={loaded} lines={16}>
        {(mission) => (
          <>
            <Section title={words.about}>
              <About mission={mission} />
              <SignedIn why={words.signIn}>
                {() => <Play mission={mission} loaded={loaded} onEnd={leaders.refresh} />}
              </SignedIn>
            </Section>
            <Section title={words.quests}>
              <Quests
                mission={mission}
                onChange={(changed) => {
                  loaded.change(() => changed);
                }}
              />
            </Section>
          </>
        )}
      </Show>
      <Section title={words.leaders}>
        <Leaders of={leaders} />
      </Section>
    </Page>
  );
}

function About({ mission }: { readonly mission: Mission }) {
  const percent = integer(mission.progressPercent);
  return (
    <>
      {mission.description !== '' && <LongText>{mission.description}</LongText>}
      <Facts>
        <Fact name={words.state}>
          <Word among={missionStates} value={mission.status} />
        </Fact>
        <Fact name={words.progress}>
          <Meter
            share={percent / 100}
            label={words.share(integer(mission.completedQuests), integer(mission.totalQuests), percent)}
          />
        </Fact>
        <Fact name={words.rewards}>{words.reward(integer(mission.totalKarma), integer(mission.totalXP))}</Fact>
        <Fact name={words.difficulty}>{mission.difficulty}</Fact>
        {mission.deadline !== null && (
          <Fact name={words.deadline}>
            <Time iso={mission.deadline} />
          </Fact>
        )}
        {mission.startedAt !== null && (
          <Fact name={words.started}>
            <Time iso={mission.startedAt} />
          </Fact>
        )}
      </Facts>
    </>
  );
}

interface PlayProps {
  readonly mission: Mission;
  readonly loaded: Loaded<Mission>;
  /** Called when the mission is completed here. */
  readonly onEnd: () => void;
}

/** What the player can do with the whole mission now. */
function Play({ mission, loaded, onEnd }: PlayProps) {
  const said = useSignal('');
  const { id, status, completedQuests, totalQuests } = mission;
  const become = (changed: Mission) => loaded.change(() => changed);
  const complete = async () => {
    const { granted, ...changed } = await api.missions.complete(id);
    said.value = granted.isCounted ? words.granted(granted.karma, granted.xp) : words.notCounted;
    become(changed);
    onEnd();
  };
  return (
    <>
      <p role="status">{said.value}</p>
      {(status === 'Pending' || status === 'Failed' || status === 'Cancelled') && (
        <Form
          button={status === 'Pending' ? words.start : words.again}
          send={async () => become(await api.missions.start(id))}
        />
      )}
      {status === 'InProgress' && (
        <div class="row">
          {completedQuests === totalQuests && <Form button={words.complete} send={complete} />}
          <Form button={words.abandon} isQuiet send={async () => become(await api.missions.abandon(id))} />
        </div>
      )}
    </>
  );
}
