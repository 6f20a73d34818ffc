// The bridge against the vectors that every implementation of the protocol shares.
import { expect } from 'chai';
import { type Contract, dataSlice, toBeHex, ZeroAddress } from 'ethers';
import { network } from 'hardhat';
import addresses from '../../vectors/addresses.json' with { type: 'json' };
import amounts from '../../vectors/amounts.json' with { type: 'json' };
import vectors from '../../vectors/proofs-evm.json' with { type: 'json' };
import { call, deploy, deployBridge, type Ethers, openRemote, send } from './helpers/bridge.ts';
import { SafeOracle } from './helpers/safe.ts';

// The largest number that limits can express, a little below 2^128.
const unlimited = 34_028n * 10n ** 34n;
const limits = { minAmount: 0n, maxAmount: unlimited, capacity: unlimited, refillPerSecond: 0n };
const address = (word: string) => dataSlice(word, 12);

type Vector = {
  function: string;
  orderId: string;
  recipient: string | null;
  localAmount: string | null;
  proof: string;
};

function argumentsOf(vector: Vector): unknown[] {
  const recipient = vector.recipient === null ? null : address(vector.recipient);
  if (vector.function === 'mintTokens') return [vector.orderId, recipient, vector.localAmount, vector.proof];
  if (vector.function === 'releaseTokens') return [vector.orderId, recipient, vector.proof];
  return [vector.orderId, vector.proof];
}

describe('shared vectors', () => {
  let ethers: Ethers;
  let oracle: SafeOracle;

  before(async () => {
    ({ ethers } = await network.create({ override: { chainId: Number(vectors.domain) } }));
    oracle = await SafeOracle.deploy(await ethers.provider.getSigner(0));
  });

  describe('proofs', () => {
    let bridge: Contract;

    // The vectors name the bridge's address. A deployed bridge is moved there, with the roles from its constructor.
    before(async () => {
      const deployed = await deployBridge(ethers, ZeroAddress, oracle);
      const target = address(vectors.bridge);
      await ethers.provider.send('hardhat_setCode', [target, await ethers.provider.getCode(deployed)]);
      for (let slot = 0; slot < 3; slot++) {
        const value = await ethers.provider.getStorage(deployed, slot);
        await ethers.provider.send('hardhat_setStorageAt', [target, toBeHex(slot), value]);
      }
      bridge = deployed.attach(target) as Contract;
      for (const { domain, bridge: there, addressLength, localDecimals } of vectors.remotes) {
        const remote = { domain: Number(domain), bridge: there, addressLength: Number(addressLength) };
        await openRemote(ethers, bridge, remote, limits, Number(localDecimals));
      }
      for (const { source, firstNonce, count, root } of vectors.intervals)
        await oracle.execute(call(bridge, 'commitRoot', source, firstNonce, count, root));
    });

    // Each vector starts from the initial bridge.
    let snapshot: string;
    beforeEach(async () => {
      snapshot = await ethers.provider.send('evm_snapshot', []);
    });
    afterEach(() => ethers.provider.send('evm_revert', [snapshot]));

    const tryCall = async (name: string, args: unknown[]) => {
      const asOracle = bridge.connect(await ethers.getImpersonatedSigner(oracle.address)) as Contract;
      return asOracle.getFunction(name).staticCall(...args);
    };

    for (const vector of vectors.proofs) {
      it(vector.name, async () => {
        if (vector.function === 'releaseTokens') {
          const value = BigInt(vector.wireAmount) * 10n ** 9n;
          const [user] = await ethers.getSigners();
          await ethers.provider.send('hardhat_setBalance', [user?.address, toBeHex(value + 10n ** 20n)]);
          const there = `0x${'01'.padStart(64, '0')}`;
          await send(bridge, 'lockTokens', vector.source, there, value, { value });
        }
        if (vector.function === 'cancelOrder')
          expect(await tryCall('cancelOrder', argumentsOf(vector))).to.equal(vector.cancelMessageId);
        await oracle.execute(call(bridge, vector.function, ...argumentsOf(vector)));
        const expected = vector.function === 'cancelOrder' ? 2n : 1n;
        expect(await bridge.getFunction('status')(vector.source, vector.nonce)).to.equal(expected);
      });
    }

    for (const vector of vectors.malformedProofs) {
      it(`refuses ${vector.name}`, async () => {
        const refused = tryCall(vector.function, argumentsOf(vector));
        await expect(refused).to.be.revertedWithCustomError(bridge, vector.error);
      });
    }

    for (const { name, source, startNonce, functions, packed } of vectors.packed) {
      it(`executeMany: ${name}`, async () => {
        const value = 4n * 10n ** 18n;
        const [user] = await ethers.getSigners();
        await ethers.provider.send('hardhat_setBalance', [user?.address, toBeHex(value + 10n ** 20n)]);
        await send(bridge, 'lockTokens', source, `0x${'01'.padStart(64, '0')}`, value, { value });
        await oracle.execute(call(bridge, 'executeMany', packed));
        const done = functions.map((name) => (name === 'cancelOrder' ? '02' : '01')).join('');
        expect(await bridge.getFunction('statuses')(source, startNonce, functions.length)).to.equal(`0x${done}`);
      });
    }

    for (const { name, packed, error } of vectors.malformedPacked) {
      it(`executeMany refuses ${name}`, async () => {
        await expect(tryCall('executeMany', [packed])).to.be.revertedWithCustomError(bridge, error);
      });
    }

    for (const { name, error, source, firstNonce, count, root } of vectors.malformedIntervals) {
      it(`refuses ${name}`, async () => {
        const refused = tryCall('commitRoot', [source, firstNonce, count, root]);
        await expect(refused).to.be.revertedWithCustomError(bridge, error);
      });
    }
  });

  describe('addresses', () => {
    const lengths = [...new Set(addresses.map(({ length }) => Number(length)))];
    let bridge: Contract;

    before(async () => {
      bridge = await deployBridge(ethers, ZeroAddress, oracle);
      for (const length of lengths) {
        const remote = { domain: length, bridge: toBeHex(1, 32), addressLength: length };
        await openRemote(ethers, bridge, remote, limits);
      }
    });

    for (const { name, word, length, valid } of addresses) {
      it(name, async () => {
        const value = 10n ** 9n;
        const lock = bridge.getFunction('lockTokens').staticCall(length, word, value, { value });
        if (valid) expect(await lock).to.be.a('string');
        else await expect(lock).to.be.revertedWithCustomError(bridge, 'InvalidRecipient');
      });
    }
  });

  describe('amounts', () => {
    const remote = { domain: 7, bridge: toBeHex(1, 32), addressLength: 20 };
    const bridges = new Map<string, { asset: Contract; bridge: Contract }>();

    before(async () => {
      for (const decimals of new Set(amounts.map(({ localDecimals }) => localDecimals))) {
        const asset = await deploy(ethers, 'TestToken', ['Test', 'TST', decimals]);
        const bridge = await deployBridge(ethers, asset.target as string, oracle);
        await openRemote(ethers, bridge, remote, limits);
        await send(asset, 'mint', await ethers.provider.getSigner(0), 2n ** 256n - 1n);
        await send(asset, 'approve', bridge, 2n ** 256n - 1n);
        bridges.set(decimals, { asset, bridge });
      }
    });

    for (const { name, localAmount, localDecimals, wireDecimals, wireAmount, error } of amounts) {
      it(name, async () => {
        const { bridge } = bridges.get(localDecimals) ?? {};
        if (bridge === undefined) throw new Error('no bridge');
        expect(await bridge.getFunction('wireDecimals')()).to.equal(BigInt(wireDecimals));
        const args = [remote.domain, toBeHex(1, 32), localAmount] as const;
        const refusal = error ?? (BigInt(wireAmount ?? 0) > unlimited ? 'AboveMaximum' : null);
        if (refusal !== null) {
          const refused = bridge.getFunction('lockTokens').staticCall(...args);
          await expect(refused).to.be.revertedWithCustomError(bridge, refusal);
        } else {
          const snapshot = await ethers.provider.send('evm_snapshot', []);
          await send(bridge, 'lockTokens', ...args);
          expect((await bridge.getFunction('lane')(remote.domain)).outstanding).to.equal(BigInt(wireAmount ?? 0));
          await ethers.provider.send('evm_revert', [snapshot]);
        }
      });
    }
  });
});
