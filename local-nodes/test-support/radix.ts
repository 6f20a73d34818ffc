import type { Lie } from '../src/rpc-proxy.ts';

type Json = Readonly<Record<string, unknown>>;

/** A lie about the Core API's answer at `path`. */
const about =
  (path: string, change: (answer: Json) => Json): Lie =>
  ({ method }, answer) =>
    method === path ? change(answer as Json) : answer;

const STREAM = '/stream/transactions';

/** Changes every committed transaction in the stream. */
const mapTransactions = (change: (transaction: Json) => Json): Lie =>
  about(STREAM, (answer) => ({ ...answer, transactions: (answer.transactions as Json[]).map(change) }));

/** `transaction` with `change` made to each of its events. */
const mapEvents = (transaction: Json, change: (events: readonly Json[]) => readonly Json[]): Json => {
  const receipt = transaction.receipt as Json;
  return { ...transaction, receipt: { ...receipt, events: change(receipt.events as Json[]) } };
};

/** Claims that no transaction of Radix had any event. */
export const hidesRadixTransactions: Lie = mapTransactions((transaction) => mapEvents(transaction, () => []));

/** Changes the SBOR of every event, in hexadecimal, like an endpoint that invents an event or its amount. */
export const forgesRadixEvents = (change: (hex: string) => string): Lie =>
  mapTransactions((transaction) =>
    mapEvents(transaction, (events) =>
      events.map((event) => {
        const data = event.data as Json;
        return { ...event, data: { ...data, hex: change(String(data.hex)) } };
      }),
    ),
  );

/** Claims that the ledger is `versions` further than it is. */
export const runsAheadStateVersions = (versions: number): Lie =>
  about('/status/network-status', (status) => {
    const current = status.current_state_identifier as Json;
    return {
      ...status,
      current_state_identifier: { ...current, state_version: Number(current.state_version) + versions },
    };
  });

/** Shows another history of Radix: every state version has different hashes. */
export const forksStateVersions: Lie = mapTransactions((transaction) => {
  const identifiers = transaction.resultant_state_identifiers as Json;
  const reversed = Object.entries(identifiers).map(([name, value]) => [
    name,
    typeof value === 'string' ? [...value].reverse().join('') : value,
  ]);
  return { ...transaction, resultant_state_identifiers: Object.fromEntries(reversed) };
});

/** Answers every preview with `hex` as the SBOR that each instruction returned. */
export const answersPreviews = (hex: string): Lie =>
  about('/transaction/preview', (preview) => {
    const receipt = preview.receipt as Json;
    const output = (receipt.output as Json[] | undefined)?.map((one) => ({ ...one, hex }));
    return { ...preview, receipt: { ...receipt, output } };
  });
