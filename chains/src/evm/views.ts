import { fail, type Hex, ok, type Result, readerOf, uintToHex } from '@causeway/protocol';
import type { Result as AbiResult, Interface } from 'ethers';
import type { ReadFailure } from '../failures.ts';
import type { EvmContext } from './context.ts';
import { unwrapCall } from './errors.ts';
import type { CallOutcome } from './rpc.ts';

/** A view function of a contract, with its arguments. */
export interface View {
  readonly abi: Interface;
  readonly to: string;
  readonly name: string;
  readonly args?: readonly unknown[];
  /** Most gas that the call gets in a request with others; all that is left when absent. */
  readonly gas?: number;
}

/** Decoded outputs of a view on the state of block `at` or the newest, confirmed by the quorum. */
export async function view(
  context: Pick<EvmContext, 'connection'>,
  asked: View,
  at?: number,
): Promise<Result<AbiResult, ReadFailure>> {
  return decoded(asked, await context.connection.rpc.call({ to: asked.to, data: dataOf(asked) }, at));
}

/** Decoded outputs of several views on the newest state of one block. Each endpoint gets one request. */
export async function viewAll(
  context: Pick<EvmContext, 'connection'>,
  views: readonly View[],
): Promise<Result<readonly AbiResult[], ReadFailure>> {
  const outcomes = await outcomesOf(context.connection.rpc, views);
  if (!outcomes.ok) return outcomes;
  const results: AbiResult[] = [];
  for (const [index, outcome] of outcomes.value.entries()) {
    const result = decoded(views[index] as View, ok(outcome));
    if (!result.ok) return result;
    results.push(result.value);
  }
  return ok(results);
}

/** The outcomes of `views` on the newest state of one block. */
async function outcomesOf(
  rpc: EvmContext['connection']['rpc'],
  views: readonly View[],
): Promise<Result<readonly CallOutcome[], ReadFailure>> {
  const returned = unwrapCall(await rpc.call({ to: null, data: callsInOne(views) }));
  if (!returned.ok) return returned;
  try {
    return ok(outcomesIn(returned.value, views.length));
  } catch {
    return fail('CONTRACT_MISSING', 'the endpoints run no code without a contract');
  }
}

/** What was asked in one turn of the event loop, and not sent yet. */
interface Asked {
  readonly views: View[];
  readonly answers: Promise<readonly Result<CallOutcome, ReadFailure>[]>;
}

/** Views of one turn that a request holds; what is asked beyond them goes into the next request. */
const MOST_IN_REQUEST = 48;

const asked = new WeakMap<EvmContext['connection']['rpc'], Asked>();

/**
 * Like `viewAll`, of a bridge or its Safe, in one request with everything else that is asked of them in the same turn
 * of the event loop; all answers are of one state. A contract whose code others decide about needs `gas`, or it
 * uses up the gas of the rest.
 */
export async function viewTogether(
  { connection }: Pick<EvmContext, 'connection'>,
  views: readonly View[],
): Promise<Result<readonly AbiResult[], ReadFailure>> {
  const { rpc } = connection;
  let open = asked.get(rpc);
  if (!open || open.views.length + views.length > MOST_IN_REQUEST) open = openRequest(rpc);
  const first = open.views.push(...views) - views.length;
  const answers = await open.answers;
  const results: AbiResult[] = [];
  for (const [index, each] of views.entries()) {
    const result = decoded(each, answers[first + index] as Result<CallOutcome, ReadFailure>);
    if (!result.ok) return result;
    results.push(result.value);
  }
  return ok(results);
}

/** A request that is sent at the end of this turn. */
function openRequest(rpc: EvmContext['connection']['rpc']): Asked {
  const views: View[] = [];
  const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    if (asked.get(rpc)?.views === views) asked.delete(rpc);
    return askTogether(rpc, views);
  });
  const open = { views, answers };
  asked.set(rpc, open);
  return open;
}

/** The outcomes of `views` on the newest state, each asked once. */
async function askTogether(
  rpc: EvmContext['connection']['rpc'],
  views: readonly View[],
): Promise<readonly Result<CallOutcome, ReadFailure>[]> {
  const distinct = new Map(views.map((each) => [keyOf(each), each]));
  const all = [...distinct.values()];
  const outcomes = await (async (): Promise<readonly Result<CallOutcome, ReadFailure>[]> => {
    const [only] = all;
    if (all.length === 1 && only) return [await rpc.call({ to: only.to, data: dataOf(only) })];
    const together = await outcomesOf(rpc, all);
    return together.ok ? together.value.map((outcome) => ok(outcome)) : all.map(() => together);
  })();
  const byKey = new Map([...distinct.keys()].map((key, index) => [key, outcomes[index]]));
  return views.map((each) => byKey.get(keyOf(each)) as Result<CallOutcome, ReadFailure>);
}

const keyOf = (each: View): string => `${each.to.toLowerCase()}${dataOf(each)}`;

const dataOf = ({ abi, name, args = [] }: View): Hex => abi.encodeFunctionData(name, args) as Hex;

function decoded({ abi, to, name }: View, outcome: Result<CallOutcome, ReadFailure>): Result<AbiResult, ReadFailure> {
  const returned = unwrapCall(outcome);
  if (!returned.ok) return returned;
  try {
    return ok(abi.decodeFunctionResult(name, returned.value));
  } catch {
    return fail('CONTRACT_MISSING', `${to} does not answer ${name}; is the deployment file of this chain?`);
  }
}

/** Where answers begin in memory. Calldata before it must be shorter. */
const ANSWERS = 0x400;

/** `value` as the two bytes that PUSH2 takes. */
const u16 = (value: number) => uintToHex(value, 2).slice(2);

/** The stack holds where the next answer goes. */
const BEGIN = `61${u16(ANSWERS)}`;

interface Call {
  readonly to: string;
  readonly gas: number | undefined;
}

/**
 * Copies `length` bytes of calldata from `offset` of the code to memory 0, calls `to` with them, and appends success,
 * length and the returned bytes to the answers.
 */
const callCode = ({ to, gas }: Call, offset: number, length: number): string =>
  [
    // CODECOPY(0, offset, length)
    `61${u16(length)}61${u16(offset)}600039`,
    // STATICCALL(gas or GAS, to, 0, length, 0, 0)
    `6000600061${u16(length)}600073${to.slice(2)}${gas === undefined ? '5a' : `63${uintToHex(gas, 4).slice(2)}`}fa`,
    // MSTORE(answer, success), MSTORE(answer + 32, RETURNDATASIZE)
    '81523d8160200152',
    // RETURNDATACOPY(answer + 64, 0, RETURNDATASIZE)
    '3d6000826040013e',
    // answer + RETURNDATASIZE + 64 is where the next one goes.
    '3d01604001',
  ].join('');

/** RETURN(ANSWERS, end - ANSWERS) */
const END = `61${u16(ANSWERS)}900361${u16(ANSWERS)}f3`;

/**
 * Creation code that makes the calls of `views` and returns what they returned. eth_call runs it and creates nothing.
 * All answers are of one state, which several requests do not promise.
 */
function callsInOne(views: readonly View[]): Hex {
  const calls = views.map((each) => ({ to: each.to.toLowerCase(), gas: each.gas, data: dataOf(each).slice(2) }));
  const programAt = (end: number): string => {
    let offset = end;
    const parts = calls.map(({ data, ...call }) => {
      const start = offset;
      offset += data.length / 2;
      return callCode(call, start, data.length / 2);
    });
    return [BEGIN, ...parts, END].join('');
  };
  // The calldata follows the program, whose length does not depend on offsets.
  return `0x${programAt(programAt(0).length / 2)}${calls.map(({ data }) => data).join('')}`;
}

/** The outcomes of `count` calls in what `callsInOne` returns. Throws when there are fewer. */
function outcomesIn(answers: Hex, count: number): readonly CallOutcome[] {
  const next = readerOf(answers);
  return Array.from({ length: count }, () => {
    const reverted = BigInt(next(32)) === 0n;
    return { reverted, data: next(Number(next(32))) };
  });
}
