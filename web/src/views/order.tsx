import { isFinished, type OrderDetail, type OrderProof, type OrderSubject, verifyOrder } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { useFollow } from '../lib/follow.ts';
import { duration, integer, list, named, timeMs } from '../lib/format.ts';
import { now } from '../lib/now.ts';
import { type Entered, pathOf } from '../lib/order-path.ts';
import { type Loaded, useResource } from '../lib/resource.ts';
import { api, troubleOf } from '../lib/service.ts';
import type { Params } from '../lib/view.ts';
import { announce } from '../parts/announcer.tsx';
import { Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { State } from '../parts/state.tsx';
import { Amount, Foreign, Hash, Name, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { common } from '../text/common.ts';
import { acts, order as words } from '../text/order.ts';
import { states } from '../text/orders.ts';
import { Transactions } from './order/transactions.tsx';

/** An order: its way, who must act, what it rests on, and a check of it. */
export default function OrderView({ params }: { readonly params: Params }) {
  const id = params.id ?? '';
  const loaded = useResource(`order ${id}`, () => api.orders.get(id));
  const entered = useEntered(id, loaded);
  const { data, trouble } = loaded.state.value;
  if (trouble?.status === 404 || trouble?.status === 400)
    return (
      <Page title={words.notFound}>
        <p>
          <Foreign>{trouble.message}</Foreign>
        </p>
      </Page>
    );
  const title = data ? words.title(`${data.fromAmount} ${named(data.fromToken)}`, named(data.toChain)) : '…';
  return (
    <Page title={title} aside={data && <State status={data.status} />}>
      <Show of={loaded} lines={12}>
        {(order) => (
          <>
            <Section title={words.path}>
              <Way order={order} entered={entered.value} />
            </Section>
            <div class="columns">
              <Section title={words.waits}>
                <Waits order={order} entered={entered.value} />
              </Section>
              <Section title={words.what}>
                <What order={order} />
              </Section>
              <Section title={words.transactions}>
                <Transactions order={order} />
              </Section>
              <Section title={words.evidence}>
                <Evidence order={order} />
              </Section>
              <Section title={words.check}>
                <Check order={order} />
              </Section>
            </div>
          </>
        )}
      </Show>
    </Page>
  );
}

/** What the order entered, by its stream; each event loads the order again. */
function useEntered(id: string, loaded: Loaded<OrderDetail>) {
  const entered = useSignal<readonly Entered[]>([]);
  const read = async (signal: AbortSignal) => {
    const onReset = () => {
      entered.value = [];
    };
    onReset();
    for await (const { data } of api.orders.events(id, { signal, onReset })) {
      const { status } = data;
      if (status !== undefined && states[status]) {
        entered.value = [...entered.value, { status, atMs: timeMs(data.at) }];
        announce(states[status][0]);
      }
      if (status === undefined && data.confirmations !== undefined)
        loaded.change((order) => ({ ...order, confirmations: integer(data.confirmations) }));
      else loaded.refresh();
    }
  };
  useFollow(read, [id]);
  return entered;
}

interface Part {
  readonly order: OrderDetail;
}
interface TimedPart extends Part {
  readonly entered: readonly Entered[];
}

/** The steps with their times, and how far the present one is. */
function Way({ order, entered }: TimedPart) {
  const progress: Readonly<Record<string, string>> = {
    locked: words.confirmations(integer(order.confirmations), integer(order.requiredConfirmations)),
    confirming: words.confirmations(integer(order.confirmations), integer(order.requiredConfirmations)),
    signing: words.signatures(integer(order.signatures), integer(order.requiredSignatures)),
  };
  const places = { source: order.fromChain, destination: order.toChain, oracle: words.oracle };
  return (
    <ol class="path">
      {pathOf(order, entered, now.value).map(({ title, on, stage, tookMs }) => (
        <li key={title} class={stage} aria-current={stage === 'now' ? 'step' : undefined}>
          <strong>{title}</strong>{' '}
          <span class="soft">
            <Name>{places[on]}</Name>
          </span>
          <div class="when number">
            {tookMs !== null && (stage === 'done' ? words.lasted(duration(tookMs)) : duration(tookMs))}
            {stage === 'now' && progress[order.status] && ` · ${progress[order.status]}`}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Never a bare "pending": the service's sentence, who must act, since when, and what happens else. */
function Waits({ order, entered }: TimedPart) {
  const balance = useResource(`balance ${order.orderId} ${order.status}`, () => api.orders.checkBalance(order.orderId));
  const seconds = balance.state.value.data?.expectedSeconds;
  const [who, otherwise] = acts[order.status];
  const since = entered.findLast(({ status }) => status === order.status);
  return (
    <>
      <p>
        <State status={order.status} />
        {states[order.status]?.[0] !== order.message && (
          <>
            {' – '}
            <Foreign most={1_000}>{order.message}</Foreign>
          </>
        )}
      </p>
      <Facts>
        <Fact name={words.reached}>
          <Time iso={since ? new Date(since.atMs).toISOString() : order.updatedAt} />
        </Fact>
        {!isFinished(order.status) && (
          <Fact name={words.expected}>
            {seconds === null || seconds === undefined ? (
              common.unknown
            ) : (
              <Time iso={new Date(balance.state.value.atMs + integer(seconds) * 1_000).toISOString()} />
            )}
          </Fact>
        )}
        <Fact name={words.who}>{who}</Fact>
        <Fact name={words.otherwise}>
          {order.status === 'completed' ? (order.final ? words.final : words.notFinal) : otherwise}
        </Fact>
      </Facts>
    </>
  );
}

const What = ({ order }: Part) => (
  <Facts>
    <Fact name={words.sent}>
      <Amount value={order.fromAmount} unit={order.fromToken} /> · <Name>{order.fromChain}</Name>
    </Fact>
    <Fact name={order.status === 'completed' ? words.wasReceived : words.received}>
      <Amount value={order.filledAmount ?? order.toAmount} unit={order.toToken} /> · <Name>{order.toChain}</Name>
    </Fact>
    {order.fee !== null && (
      <Fact name={words.fee}>
        <Amount value={order.fee} unit={order.feeToken ?? ''} />
      </Fact>
    )}
    {order.exchangeRate !== null && (
      <Fact name={words.rate}>
        <Amount value={order.exchangeRate} unit={order.exchangeRateToken ?? ''} />
      </Fact>
    )}
    {!isFinished(order.status) && (
      <Fact name={words.refund}>
        <Amount value={order.refundAmount} unit={order.refundToken} />
      </Fact>
    )}
    <Fact name={words.recipient}>
      <Hash value={order.destinationAddress} />
    </Fact>
    {order.sender !== null && (
      <Fact name={words.sender}>
        <Hash value={order.sender} />
      </Fact>
    )}
    <Fact name={words.reference}>
      <Hash value={order.reference} />
    </Fact>
    {order.messageId !== null && (
      <Fact name={words.messageId}>
        <Hash value={order.messageId} />
      </Fact>
    )}
    {order.cancelMessageId !== null && (
      <Fact name={words.cancelMessageId}>
        <Hash value={order.cancelMessageId} href={`/?search=${order.cancelMessageId}`} />
      </Fact>
    )}
  </Facts>
);

function Evidence({ order: { proof, signers } }: Part) {
  if (!proof) return <p class="soft">{words.noEvidence}</p>;
  return (
    <Facts>
      <Fact name={words.interval}>{words.intervalOf(proof.firstNonce, integer(proof.count))}</Fact>
      <Fact name={words.root}>
        <Hash value={proof.root} />
      </Fact>
      {signers && (
        <Fact name={words.signers}>
          {list(signers).map((signer) => (
            <div key={signer}>
              <Hash value={signer} />
            </div>
          ))}
        </Fact>
      )}
    </Facts>
  );
}

type Checked = { readonly differences: ReturnType<typeof verifyOrder>; readonly proof: OrderProof };

/** Computes message, leaf and root again in the browser. */
function Check({ order }: Part) {
  const checked = useSignal<Checked | string | undefined>(undefined);
  const check = async () => {
    try {
      const proof = await api.orders.proof(order.orderId);
      checked.value = { proof, differences: verifyOrder(order, proof) };
    } catch (error) {
      checked.value = troubleOf(error).message;
    }
  };
  const result = checked.value;
  return (
    <>
      <p class="soft">{words.checkHelp}</p>
      <button type="button" onClick={check}>
        {words.checkButton}
      </button>
      <div role="status">
        {typeof result === 'string' && (
          <p class="trouble">
            <Foreign>{result}</Foreign>
          </p>
        )}
        {typeof result === 'object' && <Verdict {...result} />}
      </div>
    </>
  );
}

function Verdict({ proof, differences }: Checked) {
  if (proof.message === null) return <p>{words.checkEarly}</p>;
  if (differences.length === 0)
    return (
      <p>
        <Mark mood="good">{words.checkRight}</Mark>
      </p>
    );
  return (
    <>
      <p>
        <Mark mood="bad">{words.checkWrong}</Mark>
      </p>
      <ul>
        {differences.map(({ subject, expected, found }: { subject: OrderSubject; expected: string; found: string }) => (
          <li key={subject}>{words.checkDifference(subject, expected, found)}</li>
        ))}
      </ul>
    </>
  );
}
