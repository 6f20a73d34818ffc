import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import { ConfigError } from '@causeway/config';
import { cancelOf, type Hex, KIND, type Message } from '@causeway/protocol';
import { checkDelays } from '../../src/account/delays.ts';
import { Bridges } from '../../src/bridges.ts';
import { EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import {
  cancel,
  causing,
  commit,
  emitCancelOnBeta,
  execute,
  ofBeta,
  onAlpha,
  proposal,
  refuses,
  type SignerScene,
  signerScene,
  TESTED,
} from '../support/signer-scene.ts';
import { bridgeOf, SILENT } from '../support/world.ts';

/** 1,000 wire units, which the messages of these tests have by default. */
const AMOUNT = '0.000001';
const SENDER: Hex = `0x${'00'.repeat(30)}5e4d`;

describe('a signer with a delay for large amounts', function () {
  this.timeout(60_000);
  const caused = causing(TESTED.delays);
  let scene = {} as SignerScene;
  beforeEach(async () => {
    scene = await signerScene();
  });
  afterEach(() => scene.world.close());

  const delay = (seconds: number, amount = AMOUNT, lane = 'alpha:beta') => {
    scene.world.delayAbove[lane] = { amount, seconds };
  };
  const see = async () => {
    for (let turn = 0; turn < 4; turn++) await scene.signer.advance();
  };
  const signs = async (body: unknown) => {
    const answer = await scene.signer.service.sign(body);
    assert.ok(answer.ok, answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`);
  };
  /** Lets the destination's finalized block have the time `ms` after the block of alpha's message `index`. */
  async function destinationAt(index: number, ms: number): Promise<void> {
    const { alpha, beta } = scene;
    const due = (alpha.emittedAtMs()[index] as number) + ms;
    while (beta.tip.timeMs - beta.finalityBlocks * beta.blockMs < due) beta.mine();
    assert.equal(beta.tip.timeMs - beta.finalityBlocks * beta.blockMs, due);
    await see();
  }
  /** Alpha has a third message, of another sender. */
  async function third(fields: Partial<Message>): Promise<void> {
    scene.alpha.lock(scene.beta, { sender: SENDER, ...fields });
    scene.alpha.mine(33);
    await see();
  }

  it('executes more than the amount from the second on, not before: TOO_SOON', async () => {
    delay(300, '0.0000009');
    await third({ wireAmount: 901n });
    await destinationAt(2, 299_000);
    const body = proposal(commit(3), execute(2, 3));
    await refuses(scene.signer, 'TOO_SOON', body, 'for 1 more seconds');
    caused('TOO_SOON');
    await destinationAt(2, 300_000);
    await signs(body);
  });

  it('executes the amount itself at once', async () => {
    delay(300, '0.0000009');
    await third({ wireAmount: 900n });
    await signs(proposal(commit(3), execute(2, 3)));
  });

  it('counts what one sender sends within an hour, so that splitting does not help: TOO_SOON', async () => {
    delay(300);
    await refuses(scene.signer, 'TOO_SOON', proposal(commit(2), execute(0, 2)));
    await refuses(scene.signer, 'TOO_SOON', proposal(commit(2), execute(1, 2)));
    await third({});
    await signs(proposal(commit(3), execute(2, 3)));
  });

  it('delays no cancellation and no refund, however large', async () => {
    delay(300, '0.0000001');
    delay(300, '0.0000001', 'beta:alpha');
    const { alpha } = scene;
    await emitCancelOnBeta(scene, (message) => message);
    await signs(onAlpha(ofBeta.commit(), ofBeta.execute()));
    const late = scene.world.cancelAfter.default * 1_000 + 1_000;
    await destinationAt(1, late);
    await signs(proposal(commit(2), cancel(1, 2)));
    assert.deepEqual(cancelOf(alpha.emitted()[0] as Message, 0n).kind, KIND.cancel);
  });

  it('delays burns by an amount of their own', async () => {
    scene.world.delayAbove['beta:alpha'] = { amount: '1', burnAmount: '0.0000009', seconds: 300 };
    const { alpha, beta, signer } = scene;
    beta.lock(alpha, { kind: KIND.burn });
    beta.mine(33);
    await see();
    await refuses(signer, 'TOO_SOON', onAlpha(ofBeta.commit(), ofBeta.execute()));
  });
});

for (const [kind, create] of Object.entries(EVERY_KIND))
  describe(`a relayer whose large amounts wait, on a chain ${kind}`, function () {
    this.timeout(120_000);
    let { world, alpha, beta } = {} as Scene;
    beforeEach(async () => {
      ({ world, alpha, beta } = await sceneOf(create()));
    });
    afterEach(() => world.close());

    const asked = async () => {
      const { values } = await world.metrics.signatures.get();
      return Object.fromEntries(
        ['signed', 'TOO_SOON'].map((code) => [
          code,
          values.filter(({ labels }) => labels.code === code).reduce((sum, { value }) => sum + value, 0),
        ]),
      );
    };
    const executed = (index: number) => beta.executions().get(idOf(alpha, index)) ?? 0;

    it('asks no signer before its time, and delivers the others meanwhile', async () => {
      world.delayAbove['alpha:beta'] = { amount: AMOUNT, seconds: 120 };
      const relayer = await world.relayer();
      alpha.lock(beta, { wireAmount: 1_001n });
      alpha.lock(beta, { sender: SENDER });
      await world.deliver(relayer);
      await world.run(relayer, 10);
      assert.deepEqual([executed(0), executed(1)], [0, 1]);
      assert.equal((await asked()).TOO_SOON, 0);
      for (let round = 0; round < 6 && executed(0) === 0; round++) {
        for (const chain of world.chains) chain.mine(33);
        world.clock.tick(61_000);
        await world.run(relayer, 4);
      }
      assert.deepEqual([executed(0), executed(1)], [1, 1]);
      assert.equal((await asked()).TOO_SOON, 0);
    });

    it('delivers the others, and asks again once a minute, when signers wait longer than it', async () => {
      world.delayAbove['alpha:beta'] = { amount: AMOUNT, seconds: 300 };
      world.relayerDelayAbove = {};
      const relayer = await world.relayer();
      alpha.lock(beta, { wireAmount: 1_001n });
      alpha.lock(beta, { sender: SENDER });
      await world.deliver(relayer);
      await world.run(relayer, 30);
      assert.deepEqual([executed(0), executed(1)], [0, 1]);
      const { TOO_SOON = 0 } = await asked();
      assert.ok(TOO_SOON > 0 && TOO_SOON <= world.signers.length, `${TOO_SOON} refusals`);
      assert.equal((await world.states()).includes('failed'), false);
    });
  });

describe('a delay that cannot work', () => {
  let { world, alpha, beta } = {} as Scene;
  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(EVERY_KIND['whose transactions can be replaced']?.() as never));
    alpha.mine(40);
  });
  afterEach(() => world.close());

  const check = (setting: string, seconds: number, amount = '1') => {
    const bridges = new Bridges([alpha, beta].map((chain) => bridgeOf(chain)));
    return checkDelays('signer', { [setting]: { amount, seconds } }, { default: 600, lanes: {} }, bridges, SILENT);
  };
  const refused = (why: RegExp) => (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, why);
    return true;
  };

  it('is refused where it and the source’s finality reach the time of a cancellation, with the settings to change', async () => {
    await check('alpha:beta', 567);
    await assert.rejects(
      check('alpha:beta', 568),
      refused(/^delayAbove\.alpha:beta\.seconds: 568 s, and 32 s until .* the 600 s .* signer\.cancelAfterSeconds/),
    );
    alpha.failing('head');
    await check('alpha:beta', 568);
    await assert.rejects(check('alpha:beta', 600), refused(/568|600 s/));
  });

  it('stops no process that starts while the source’s final block stands still', async () => {
    alpha.tag = alpha.tip.number;
    alpha.blockMs = 600_000;
    alpha.mine(2);
    await assert.rejects(check('alpha:beta', 1), refused(/and 1230 s until blocks of alpha are final/));
    alpha.mine(5);
    await check('alpha:beta', 567);
  });

  it('is refused for a lane that is not there, and for an amount that the asset cannot have', async () => {
    await assert.rejects(check('alpha:gamma', 1), refused(/joins no two configured bridges/));
    await assert.rejects(check('other/alpha:beta', 1), refused(/joins no two configured bridges/));
    await check('main/alpha:beta', 1);
    await assert.rejects(check('alpha:beta', 1, '0.0000000001'), refused(/amount: .*more than 9 decimals/));
  });
});
