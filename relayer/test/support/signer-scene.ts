import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import { buildBatch, cancelOf, type Hex, type Message, packProof } from '@causeway/protocol';
import type { RefusalCode } from '../../src/signer/refusal.ts';
import { actionsOf, proposalTo } from './proposals.ts';
import { type Scene, sceneOf } from './scene.ts';
import { ALPHA, BETA, type TestSigner, World } from './world.ts';

/** A scene in which alpha has two final messages to beta, and a signer that has seen them. */
export interface SignerScene extends Scene {
  signer: TestSigner;
}

export async function signerScene(): Promise<SignerScene> {
  const scene = await sceneOf(World.create(600));
  const { world, alpha, beta } = scene;
  const signer = world.signers[0] as TestSigner;
  alpha.lock(beta);
  alpha.lock(beta);
  alpha.mine(33);
  beta.mine(33);
  await signer.advance();
  return { ...scene, signer };
}

/** Actions on alpha's messages. */
export const { commit, execute, cancel } = actionsOf(ALPHA);
/** Actions on beta's messages. */
export const ofBeta = actionsOf(BETA);
export const proposal = (...actions: readonly unknown[]) => proposalTo(BETA, '0', ...actions);
export const onAlpha = (...actions: readonly unknown[]) => proposalTo(ALPHA, '0', ...actions);

/** Checks that `by` refuses `body` with `code` and a message with `why`, and records nothing. */
export async function refuses(by: TestSigner, code: RefusalCode, body: unknown, why = ''): Promise<void> {
  const answer = await by.service.sign(body);
  assert.equal(answer.ok ? 'signed' : answer.error.code, code, answer.ok ? '' : answer.error.message);
  assert.ok(!answer.ok && answer.error.message.includes(why), why);
  assert.equal((await by.storage.signatures.list(10)).length, 0, 'nothing is recorded as signed');
}

/**
 * The refusals that one file has a test for. Together they are all refusals of proposals, as `refusal.test.ts` checks.
 */
export const TESTED = {
  proposals: [
    ...(['MALFORMED_PROPOSAL', 'UNKNOWN_BRIDGE', 'INVALID_ACTIONS', 'ORACLE_MISMATCH', 'ANCHOR_MISMATCH'] as const),
    ...(['LANE_NOT_MIRRORED', 'CATCHING_UP', 'NO_QUORUM', 'KEY_SERVICE', 'NOT_BUILDABLE'] as const),
    ...(['ACCOUNT_CREATION_NEEDED', 'BUSY', 'DEPLOYMENT_MISMATCH'] as const),
  ],
  messages: [
    ...(['UNKNOWN_MESSAGE', 'NOT_FINAL', 'NONCE_GAP', 'ROOT_NOT_COMMITTED', 'ROOT_MISMATCH'] as const),
    ...(['ALREADY_EXECUTED', 'ALREADY_CANCELLED', 'MESSAGE_REPLACED', 'CANCEL_REPEATED', 'CANCEL_TOO_EARLY'] as const),
    ...(['CANCEL_OF_CANCEL', 'CANCEL_NOT_EMITTED', 'VIEW_IMPORTED'] as const),
  ],
  accounts: ['LANE_DIFFERS', 'ABOVE_LOCKED'],
  delays: ['TOO_SOON'],
  views: ['VIEW_BROKEN'] as const,
  voids: ['VOID_NOT_ALLOWED', 'NOT_VOIDABLE'] as const,
} as const satisfies Readonly<Record<string, readonly RefusalCode[]>>;

/** Notes the refusals that the tests of a `describe` cause, and checks at its end that they are the ones in TESTED. */
export function causing(codes: readonly RefusalCode[]): (code: RefusalCode) => void {
  const caused = new Set<RefusalCode>();
  after(() => assert.deepEqual([...caused].sort(), [...codes].sort(), 'every refusal has a test'));
  return (code) => caused.add(code);
}

/** Commits alpha's first `count` messages on beta with `root`, and executes the messages in `executed`. */
export function commitOnBeta(
  { alpha, beta }: Pick<Scene, 'alpha' | 'beta'>,
  count: number,
  executed: readonly number[] = [],
  root?: Hex,
): void {
  const messages = alpha.emitted().slice(0, count);
  const batch = buildBatch(
    0n,
    messages.map((_, index) => idOf(alpha, index)),
  );
  beta.executeAsOther([
    { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count, root: root ?? batch.root },
    ...executed.map((index) => {
      const message = messages[index] as Message;
      return { function: 'mintTokens' as const, message, proof: packProof('mintTokens', message, batch) };
    }),
  ]);
}

/** Lets beta emit the Cancel of alpha's message at `index`, changed by `forge`, and makes it final. */
export async function emitCancelOnBeta(
  { alpha, beta, signer }: Pick<SignerScene, 'alpha' | 'beta' | 'signer'>,
  forge: (message: Message) => Message,
  index = 0,
): Promise<void> {
  beta.lock(alpha, forge(cancelOf(alpha.emitted()[index] as Message, 0n)));
  beta.mine(33);
  await signer.advance();
}
