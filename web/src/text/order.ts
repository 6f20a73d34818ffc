import type { Order } from '@causeway/client';

type Status = Order['status'];

export const order = {
  title: (from: string, to: string) => `${from} → ${to}`,
  notFound: 'No order has this id.',
  path: 'Its way',
  what: 'What moves',
  sent: 'Sent',
  received: 'To be received',
  wasReceived: 'Received',
  fee: 'Fee',
  refund: 'A refund returns',
  rate: 'Rate, for information',
  from: 'From',
  to: 'To',
  recipient: 'Recipient',
  sender: 'Sender',
  reference: 'Reference',
  messageId: 'Message id',
  cancelMessageId: 'Message id of its refund',
  homeward: 'The order that brings it home',
  bringsHome: 'Brings home the swap',
  transactions: 'Transactions',
  lock: 'Lock or burn',
  delivery: 'Delivery',
  refundTransaction: 'Refund',
  fill: 'Payment by the solver',
  home: 'Return',
  elsewhere: 'Look each of them up in an explorer of its chain: this page only shows what the service says.',
  evidence: 'What the delivery rests on',
  interval: 'Interval',
  intervalOf: (first: string, count: number) => `${count} ${count === 1 ? 'message' : 'messages'} from nonce ${first}`,
  root: 'Root',
  signers: 'Signers',
  noEvidence: 'There is none before the source is final.',
  check: 'Check it yourself',
  checkHelp:
    'Your browser computes the message id, the leaf and the root again from what the service answers, and compares them.',
  checkButton: 'Check now',
  checkRight: 'Everything fits: the message has this id, and its leaf leads to the root above.',
  checkWrong: 'It does not fit:',
  checkDifference: (subject: string, expected: string, found: string) =>
    `${subject}: expected ${expected}, found ${found}`,
  checkEarly: 'There is no message yet: the lock has not been seen.',
  waits: 'What happens now',
  since: 'since',
  who: 'Who acts',
  otherwise: 'If nothing happens',
  confirmations: (now: number, required: number) => `${now} of ${required} blocks`,
  signatures: (now: number, required: number) => `${now} of ${required} signatures`,
  final: 'The destination has it for good.',
  notFinal: 'Delivered; the destination’s chain may still take the block back, and then it is delivered again.',
  lasted: (span: string) => `took ${span}`,
  reached: 'In this state since',
  expected: 'Expected to be delivered',
  oracle: 'the oracle',
} as const;

/** Who must act in each state, and what happens when they do not. */
export const acts: Readonly<Record<Status, readonly [who: string, otherwise: string]>> = {
  created: ['the sender, who has to lock the amount', 'the order expires; nothing was taken'],
  locking: ['the source chain, which has the transaction', 'the transaction is sent again with a higher fee'],
  locked: ['the source chain, which makes blocks', 'nothing is delivered before the lock is final'],
  confirming: ['the source chain, which makes blocks', 'nothing is delivered before the lock is final'],
  proving: ['the relayer', 'another relayer takes over; later the order is cancelled and paid back'],
  signing: ['the signers of the oracle', 'the order is cancelled after its time and paid back'],
  minting: ['the relayer and the destination chain', 'the order is cancelled after its time and paid back'],
  swapping: ['a solver, and after the deadline anyone', 'after the deadline anyone may end the swap by its terms'],
  completed: ['nobody', 'nothing is left to do'],
  cancelling: ['the relayer and the destination chain', 'the relayer tries again until the cancellation is there'],
  refunding: ['the relayer and the signers', 'they try again until the refund is paid'],
  refunded: ['nobody', 'nothing is left to do'],
  returning: ['the relayer', 'it tries again until the token is home'],
  returned: ['nobody', 'nothing is left to do'],
  expired: ['nobody', 'a late lock revives the order'],
  failed: ['an operator of the bridge', 'the amount stays locked and can still be delivered or paid back'],
};

/** A step of an order's way: its title, the states that it takes, and the chain on which it happens. */
export interface StepWords {
  readonly title: string;
  readonly of: readonly Status[];
  readonly on: 'source' | 'destination' | 'oracle';
}

/** The steps of a way that ends in a delivery. */
export const steps: readonly StepWords[] = [
  { title: 'Locked', of: ['created', 'locking'], on: 'source' },
  { title: 'Final', of: ['locked', 'confirming'], on: 'source' },
  { title: 'Proof', of: ['proving'], on: 'oracle' },
  { title: 'Signed', of: ['signing'], on: 'oracle' },
  { title: 'Delivered', of: ['minting'], on: 'destination' },
];

/** The last steps of a swap, and of an order that cannot be delivered. */
export const paidStep: StepWords = { title: 'Paid', of: ['swapping'], on: 'destination' };
export const refundSteps: readonly StepWords[] = [
  { title: 'Cancelled', of: ['cancelling'], on: 'destination' },
  { title: 'Refunded', of: ['refunding'], on: 'source' },
];
export const homeStep: StepWords = { title: 'Home', of: ['returning'], on: 'source' };
