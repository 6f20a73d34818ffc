import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { Show } from '../parts/loaded.tsx';
import { Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { operator as words } from '../text/operator.ts';
import { Attentions } from './operator/attention.tsx';
import { AuditLog } from './operator/audit-log.tsx';
import { Credits, LaneAccounts, Payers } from './operator/money.tsx';
import { TroubledOrders } from './operator/orders.tsx';
import { Signers } from './operator/signers.tsx';

/** Milliseconds between two requests while the page is open. */
const EVERY_MS = 5_000;

/** What those who run the service look at, the most urgent first. It only reads. */
export default function OperatorView() {
  return (
    <Page title={words.title}>
      <SignedIn why={words.signIn}>{(me) => (me.isAdmin ? <Everything /> : <p>{words.forAdmins}</p>)}</SignedIn>
    </Page>
  );
}

function Everything() {
  const attention = useResource('attention', () => api.operator.attention(), { everyMs: EVERY_MS });
  return (
    <>
      <p class="soft">{words.intro}</p>
      <Section title={words.attention}>
        <Show of={attention} lines={4}>
          {(all) => <Attentions all={all} />}
        </Show>
      </Section>
      <Section title={words.orders}>
        <TroubledOrders />
      </Section>
      <Section title={words.credits}>
        <Credits />
      </Section>
      <Section title={words.payers}>
        <Payers />
      </Section>
      <Section title={words.lanes}>
        <LaneAccounts />
      </Section>
      <Section title={words.signers}>
        <Signers />
      </Section>
      <Section title={words.audit}>
        <AuditLog />
      </Section>
    </>
  );
}
