import type { components } from '@causeway/client';
import { duration, integer, list, timeMs } from '../lib/format.ts';
import { now } from '../lib/now.ts';
import { type Loaded, useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { Lazy } from '../parts/lazy.tsx';
import { Show } from '../parts/loaded.tsx';
import { Page, Section } from '../parts/page.tsx';
import { Amount, Foreign, Meter, Name, Way } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { activity } from '../text/chart.ts';
import { common } from '../text/common.ts';
import { health, lanes as words } from '../text/lanes.ts';

type Network = components['schemas']['Network'];
type Lane = components['schemas']['Lane'];

/** Milliseconds between two requests while the page is open. */
const EVERY_MS = 5_000;

const activityPart = () => import('./lanes/activity.tsx').then(({ Activity }) => Activity);

/** Every chain with its finality, every lane with its limits, fee, pauses and backlog, and what orders did. */
export default function LanesView() {
  const networks = useResource('networks', () => api.market.networks(), { everyMs: EVERY_MS });
  const lanes = useResource('lanes', () => api.market.lanes(), { everyMs: EVERY_MS });
  // Each part waits for the height of the one before, so that nothing moves.
  const { data } = networks.state.value;
  return (
    <Page title={words.title}>
      <Section title={words.chains}>
        <Show of={networks} lines={6}>
          {(all) => <Chains networks={list(all)} />}
        </Show>
      </Section>
      {isSettled(networks) && (
        <Section title={words.lanes}>
          <Show of={lanes} lines={12}>
            {(all) => <Lanes lanes={list(all)} />}
          </Show>
        </Section>
      )}
      {data !== undefined && isSettled(lanes) && (
        <Section title={activity.title}>
          <Lazy component={activityPart()} props={{ chains: data.map(({ name }) => name) }} />
        </Section>
      )}
    </Page>
  );
}

/** True once there is an answer, or a refusal. */
function isSettled({ state }: Loaded<unknown>): boolean {
  const { data, trouble } = state.value;
  return data !== undefined || trouble !== null;
}

const Chains = ({ networks }: { readonly networks: readonly Network[] }) => (
  <div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">{words.chain}</th>
          <th scope="col">{words.state}</th>
          <th scope="col" class="end">
            {words.head}
          </th>
          <th scope="col">{words.finality}</th>
        </tr>
      </thead>
      <tbody>
        {networks.map((network) => (
          <tr key={network.name}>
            <td data-name={words.chain}>
              <Name>{network.name}</Name>
            </td>
            <td data-name={words.state}>
              <Health status={network.status} />
            </td>
            <td data-name={words.head} class="end">
              {network.latestBlock === null ? common.unknown : integer(network.latestBlock)}
            </td>
            <td data-name={words.finality}>{finalityOf(network)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Health({ status }: { readonly status: Network['status'] }) {
  const [word, mood] = health[status];
  return <Mark mood={mood}>{word}</Mark>;
}

function finalityOf({ finality }: Network): string {
  if (finality.standsStill) return words.stands;
  if (finality.rule === 'atOnce') return words.atOnce;
  const blocks = words.blocks(integer(finality.blocksNow ?? finality.blocks));
  const seconds = finality.expectedSeconds;
  return seconds === null ? blocks : `${blocks}, ${duration(integer(seconds) * 1_000)}`;
}

const Lanes = ({ lanes }: { readonly lanes: readonly Lane[] }) => (
  <div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">{words.way}</th>
          <th scope="col">{words.open}</th>
          <th scope="col">{words.fee}</th>
          <th scope="col">{words.range}</th>
          <th scope="col">{words.limit}</th>
          <th scope="col">{words.backlog}</th>
        </tr>
      </thead>
      <tbody>
        {lanes.map((lane) => (
          <tr key={`${lane.asset} ${lane.fromChain} ${lane.toChain}`}>
            <td data-name={words.way}>
              <Name>{lane.fromToken}</Name> <Way from={lane.fromChain} to={lane.toChain} />
            </td>
            <td data-name={words.open}>
              <Open lane={lane} />
            </td>
            <td data-name={words.fee}>
              {lane.fee === null ? common.unknown : <Amount value={lane.fee} unit={lane.feeToken ?? ''} />}
            </td>
            <td data-name={words.range}>
              {lane.minAmount === null || lane.maxAmount === null ? (
                common.unknown
              ) : (
                <>
                  <Amount value={lane.minAmount} /> – <Amount value={lane.maxAmount} unit={lane.fromToken} />
                </>
              )}
            </td>
            <td data-name={words.limit}>
              <Limit lane={lane} />
            </td>
            <td data-name={words.backlog}>
              <Backlog lane={lane} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Open({ lane: { isOpen, closedBecause, paused } }: { readonly lane: Lane }) {
  if (isOpen && paused.inbound !== true) return <Mark mood="good">{words.isOpen}</Mark>;
  return (
    <>
      <Mark mood="warn">{paused.inbound === true || paused.outbound === true ? words.paused : words.closed}</Mark>
      {closedBecause && (
        <div class="soft">
          <Foreign>{closedBecause.message}</Foreign>
        </div>
      )}
    </>
  );
}

function Limit({ lane: { inbound, toToken } }: { readonly lane: Lane }) {
  if (inbound === null) return <span class="soft">{words.unread}</span>;
  const share = Number(inbound.level) / Number(inbound.capacity);
  const when =
    inbound.fullAt === null ? '' : `, ${words.refills(common.inFuture(duration(timeMs(inbound.fullAt) - now.value)))}`;
  return (
    <>
      <Meter share={Number.isFinite(share) ? share : 0} label={`${Math.floor(share * 100)} %${when}`} />
      <div>
        <Amount value={inbound.level} /> / <Amount value={inbound.capacity} unit={toToken} />
      </div>
    </>
  );
}

function Backlog({ lane: { backlog } }: { readonly lane: Lane }) {
  if (integer(backlog.count) === 0) return <span class="soft">{words.nobody}</span>;
  const oldest = backlog.oldestAt === null ? '' : ` · ${words.oldest(duration(now.value - timeMs(backlog.oldestAt)))}`;
  return (
    <span class="number">
      {backlog.count}
      {oldest}
    </span>
  );
}
