import type { components, LaneAccount } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { integer, list } from '../../lib/format.ts';
import { usePaged } from '../../lib/paged.ts';
import { useResource } from '../../lib/resource.ts';
import { answered, api } from '../../lib/service.ts';
import { Select } from '../../parts/form.tsx';
import { Show } from '../../parts/loaded.tsx';
import { PagedTable } from '../../parts/pages.tsx';
import { Word } from '../../parts/state.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Amount, Hash, Name, Time, Way } from '../../parts/values.tsx';
import { common } from '../../text/common.ts';
import { creditStates, payerStates, operator as words } from '../../text/operator.ts';

type Schemas = components['schemas'];
type Credit = Schemas['Credit'];
type Payer = Schemas['Payer'];

/** Milliseconds between two requests: of what moves, and of what is counted anew once a minute or read from chains. */
const EVERY_MS = 5_000;
const SLOWLY_MS = 30_000;
/** Credits of one page: each is a reading of a chain. */
const LIMIT = 10;

const CREDITS: readonly Column<Credit>[] = [
  [words.order, ({ orderId }) => <Hash value={orderId} href={`/o/${orderId}`} />],
  [words.chain, ({ chain }) => <Name>{chain}</Name>],
  [words.holder, ({ holder }) => <Hash value={holder} />],
  [words.credited, ({ amount, token }) => <Amount value={amount} unit={token} />],
  [words.since, ({ creditedAt }) => (creditedAt === null ? common.unknown : <Time iso={creditedAt} />)],
  [words.state, ({ state }) => <Word among={creditStates} value={state} />],
  [
    words.claimable,
    ({ claimable, token }) => (claimable === null ? common.unknown : <Amount value={claimable} unit={token} />),
  ],
];

/** Payments that failed and were credited. */
export function Credits() {
  const options = { step: LIMIT, largest: LIMIT, idOf: ({ orderId }: Credit) => orderId, everyMs: SLOWLY_MS };
  const credits = usePaged('credits', options, (query) =>
    answered(api.http.GET('/api/v1/operator/credits', { params: { query } })),
  );
  return <PagedTable of={credits} columns={CREDITS} empty={words.noCredits} />;
}

const PAYERS: readonly Column<Payer>[] = [
  [words.chain, ({ chain }) => <Name>{chain}</Name>],
  [words.address, ({ address }) => <Hash value={address} />],
  [words.state, ({ state }) => <Word among={payerStates} value={state} />],
  [
    words.balance,
    ({ balance, token }) => (balance === null ? common.unknown : <Amount value={balance} unit={token ?? ''} />),
  ],
  [
    words.minimum,
    ({ minimum, token }) => (minimum === null ? words.noMinimum : <Amount value={minimum} unit={token ?? ''} />),
  ],
  [
    words.checked,
    ({ checkedAt, unknownSince }) => (
      <>
        {checkedAt === null ? words.never : <Time iso={checkedAt} />}
        {unknownSince !== null && (
          <span class="soft">
            {' '}
            {words.unknownSince} <Time iso={unknownSince} />
          </span>
        )}
      </>
    ),
  ],
];

/** Who pays for the oracle's transactions, and what is left. */
export function Payers() {
  const payers = useResource('payers', () => api.operator.payers(), { everyMs: EVERY_MS });
  return (
    <Show of={payers}>
      {(all) => <Table rows={all} idOf={({ chain }) => chain} columns={PAYERS} empty={words.noPayers} />}
    </Show>
  );
}

const LANES: readonly Column<LaneAccount>[] = [
  [
    words.way,
    ({ family, fromChain, toChain }) => (
      <>
        <Way from={fromChain} to={toChain} /> {family !== 'main' && <span class="soft">{family}</span>}
      </>
    ),
  ],
  [words.fee, ({ fee, feeToken }) => (fee === null ? common.unknown : <Amount value={fee} unit={feeToken ?? ''} />)],
  [
    words.messages,
    ({ messages, unknownFees }) => (
      <>
        {integer(messages)}
        {integer(unknownFees) > 0 && <span class="soft"> {words.unknownFees(unknownFees)}</span>}
      </>
    ),
  ],
  [words.income, ({ income, feeToken }) => <Amount value={income} unit={feeToken ?? ''} />],
  [words.cost, ({ costs }) => <Costs costs={costs} />],
];

const Costs = ({ costs }: Pick<LaneAccount, 'costs'>) => (
  <>
    {list(costs).length === 0 && common.none}
    {costs.map(({ work, chain, count, cost, rent, token }) => (
      <div key={`${work} ${chain}`}>
        <Amount value={cost} unit={token ?? ''} /> {words.ofWork(words.works[work], integer(count))}
        {rent !== '0' && (
          <span class="soft">
            {' '}
            {words.rent} <Amount value={rent} />
          </span>
        )}
      </div>
    ))}
  </>
);

/** What each lane brought in and cost. */
export function LaneAccounts() {
  const days = useSignal('1');
  return (
    <>
      <Select
        name="days"
        label={words.days}
        options={words.spans}
        value={days.value}
        onInput={(value) => {
          days.value = value;
        }}
      />
      <AccountsOf key={days.value} days={Number(days.value)} />
    </>
  );
}

function AccountsOf({ days }: { readonly days: number }) {
  const lanes = useResource(`accounts ${days}`, () => api.operator.lanes(days), { everyMs: SLOWLY_MS });
  const idOf = ({ family, fromChain, toChain }: LaneAccount) => `${family} ${fromChain} ${toChain}`;
  return <Show of={lanes}>{(all) => <Table rows={all} idOf={idOf} columns={LANES} empty={words.noLanes} />}</Show>;
}
