import { strict as assert } from 'node:assert';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { newOrder, signed } from '@causeway/storage/test-support/rows';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import type { Operation } from '../../src/http/route.ts';
import { ALICE_ADDRESS, type TestApi, units } from '../support/api.ts';
import { makeAdmin, signedUp, signIn } from '../support/avatars.ts';
import { makeKey } from '../support/resources.ts';

const HOUR_MS = 3_600_000;
/** Orders of each trouble, more than one page of any list. */
const MANY = 12;

/** True for an operation that only an admin may call, and may call by an API key. */
const isForAdmins = ({ access: { callers, recent } }: Operation): boolean =>
  callers === 'admin' && recent === undefined;

/** The ids of the operations of `api` that an API key with the scope `admin` reads. */
export const adminOperations = ({ app }: TestApi): ReadonlySet<string> =>
  new Set(app.operations.filter(isForAdmins).map(({ declaration }) => declaration.operationId));

/** Registers an admin. Returns an API key with the scope `admin` alone. */
export async function adminKey(api: TestApi): Promise<string> {
  const { id, username } = await signedUp(api, 'fuzzing-admin');
  await makeAdmin(api, id);
  const { jwtToken: token } = await signIn(api, username);
  return (await makeKey(api, { id, token }, ['admin'])).apiKey;
}

/** Puts something into each list of the operators: stuck and failed orders, credits, payers, signers, costs. */
export async function fillOperators(api: TestApi): Promise<void> {
  const { orders, oracleRecord, submissions, deliveryFees } = api.storage;
  const [source, destination] = [api.ethereum.domain, api.polygon.domain];
  const lane = { family: 'main', source, destination };
  for (let number = 1; number <= MANY; number += 1) {
    for (const [at, end] of ([[], ['failed'], ['submitted', 'executed']] as const).entries()) {
      const reference = `0x${(3 * number + at).toString(16).padStart(64, '0')}` as const;
      const { id } = await orders.create(newOrder({ ...lane, assetHome: source, reference }));
      const messageId = `0x${(3 * number + at).toString(16).padStart(64, 'a')}` as const;
      for (const trigger of ['lockSeen', 'confirmationsStarted', 'lockFinal', 'proposed', ...end] as const)
        assert.ok(await orders.transition(id, trigger, trigger === 'lockSeen' ? { messageId } : {}));
      if (end.length === 2) await orders.update(id, { credited: true });
    }
  }
  const { nowMs } = api.clock;
  const refusal = { code: 'NO_QUORUM', message: 'its endpoints do not agree' };
  await oracleRecord.answered([
    { signer: 'http://one', domain: destination, atMs: nowMs, refusal },
    { signer: 'http://two', domain: destination, atMs: nowMs, refusal: null },
  ]);
  await oracleRecord.notePayer({ domain: source, address: ALICE_ADDRESS, minimum: units(2) });
  await deliveryFees.note(lane, units(1) / 10n, nowMs);
  const charges = [{ work: 'delivery', source, destination, messages: 1 }] as const;
  const { id } = await submissions.reserve({
    ...{ purpose: 'oracle', domain: destination, family: 'main', payer: '0x01', sequence: 7 },
    ...{ versions: [signed()], orderIds: [], details: oracleDetails({ charges }) },
  });
  await submissions.setState(id, 'included', { costs: [{ fee: units(2), rent: units(1) }] });
  // Orders that are under way for so long are stuck.
  api.clock.nowMs += HOUR_MS;
}

/**
 * Counts the answers of success of the operations for admins. `missing` are the operations without one, which nothing
 * has tested then but their refusals.
 */
export function countSuccesses({ app }: TestApi): { missing(): readonly string[] } {
  const waiting = new Map(
    app.operations.filter(isForAdmins).map(({ url, declaration }) => [url, declaration.operationId]),
  );
  app.server.on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (response.statusCode === 200) waiting.delete(url.split('?')[0] ?? '');
    });
  });
  return { missing: () => [...waiting.values()] };
}
