import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import { cancelOf, type Message, messageIdOf } from '@causeway/protocol';
import { commitForged, executeForged, laneBetween, repair } from '../support/forgery.ts';
import {
  cancel,
  causing,
  commit,
  commitOnBeta,
  execute,
  ofBeta,
  onAlpha,
  proposal,
  refuses,
  type SignerScene,
  signerScene,
  TESTED,
} from '../support/signer-scene.ts';

/** Two messages of 1,000 to beta, of which the forger pretends the first is one of 400. */
describe('a signer whose view differs', function () {
  this.timeout(60_000);
  const caused = causing(TESTED.accounts);
  let scene = {} as SignerScene;
  let forged = {} as Message;
  beforeEach(async () => {
    scene = await signerScene();
    forged = { ...(scene.alpha.emitted()[0] as Message), wireAmount: 400n };
  });
  afterEach(() => scene.world.close());

  /** The next proposal to beta has its newest anchor. */
  const now = (...actions: readonly unknown[]) => ({
    ...proposal(...actions),
    anchor: String(scene.beta.state.anchor),
  });
  const signs = async (body: unknown) => {
    const answer = await scene.signer.service.sign(body);
    assert.ok(answer.ok, answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`);
  };
  async function seeForgery(): Promise<void> {
    executeForged(scene.beta, forged);
    await scene.signer.advance();
    await scene.signer.advance();
  }
  const next = () => [commit(1, 1), execute(1, 1, 1)] as const;

  it('executes no lock of that lane: LANE_DIFFERS, and does after repair and acknowledgement', async () => {
    const { signer, beta, alpha } = scene;
    await seeForgery();
    const refused = () => signer.service.sign(now(...next()));
    const code = async () => {
      const answer = await refused();
      return answer.ok ? 'signed' : answer.error.code;
    };
    assert.equal(await code(), 'LANE_DIFFERS');
    caused('LANE_DIFFERS');
    repair(beta, alpha, 0n, 1, [0n]);
    await signer.advance();
    assert.equal(await code(), 'LANE_DIFFERS', 'the execution is still unexplained');
    await signer.storage.comparisons.acknowledge([messageIdOf(forged)], 1);
    assert.equal(await code(), 'signed');
  });

  it('executes no burn on the way back: LANE_DIFFERS', async () => {
    const { beta, alpha, signer } = scene;
    beta.lock(alpha);
    beta.mine(33);
    await signer.advance();
    await seeForgery();
    await refuses(signer, 'LANE_DIFFERS', onAlpha(ofBeta.commit(), ofBeta.execute()));
  });

  it('still cancels what is late and pays it back, on the same lane', async () => {
    const { signer, beta, alpha } = scene;
    await seeForgery();
    beta.mine(700);
    for (let turn = 0; turn < 4; turn++) await signer.advance();
    await signs(now(commit(1, 1), cancel(1, 1, 1)));
    beta.lock(alpha, cancelOf(alpha.emitted()[1] as Message, 0n));
    beta.mine(33);
    await signer.advance();
    assert.ok(await signer.storage.comparisons.differs(laneBetween(alpha, beta)));
    await signs(onAlpha(ofBeta.commit(), ofBeta.execute()));
  });

  it('cancels and pays back the very message whose nonce was used, once its root is repaired', async () => {
    const { signer, beta, alpha } = scene;
    await seeForgery();
    repair(beta, alpha, 0n, 1, [0n]);
    await signer.advance();
    await signs(now(cancel(0, 1, 0)));
  });

  it('executes no more than waits, while what was executed for it is still unexplained: ABOVE_LOCKED', async () => {
    const { signer, beta, alpha } = scene;
    // The forged root reaches beyond what is final, so that nobody can compare it yet.
    alpha.lock(beta);
    alpha.mine();
    const [one, two, three] = alpha.emitted() as [Message, Message, Message];
    commitOnBeta(scene, 2, [0]);
    executeForged(beta, { ...three, wireAmount: 1_500n });
    await signer.advance();
    assert.deepEqual(await signer.storage.comparisons.differences(), []);
    await refuses(signer, 'ABOVE_LOCKED', now(execute(1, 2)), '1500 executed for no known message');
    caused('ABOVE_LOCKED');
    assert.equal(one.wireAmount + two.wireAmount, 2_000n);
    alpha.mine(33);
    await signer.advance();
    await signer.advance();
    await refuses(signer, 'LANE_DIFFERS', now(execute(1, 2)));
  });

  it('signs what waits beyond the unexplained amount', async () => {
    const { signer, beta, alpha } = scene;
    alpha.lock(beta);
    alpha.mine();
    const [, , three] = alpha.emitted() as [Message, Message, Message];
    commitOnBeta(scene, 2);
    executeForged(beta, { ...three, recipient: `0x${'00'.repeat(30)}beef` });
    await signer.advance();
    await signs(now(execute(1, 2)));
    const onTop = await signer.service.sign({ ...now(execute(0, 2)), anchor: String(beta.state.anchor + 1) });
    assert.equal(!onTop.ok && onTop.error.code, 'ABOVE_LOCKED', 'what was signed before it counts');
    const both = await signer.service.sign(now(execute(0, 2), execute(1, 2)));
    assert.equal(!both.ok && both.error.code, 'ABOVE_LOCKED');
  });

  it('is alone with what its own endpoints show: another signer signs', async () => {
    const { signer, beta, alpha, world } = scene;
    const other = await world.seeingSigner(2);
    commitForged(beta, forged);
    await signer.advance();
    await refuses(signer, 'LANE_DIFFERS', now(...next()));
    const answer = await other.service.sign(now(...next()));
    assert.ok(answer.ok, 'it has not looked since');
    assert.ok(idOf(alpha, 1));
  });
});
