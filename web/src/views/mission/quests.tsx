import type { Mission, Quest } from '@causeway/client';
import { list } from '../../lib/format.ts';
import { api } from '../../lib/service.ts';
import { Form } from '../../parts/form.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Word } from '../../parts/state.tsx';
import { Foreign } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { questStates, missions as words } from '../../text/missions.ts';

interface Props {
  readonly mission: Mission;
  /** Called with the mission after each step. */
  readonly onChange: (mission: Mission) => void;
}

/** The quests of a mission in their order, below their chapters, with the step that is possible now. */
export function Quests({ mission, onChange }: Props) {
  const quests = list(mission.quests);
  if (quests.length === 0) return <p class="soft">{words.noQuests}</p>;
  const chapters = list(mission.chapters);
  const inChapter = (id: string | null) => quests.filter(({ chapterId }) => chapterId === id);
  return (
    <>
      <QuestList quests={inChapter(null)} mission={mission} onChange={onChange} />
      {chapters.map(({ id, displayStatus }) => (
        <div key={id}>
          <h3>
            <Foreign>{displayStatus}</Foreign>
          </h3>
          <QuestList quests={inChapter(id)} mission={mission} onChange={onChange} />
        </div>
      ))}
    </>
  );
}

const QuestList = ({ quests, ...props }: Props & { readonly quests: readonly Quest[] }) => (
  <ol class="numbered">
    {quests.map((quest) => (
      <OneQuest key={quest.id} quest={quest} {...props} />
    ))}
  </ol>
);

function OneQuest({ quest, mission, onChange }: Props & { readonly quest: Quest }) {
  const before = mission.quests.filter(({ id }) => quest.prerequisiteQuestIds.includes(id));
  const isFree = before.every(({ displayState }) => displayState === 'completed');
  const isRunning = mission.status === 'InProgress';
  return (
    <li>
      <strong>
        <Foreign>{quest.name}</Foreign>
      </strong>{' '}
      <Word among={questStates} value={quest.displayState} />{' '}
      {quest.rewardKarma + quest.rewardXP > 0 && (
        <span class="soft">{words.reward(quest.rewardKarma, quest.rewardXP)}</span>
      )}
      {quest.description !== '' && <LongText>{quest.description}</LongText>}
      {before.length > 0 && (
        <div class="soft">
          <Foreign>{words.after(before.map(({ name }) => name).join(', '))}</Foreign>
        </div>
      )}
      {quest.objectives.length > 0 && (
        <ul>
          {quest.objectives.map(({ id, description, order, isCompleted }) => (
            <li key={id}>
              <Mark mood={isCompleted ? 'good' : 'quiet'}>{isCompleted ? words.done : words.open}</Mark>{' '}
              <Foreign>{description}</Foreign>
              {order && (
                <>
                  {' '}
                  <Foreign>{words.order(order.minAmount, order.from, order.to)}</Foreign>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {isRunning && quest.displayState === 'pending' && isFree && (
        <Form
          button={words.startQuest}
          about={quest.name}
          isQuiet
          send={async () => onChange(await api.missions.startQuest(mission.id, quest.id))}
        />
      )}
      {isRunning && quest.displayState === 'active' && (
        <Form
          button={words.completeQuest}
          about={quest.name}
          send={async () => onChange(await api.missions.completeQuest(mission.id, quest.id))}
        />
      )}
    </li>
  );
}
