import assert from 'node:assert/strict';
import { BREAKING_CODES, type BrokenView } from '@causeway/storage';
import { Watcher } from '../../src/view/watcher.ts';
import { actionsOf } from '../support/proposals.ts';
import {
  causing,
  commit,
  execute,
  onAlpha,
  proposal,
  refuses,
  type SignerScene,
  signerScene,
  TESTED,
} from '../support/signer-scene.ts';
import { ALPHA, BETA, bridgeOf } from '../support/world.ts';

describe('a signer whose view of a chain is broken', function () {
  this.timeout(60_000);
  let { world, beta, signer } = {} as SignerScene;
  const caused = causing(TESTED.views);
  const ofBeta = actionsOf(BETA);

  beforeEach(async () => {
    ({ world, beta, signer } = await signerScene());
  });
  afterEach(() => world.close());

  const breaks = (domain: number, code: BrokenView['code'] = 'DEEP_REORG', family = 'main') =>
    signer.storage.chainView.markBroken({ family, domain, code, reason: 'of the test, at http://endpoint.example' });
  const body = () => proposal(commit(2), execute(0, 2));
  const codeOf = async (given: unknown = body()) => {
    const answer = await signer.service.sign(given);
    return answer.ok ? 'signed' : answer.error.code;
  };

  for (const code of BREAKING_CODES) {
    it(`after ${code} signs nothing from it or to it, says since when, and names no endpoint: VIEW_BROKEN`, async () => {
      await breaks(ALPHA, code);
      const since = new Date(world.clock.now()).toISOString();
      await refuses(signer, 'VIEW_BROKEN', body(), `alpha is broken since ${since}: ${code}`);
      await refuses(signer, 'VIEW_BROKEN', onAlpha(ofBeta.commit()), 'alpha');
      const answer = await signer.service.sign(body());
      assert.ok(!answer.ok && answer.error.retryable && !answer.error.message.includes('endpoint'));
      assert.equal(answer.error.action, 0, 'the first action from there');
      caused('VIEW_BROKEN');
    });
  }

  it('names no action when the destination is the broken one', async () => {
    await breaks(BETA);
    const answer = await signer.service.sign(body());
    assert.deepEqual(!answer.ok && [answer.error.code, answer.error.action], ['VIEW_BROKEN', undefined]);
  });

  it('gives no signature again that it gave before', async () => {
    assert.equal(await codeOf(), 'signed');
    await breaks(ALPHA);
    assert.equal(await codeOf(), 'VIEW_BROKEN');
  });

  it('signs for other families of the chain, and again once a turn has succeeded', async () => {
    await breaks(ALPHA, 'DEEP_REORG', 'other');
    assert.equal(await codeOf(), 'signed');
    await breaks(BETA);
    assert.equal(await codeOf(proposal(commit(1))), 'VIEW_BROKEN');
    assert.ok((await new Watcher(bridgeOf(beta), signer.storage.chainView).advance()).ok);
    assert.equal(await codeOf(proposal(commit(1))), 'signed');
  });

  it('records and signs nothing when the view breaks while the proposal is verified', async () => {
    const { chainView } = signer.storage;
    const outcome = chainView.outcome.bind(chainView);
    chainView.outcome = async (id) => {
      await breaks(ALPHA);
      return outcome(id);
    };
    await refuses(signer, 'VIEW_BROKEN', body());
  });

  it('does not verify again after a refresh that found the view broken', async () => {
    const { chainView } = signer.storage;
    let lookups = 0;
    chainView.messages = async () => {
      lookups += 1;
      await breaks(ALPHA);
      return [];
    };
    // The refresh that follows UNKNOWN_MESSAGE would mend what the test broke.
    chainView.finalize = async () => ({ messages: [], outcomes: [] });
    await refuses(signer, 'VIEW_BROKEN', body());
    assert.equal(lookups, 1);
  });
});
