// A game day: each case does to a stack what an alarm warns of, and the alarm must fire in a real Prometheus, whose
// rules have every wait, window and age divided. The last cases leave the stack broken.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { lockTokens } from '@causeway/chains';
import { devAccount, devKey, SIGNER_ROLES } from '@causeway/devnet';
import { callRpc, type Lie, type RpcFault } from '@causeway/local-nodes';
import { hidesLogs } from '@causeway/local-nodes/test-support';
import { uintToHex, ZERO_32 } from '@causeway/protocol';
import { id } from 'ethers';
import { accountOn } from '../support/chain-control.ts';
import { anchored, cancelOf, codeOfSending, FINAL, messageOf, mintOf, robber } from '../support/collusion.ts';
import type { NetworkName } from '../support/control.ts';
import { EvmControl } from '../support/evm-control.ts';
import { read as succeeds } from '../support/invariants.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { type WatchProcess, watchProcess } from '../support/watch.ts';
import { type Prometheus, startPrometheus } from './support/prometheus.ts';
import { quickened } from './support/quicken.ts';

const FACTOR = 30;
const rulesOf = (folder: string) =>
  quickened(readFileSync(new URL(`../../${folder}/alerts.yaml`, import.meta.url), 'utf8'), FACTOR);
/** Above the cap of 500 gwei. */
const HIGH_FEE = `0x${(2_000n * 10n ** 9n).toString(16)}`;
const coins = (amount: bigint): string => `0x${(amount * 10n ** 18n).toString(16)}`;

describe('a game day', function () {
  this.timeout(900_000);
  let stack: Stack;
  let prometheus: Prometheus;
  let watch: WatchProcess;
  const provoked = new Set<string>();

  before(async () => {
    stack = await startStack({
      ...{ networks: ['ethereum', 'polygon'], families: ['main'] },
      cancelAfterSeconds: { default: 3_600 },
    });
    watch = await watchProcess(stack);
    await watch.process.start();
    const rules = [rulesOf('relayer'), rulesOf('api')];
    prometheus = await startPrometheus(stack, rules, ['payerMinimum: { polygon: 0.5 }'], [watch.process.url]);
    await stack.as('bob').reaches(await order('ETH', 'polygon'), 'completed');
    await stack.as('bob').reaches(await order('POL', 'ethereum'), 'completed');
  });
  after(async () => {
    await prometheus?.stop();
    await watch?.process.stop();
    await stack?.stop();
  });

  const order = (from: string, to: NetworkName) =>
    stack.as('bob').order({ from, to, amount: '0.1', destinationAddress: accountOn('carol', to) });
  const polygon = () => new EvmControl(stack, 'polygon');
  const onPolygon = (method: string, ...params: readonly unknown[]) =>
    callRpc(stack.devnet.chain('polygon').node.url, method, [...params]);
  const fire = async (...alarms: readonly string[]) => {
    await Promise.all(alarms.map((alarm) => prometheus.fires(alarm)));
    for (const alarm of alarms) provoked.add(alarm);
  };
  /** Runs `work` while every endpoint of polygon has the fault. */
  async function whileFaulty(fault: RpcFault, work: () => Promise<void>): Promise<void> {
    const { endpoints } = stack.devnet.chain('polygon');
    for (const endpoint of endpoints) endpoint.setFault(fault);
    try {
      await work();
    } finally {
      for (const endpoint of endpoints) endpoint.setFault(null);
    }
  }
  let left: readonly string[] = [];
  /** Waits until only the watchdog is heard. */
  const isQuiet = () =>
    until('no alarm fires but the watchdog', async () => {
      left = (await prometheus.firing()).filter((alarm) => alarm !== 'CausewayWatchdog');
      return left.length === 0;
    }).catch((error) => assert.fail(`${error.message}: ${left}`));

  it('begins with the watchdog alone', async () => {
    await isQuiet();
    await fire('CausewayWatchdog');
  });

  it('a relayer ends', async () => {
    await stack.relayer.stop();
    await fire('CausewayRelayerAbsent', 'CausewayProcessDown');
    await stack.relayer.start();
    await isQuiet();
  });

  it('three signers end while an order waits', async () => {
    const gone = stack.signers.slice(0, 3);
    await Promise.all(gone.map((signer) => signer.stop()));
    const id = await order('ETH', 'polygon');
    await stack.as('bob').reaches(id, 'signing');
    await fire('CausewayNoSignatures');
    await Promise.all(gone.map((signer) => signer.start()));
    await stack.as('bob').reaches(id, 'completed');
    await isQuiet();
  });

  it('a chain makes no blocks, and then its fees rise', async () => {
    await polygon().freeze();
    const [there, here] = [await order('ETH', 'polygon'), await order('POL', 'ethereum')];
    await stack.as('bob').reaches(there, 'minting');
    await fire('CausewayTransactionStuck', 'CausewayCustodyTransactionStuck', 'CausewayCustodyOrderStuck');
    await onPolygon('anvil_setNextBlockBaseFeePerGas', HIGH_FEE);
    await polygon().mine(1);
    await fire('CausewayFeeAtCap', 'CausewayCustodyFeeAtCap', 'CausewayOrderStuck');
    await onPolygon('anvil_setNextBlockBaseFeePerGas', '0x1');
    await polygon().thaw();
    for (const id of [there, here]) await stack.as('bob').reaches(id, 'completed');
    await isQuiet();
  });

  it('the endpoints of a chain are dead', async () => {
    await whileFaulty({ kind: 'dead' }, async () => {
      const refused = setInterval(() => void order('POL', 'ethereum').catch(() => {}), 250);
      await fire('CausewayChainBehind', 'CausewayApiErrors').finally(() => clearInterval(refused));
    });
    await isQuiet();
  });

  it('the endpoints of a chain hide events', async () => {
    const id = await order('POL', 'ethereum');
    await whileFaulty({ kind: 'lying', lie: hidesLogs }, () => fire('CausewayEventsMissing'));
    await stack.as('bob').reaches(id, 'completed');
    await isQuiet();
  });

  it('a chain makes blocks and finalizes none', async () => {
    const { config } = stack.devnet.configuration.relayer;
    const text = readFileSync(config, 'utf8');
    const restarted = async (settings: string) => {
      await stack.relayer.stop();
      writeFileSync(config, settings);
      await stack.relayer.start();
    };
    let last: unknown;
    const lie: Lie = ({ method, params }, block) => {
      if (method !== 'eth_getBlockByNumber' || params[0] !== 'finalized') return block;
      last ??= block;
      return last;
    };
    await whileFaulty({ kind: 'lying', lie }, async () => {
      await restarted(text.replace(/^( +)blocks: \d+$/gm, '$&\n$1finalizedTag: true'));
      await fire('CausewayFinalityStandsStill');
    });
    assert.ok(last, 'the tag was asked for');
    await restarted(text);
    await isQuiet();
  });

  it('a payer has little left', async () => {
    await onPolygon('anvil_setBalance', devAccount('relayer').address, `0x${(10n ** 17n).toString(16)}`);
    await fire('CausewayPayerLow');
    await onPolygon('anvil_setBalance', devAccount('relayer').address, coins(1_000n));
    await isQuiet();
  });

  it('a bridged token gets other code, and the admin another fee', async () => {
    const main = stack.devnet.deployment('polygon').bridges.main ?? assert.fail('there is no bridge');
    const { domain, token, fee = '0' } = main.remotes.ethereum ?? assert.fail('there is no remote');
    const code = String(await onPolygon('eth_getCode', token.address, 'latest'));
    const setFee = async (wei: bigint) => {
      const data = `${id('setFee(uint32,uint128)').slice(0, 10)}${[BigInt(domain), wei].map((value) => uintToHex(value, 32).slice(2)).join('')}`;
      await onPolygon('anvil_impersonateAccount', main.admin);
      await onPolygon('eth_sendTransaction', { from: main.admin, to: main.address, data });
      await polygon().mine(1);
    };
    await onPolygon('anvil_setCode', token.address, `${code}00`);
    // Signers and relayer see the fee in their scans, and compare the whole bridge.
    await setFee(BigInt(fee) + 1n);
    await fire('CausewayAdministered', 'CausewayDeploymentRefused', 'CausewayDeploymentDiffers');
    await until('every signer has compared', async () => {
      const refusing = await prometheus.query('causeway_deployment_differs{severity="refuse"}');
      return refusing.length > stack.signers.length;
    });
    const waits = await order('ETH', 'polygon');
    await stack.as('bob').reaches(waits, 'signing');
    await fire('CausewaySignersDisagree');
    await onPolygon('anvil_setCode', token.address, code);
    await setFee(BigInt(fee));
    await stack.as('bob').reaches(waits, 'completed');
    await isQuiet();
  });

  it('a watch ends, and its guardian has no coins when it starts again', async () => {
    await watch.process.stop();
    await fire('CausewayWatchSilent');
    await onPolygon('anvil_setBalance', devAccount('guardian').address, '0x0');
    watch.process.launch();
    await fire('CausewayWatchDisarmed');
  });

  it('three stolen keys mint more than was locked', async () => {
    const [source, destination] = [stack.provider('ethereum'), stack.provider('polygon')];
    await stack.relayer.stop();
    const before = (await succeeds(source.head())).number;
    const lock = await succeeds(
      lockTokens(source, devKey('dave', 'evm'), {
        ...{ remote: destination.domain, recipient: await robber(destination), localAmount: 10n ** 16n },
        reference: ZERO_32,
      }),
    );
    const message = await messageOf(source, lock, before);
    const asThieves = async (calls: ReturnType<typeof mintOf>) => {
      const transaction = await anchored(destination, calls);
      const signatures = await Promise.all(
        SIGNER_ROLES.slice(0, 3).map((role) => destination.sign(transaction, devKey(role, 'evm'))),
      );
      assert.equal(await codeOfSending(destination, transaction, signatures), 'executed');
    };
    await asThieves(mintOf({ ...message, wireAmount: 10n ** 10n }));
    // The refund of a lock that nobody made.
    await asThieves(cancelOf({ ...message, nonce: message.nonce + 1n }));
    await Promise.all([polygon().mine(FINAL), new EvmControl(stack, 'ethereum').mine(FINAL)]);
    // A thief with the relayer's identity asks for what the wrong root hides.
    const anchor = await succeeds(destination.anchor(devKey('relayer', 'evm')));
    const interval = { nonce: message.nonce, firstNonce: message.nonce, count: 1 };
    const actions = [{ cancel: source.domain, ...interval }];
    const asked = { destination: destination.domain, family: 'main', anchor, actions };
    const answer = await stack.signerClients[0]?.sign(asked, new AbortController().signal);
    assert.equal(answer?.ok === false && answer.error.code, 'ROOT_MISMATCH');
    // It is degraded from its first comparison on, so that it may never be seen healthy.
    void stack.relayer.start().catch(() => {});
    await fire('CausewayInvariantBroken', 'CausewayLaneDiffers', 'CausewaySignerSeesForgery', 'CausewayForgedCancels');
    await fire('CausewayWatchFinds', 'CausewayWatchPauseFails');
    await onPolygon('anvil_setBalance', devAccount('guardian').address, coins(10n));
    await fire('CausewayWatchPauses');
  });

  it('a chain takes back final blocks', async () => {
    await polygon().reorganise(60);
    await fire('CausewayViewBroken');
  });

  it('provokes every critical alarm', () => {
    const critical = ['relayer', 'api'].flatMap((folder) =>
      [...rulesOf(folder).matchAll(/- alert: (\w+)(?:(?!- alert)[\s\S])*?severity: critical/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.ok(critical.length >= 15);
    const left = critical.filter((name) => !provoked.has(name));
    assert.deepEqual(left, []);
  });
});
