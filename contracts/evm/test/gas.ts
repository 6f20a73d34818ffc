// Measures whole transactions, with a delivery fee at a bridge that holds some, against the committed figures and their
// bars. CAUSEWAY_UPDATE_GAS=1 rewrites the figures.
import {
  type Domain,
  encodePackedOrders,
  type Hex,
  KIND,
  type Message,
  type ProvenUse,
  packOrders,
  packProof,
  padLeft,
} from '@causeway/protocol';
import { expect } from 'chai';
import { type Contract, type ContractTransactionReceipt, ZeroAddress } from 'ethers';
import { network } from 'hardhat';
import { batchOf, type Committed, messageAt } from '../../conformance/src/messages.ts';
import { call, deploy, deployBridge, type Ethers, openRemote, send } from './helpers/bridge.ts';
import { word } from './helpers/events.ts';
import { GasFigures } from './helpers/gas-figures.ts';
import { SafeOracle } from './helpers/safe.ts';

const figures = new GasFigures('gas-snapshot.json', {
  lockNative: 42_500,
  lockToken: 65_500,
  burn: 59_500,
  mintInBatchOf50: 45_000,
  packedMintIn50: 38_000,
  packedMintIn50ToHolders: 22_000,
  singleOrderWithCommit: 148_000,
  singleOrder: 112_000,
});

const remote = { domain: 0x80ff01f5, bridge: padLeft('0xb1d9e0'), addressLength: 32 };
const recipientThere: Hex = `0x${'5a'.repeat(32)}`;
const wire = 10n ** 9n;
const minted = 123_456_789n;
const fee = 123_456n * 10n ** 9n;
const limits = { minAmount: 1n, maxAmount: 10n ** 18n, capacity: 10n ** 18n, refillPerSecond: 10n ** 6n };

describe('gas', () => {
  let ethers: Ethers;
  let oracle: SafeOracle;
  let user: string;
  let here: Domain;

  before(async () => {
    ({ ethers } = await network.create());
    const deployer = await ethers.provider.getSigner(0);
    user = deployer.address;
    oracle = await SafeOracle.deploy(deployer);
    here = Number((await ethers.provider.getNetwork()).chainId);
  });

  async function bridgeOf(asset: string): Promise<Contract> {
    const bridge = await deployBridge(ethers, asset, oracle);
    await openRemote(ethers, bridge, remote, limits);
    await send(bridge, 'setFee', remote.domain, fee);
    return bridge;
  }

  /** `count` messages from the remote, to the recipients that `recipient` returns. */
  function messagesTo(
    bridge: Contract,
    kind: typeof KIND.lock | typeof KIND.burn,
    first: number,
    count: number,
    recipient: (nonce: number) => string,
  ): Committed {
    const message = (nonce: number): Message => ({
      kind,
      source: remote.domain,
      destination: here,
      nonce: BigInt(nonce),
      sourceBridge: remote.bridge,
      destinationBridge: word(bridge.target),
      assetHome: kind === KIND.lock ? remote.domain : here,
      sender: recipientThere,
      recipient: word(recipient(nonce)),
      wireAmount: minted,
      reference: ethers.id(`order ${nonce}`) as Hex,
    });
    return batchOf(
      Array.from({ length: count }, (_, i) => message(first + i)),
      BigInt(first),
    );
  }

  const commit = (bridge: Contract, { batch }: Committed) =>
    call(bridge, 'commitRoot', remote.domain, batch.firstNonce, batch.count, batch.root);
  const proofOf = (use: Parameters<typeof packProof>[0], committed: Committed, i: number) =>
    packProof(use, messageAt(committed, i), committed.batch);
  const mint = (bridge: Contract, committed: Committed, i: number, to: string) =>
    call(bridge, 'mintTokens', committed.batch.messageIds[i], to, minted, proofOf('mintTokens', committed, i));
  const packed = (bridge: Contract, use: Parameters<typeof packProof>[0], { messages, batch }: Committed) => {
    const [first, ...rest] = messages.map((message) => ({
      function: use,
      message,
      proof: packProof(use, message, batch),
    }));
    return call(bridge, 'executeMany', encodePackedOrders(packOrders([first as ProvenUse, ...rest])));
  };
  const newRecipient = (i: number) => ethers.getAddress(ethers.dataSlice(ethers.id(`recipient ${i}`), 12));
  const record = (name: string, { gasUsed }: Pick<ContractTransactionReceipt, 'gasUsed'>, orders = 1) =>
    figures.record(name, gasUsed, orders);

  it('locks the native coin', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    const value = 1_234_567n * wire;
    const lock = () => send(bridge, 'lockTokens', remote.domain, recipientThere, value, { value: value + fee });
    await lock();
    record('lockNative', await lock());
  });

  it('locks an ERC-20', async () => {
    const asset = await deploy(ethers, 'TestToken', ['Test', 'TST', 18]);
    const bridge = await bridgeOf(asset.target as string);
    await send(asset, 'mint', user, 10n ** 24n);
    await send(asset, 'approve', bridge, 10n ** 24n);
    const lock = () => send(bridge, 'lockTokens', remote.domain, recipientThere, 1_234_567n * wire, { value: fee });
    await lock();
    record('lockToken', await lock());
  });

  it('burns a bridged token', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    const batch = messagesTo(bridge, KIND.lock, 0, 1, () => user);
    await oracle.execute(commit(bridge, batch), mint(bridge, batch, 0, user));
    const burn = () => send(bridge, 'burnTokens', 1_234_567n, remote.domain, recipientThere, { value: fee });
    await burn();
    record('burn', await burn());
  });

  it('mints 50 orders for new recipients in one Safe transaction', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    // An earlier batch, so that the lane is in use.
    const earlier = messagesTo(bridge, KIND.lock, 0, 1, newRecipient);
    await oracle.execute(commit(bridge, earlier), mint(bridge, earlier, 0, newRecipient(0)));
    const committed = messagesTo(bridge, KIND.lock, 1, 50, newRecipient);
    const mints = committed.batch.messageIds.map((_, i) => mint(bridge, committed, i, newRecipient(1 + i)));
    record('mintInBatchOf50', await oracle.execute(commit(bridge, committed), ...mints), 50);
  });

  it('mints packed orders: 50 and 300, for new recipients and for holders of the token', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    const earlier = messagesTo(bridge, KIND.lock, 0, 1, newRecipient);
    await oracle.execute(commit(bridge, earlier), mint(bridge, earlier, 0, newRecipient(0)));
    let next = 1;
    const mintPacked = async (name: string, count: number, recipient: (index: number) => string) => {
      const first = next;
      const committed = messagesTo(bridge, KIND.lock, first, count, (nonce) => recipient(nonce - first));
      next += count;
      record(name, await oracle.execute(commit(bridge, committed), packed(bridge, 'mintTokens', committed)), count);
    };
    await mintPacked('packedMintIn50', 50, (i) => newRecipient(1_000 + i));
    await mintPacked('packedMintIn50ToHolders', 50, (i) => newRecipient(1_000 + i));
    await mintPacked('packedMintIn300', 300, (i) => newRecipient(2_000 + i));
    await mintPacked('packedMintIn300ToHolders', 300, (i) => newRecipient(2_000 + i));
  });

  it('releases and cancels 50 packed orders', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    const value = 101n * minted * wire;
    await send(bridge, 'lockTokens', remote.domain, recipientThere, value, { value: value + fee });
    const released = messagesTo(bridge, KIND.burn, 0, 50, (i) => newRecipient(3_000 + i));
    const release = [commit(bridge, released), packed(bridge, 'releaseTokens', released)];
    record('packedReleaseIn50', await oracle.execute(...release), 50);
    const cancelled = messagesTo(bridge, KIND.lock, 50, 50, newRecipient);
    const cancel = [commit(bridge, cancelled), packed(bridge, 'cancelOrder', cancelled)];
    record('packedCancelIn50', await oracle.execute(...cancel), 50);
  });

  it('mints a single order for an existing recipient', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    const order = (nonce: number) => messagesTo(bridge, KIND.lock, nonce, 1, () => user);
    const [first, second, third] = [order(0), order(1), order(2)];
    await oracle.execute(commit(bridge, first), mint(bridge, first, 0, user));
    const both = await oracle.execute(commit(bridge, second), mint(bridge, second, 0, user));
    record('singleOrderWithCommit', both);
    await oracle.execute(commit(bridge, third));
    record('singleOrder', await oracle.execute(mint(bridge, third, 0, user)));
  });

  it('releases and cancels a single order', async () => {
    const bridge = await bridgeOf(ZeroAddress);
    const value = 10n * minted * wire;
    await send(bridge, 'lockTokens', remote.domain, recipientThere, value, { value: value + fee });
    const committed = messagesTo(bridge, KIND.burn, 0, 3, () => user);
    await oracle.execute(commit(bridge, committed));
    const id = (i: number) => committed.batch.messageIds[i];
    const release = (i: number) => call(bridge, 'releaseTokens', id(i), user, proofOf('releaseTokens', committed, i));
    await oracle.execute(release(0));
    record('release', await oracle.execute(release(1)));
    record('cancel', await oracle.execute(call(bridge, 'cancelOrder', id(2), proofOf('cancelOrder', committed, 2))));
  });

  it('costs the same in a part of 300 orders as in one of 50', () => {
    expect(figures.of('packedMintIn300'), 'an order in 300').to.be.at.most(figures.of('packedMintIn50') * 1.02);
  });

  figures.compare();
});
