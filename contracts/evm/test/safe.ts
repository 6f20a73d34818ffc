// The oracle checks against real Safes of version 1.5.0, and a Safe's batch with a recipient that refuses payment.
import { KIND, type Message, packProof, padLeft, ZERO_32 } from '@causeway/protocol';
import { expect } from 'chai';
import { type Contract, concat, toBeHex, ZeroAddress, zeroPadValue } from 'ethers';
import { network } from 'hardhat';
import { batchOf, messageAt } from '../../conformance/src/messages.ts';
import { call, deploy, deployBridge, type Ethers, openRemote, send } from './helpers/bridge.ts';
import { word } from './helpers/events.ts';
import { SafeOracle } from './helpers/safe.ts';

const remote = { domain: 7, bridge: padLeft('0xb1d9e0'), addressLength: 20 };

describe('a Safe as the oracle', () => {
  let ethers: Ethers;
  let oracle: SafeOracle;
  let bridge: Contract;

  beforeEach(async () => {
    ({ ethers } = await network.create());
    oracle = await other(5, 3);
    bridge = await deployBridge(ethers, ZeroAddress, oracle);
  });

  const setOracle = (safe: SafeOracle) => send(bridge, 'setOracle', safe.address);
  const ownCall = (safe: SafeOracle, name: string, argument: unknown) =>
    safe.execute(call(safe.contract, name, argument));
  const other = async (owners: number, threshold: number) =>
    SafeOracle.deploy(await ethers.provider.getSigner(0), owners, threshold);

  it('is accepted with more than half of its owners as threshold', async () => {
    const safe = await other(4, 3);
    await setOracle(safe);
    expect(await bridge.getFunction('oracle')()).to.equal(safe.address);
    await expect(setOracle(await other(4, 2))).to.be.revertedWithCustomError(bridge, 'InvalidOracle');
    await expect(setOracle(await other(5, 2))).to.be.revertedWithCustomError(bridge, 'InvalidOracle');
  });

  it('is refused with a module', async () => {
    const safe = await other(5, 3);
    await ownCall(safe, 'enableModule', bridge.target);
    await expect(setOracle(safe)).to.be.revertedWithCustomError(bridge, 'InvalidOracle');
  });

  it('is refused with the bridge as its fallback handler, because anyone could then call as the Safe', async () => {
    const { data } = call(bridge, 'commitRoot', remote.domain, 0, 1, ethers.id('root'));
    const attack = () => ethers.provider.call({ to: oracle.address, data });
    await expect(attack()).to.be.revertedWithoutReason(ethers);
    await ownCall(oracle, 'setFallbackHandler', bridge.target);
    // The oracle check passes; the call fails only because the remote does not exist.
    await expect(attack()).to.be.revertedWithCustomError(bridge, 'UnknownRemote');
    await expect(setOracle(oracle)).to.be.revertedWithCustomError(bridge, 'InvalidOracle');
  });

  it('counts a signature of kind 0, 1 or 31 for nobody who did not give it', async () => {
    const commit = call(bridge, 'commitRoot', remote.domain, 0, 1, ethers.id('root'));
    const rest = (signature: string) => ethers.dataSlice(signature, 0, 64);
    // 195 is where the data of a contract's signature lies: behind three signatures of 65 bytes.
    const ofContract = (owner: string) => concat([zeroPadValue(owner, 32), toBeHex(195, 32), '0x00', toBeHex(0, 32)]);
    const agreeing = await deploy(ethers, 'AgreeingWallet', []);
    const attempts: readonly (readonly [string | null, (owner: string, signature: string) => string])[] = [
      // An owner without code has no signatures as a contract; a contract that accepts all is no owner.
      [null, (owner) => ofContract(owner)],
      ['GS026', () => ofContract(agreeing.target as string)],
      ['GS025', (owner) => concat([zeroPadValue(owner, 32), toBeHex(0, 32), '0x01'])],
      ['GS026', (_, signature) => concat([rest(signature), toBeHex(Number(`0x${signature.slice(-2)}`) + 4, 1)])],
    ];
    for (const [reason, forge] of attempts) {
      const attempt = expect(oracle.executeForged(commit, forge)).to.be;
      await (reason === null ? attempt.revertedWithoutReason(ethers) : attempt.revertedWith(reason));
    }
    // With three genuine signatures the call reaches the bridge, which knows no remote yet.
    await expect(oracle.execute(commit)).to.be.revertedWithCustomError(bridge, 'UnknownRemote');
  });

  it('pays the others of a batch when one recipient refuses', async () => {
    const user = await ethers.provider.getSigner(0);
    const limits = { minAmount: 1n, maxAmount: 10n ** 12n, capacity: 10n ** 12n, refillPerSecond: 1n };
    const token = await openRemote(ethers, bridge, remote, limits);
    const value = 10n ** 18n;
    await send(bridge, 'lockTokens', remote.domain, word(user.address), value, { value });

    // The bridged token has no receive function, so it refuses the native coin.
    const payable = ethers.getAddress(ethers.dataSlice(ethers.id('payable'), 12));
    const recipients = [payable, token.target as string, payable];
    const messages = recipients.map(
      (recipient, index): Message => ({
        kind: KIND.burn,
        source: remote.domain,
        destination: 31337,
        nonce: BigInt(index),
        sourceBridge: remote.bridge,
        destinationBridge: word(bridge.target),
        assetHome: 31337,
        sender: word(user.address),
        recipient: word(recipient),
        wireAmount: 5n,
        reference: ZERO_32,
      }),
    );
    const committed = batchOf(messages);
    const { batch } = committed;
    const proofOf = (i: number) => packProof('releaseTokens', messageAt(committed, i), batch);
    await oracle.execute(
      call(bridge, 'commitRoot', remote.domain, 0, 3, batch.root),
      ...recipients.map((to, i) => call(bridge, 'releaseTokens', batch.messageIds[i], to, proofOf(i))),
    );
    expect(await ethers.provider.getBalance(payable)).to.equal(10n ** 10n);
    expect(await bridge.getFunction('claimable')(token.target)).to.equal(5n * 10n ** 9n);
  });
});
