import type { Attention, components } from '@causeway/client';
import type { States } from '../parts/state.tsx';

type Schemas = components['schemas'];

export const operator = {
  title: 'Operator',
  intro:
    'What needs a person, for those who run the service. This page only reads: copy a command, and run it in a terminal.',
  signIn: 'Sign in as an admin to see this.',
  forAdmins: 'Only admins of the service see what is here.',
  attention: 'What needs a person first',
  nothing: 'Nothing needs a person now.',
  more: (count: number) => `and ${count} more like this`,
  runbook: (name: string) => `Runbook: ${name}`,
  order: 'Order',
  orders: 'Failed and stuck orders',
  noOrders: 'No order has failed or is stuck.',
  trouble: 'Trouble',
  way: 'Way',
  amount: 'Amount',
  since: 'Since',
  reason: 'Reason',
  commands: 'Commands',
  credits: 'Credits',
  noCredits: 'No payment has failed and was credited.',
  holder: 'Holder',
  chain: 'Chain',
  credited: 'Credited',
  state: 'State',
  claimable: 'Can be claimed',
  payers: 'Payers',
  noPayers: 'No relayer has noted who pays.',
  address: 'Address',
  balance: 'Balance',
  minimum: 'Minimum',
  noMinimum: 'none set',
  checked: 'Read',
  unknownSince: 'unknown since',
  lanes: 'Income and cost of lanes',
  noLanes: 'No lane had income or cost in this time.',
  days: 'Within the last',
  spans: [
    ['1', '24 hours'],
    ['7', '7 days'],
    ['30', '30 days'],
  ],
  fee: 'Fee now',
  messages: 'Orders',
  unknownFees: (count: number) => `${count} of unknown fee`,
  income: 'Income',
  cost: 'Cost',
  works: {
    commitment: 'roots',
    delivery: 'deliveries',
    cancellation: 'cancellations',
    refund: 'refunds',
  },
  ofWork: (work: string, count: number) => `for ${count} ${work}`,
  rent: 'of it in accounts:',
  signers: 'Signers',
  noSigners: 'No relayer has asked a signer yet.',
  signer: 'Signer',
  signed: 'Last signature',
  refused: 'Last refusal',
  never: 'none',
  audit: 'Audit log',
  noAudit: 'No event like this.',
  at: 'When',
  action: 'Action',
  any: 'any',
  outcome: 'Outcome',
  actor: 'By (avatar id)',
  subject: 'About (avatar id)',
  by: 'By',
  about: 'About',
  from: 'From',
  facts: 'Facts',
  filter: 'Show',
  service: 'the service',
} as const;

/** How bad something is. */
export const severities: States<Attention['severity']> = {
  critical: ['now', 'bad'],
  warning: ['soon', 'warn'],
};

/** What kind of thing needs a person. */
export const kinds: Readonly<Record<Attention['kind'], string>> = {
  assetBroken: 'An asset is not backed',
  laneDiffers: 'A lane differs',
  viewBroken: 'A record contradicts its chain',
  signerDisagrees: 'A signer disagrees',
  orderStuck: 'An order is stuck',
  transactionStuck: 'A transaction of the oracle is stuck',
  networkDown: 'A network is down',
  chainBehind: 'A chain is not followed',
  finalityStandsStill: 'A chain finalizes nothing',
  payerLow: 'A payer runs out of coins',
  orderFailed: 'An order has failed',
  signerRefuses: 'A signer refuses',
  creditUnclaimed: 'A credit is not claimed',
};

export const troubles: States<Schemas['TroubledOrder']['trouble']> = {
  stuck: ['stuck', 'bad'],
  failed: ['failed', 'warn'],
};

export const creditStates: States<Schemas['Credit']['state']> = {
  unclaimed: ['not claimed', 'warn'],
  claimed: ['claimed', 'good'],
  unknown: ['unknown', 'quiet'],
};

export const payerStates: States<Schemas['Payer']['state']> = {
  enough: ['enough', 'good'],
  low: ['low', 'bad'],
  unknown: ['unknown', 'quiet'],
};

export const signerStates: States<Schemas['SignerStanding']['state']> = {
  signs: ['signs', 'good'],
  refuses: ['refuses', 'bad'],
};

export const outcomes: States<Schemas['AuditEntry']['outcome']> = {
  allowed: ['allowed', 'quiet'],
  refused: ['refused', 'warn'],
};

/** Every action of the log; the compiler says when one is missing. */
const ACTIONS: Readonly<Record<Schemas['AuditEntry']['action'], true>> = {
  'avatar.registered': true,
  'avatar.roleChanged': true,
  'avatar.profileChanged': true,
  'avatar.frozen': true,
  'avatar.thawed': true,
  'session.started': true,
  'session.refused': true,
  'session.reuseDetected': true,
  'session.revoked': true,
  'sessions.ended': true,
  reauthenticated: true,
  'password.changed': true,
  'password.resetRequested': true,
  'password.reset': true,
  'email.verificationSent': true,
  'email.verified': true,
  'email.givenUp': true,
  'email.disowned': true,
  'password.resetDisowned': true,
  'apiKey.created': true,
  'apiKey.renewed': true,
  'apiKey.endsSoon': true,
  'apiKey.revoked': true,
  'signingKey.created': true,
  'signingKey.revoked': true,
  'wallet.created': true,
  'wallet.exported': true,
  'wallet.phraseShown': true,
  'wallet.deleted': true,
  'wallet.restored': true,
  'wallet.sent': true,
  'limits.changed': true,
  'allowance.given': true,
  'allowance.withdrawn': true,
  'wallet.seedDestroyed': true,
  'wallet.frozen': true,
  'wallet.thawed': true,
  'masterKey.rotated': true,
  'agents.trustChanged': true,
};
export const auditActions: readonly string[] = Object.keys(ACTIONS);
