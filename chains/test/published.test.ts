// What published packages, which others keep, say of the public networks and of the form of their answers. Each test
// names its package; all are dependencies of this workspace.
import { strict as assert } from 'node:assert';
import { kindOf } from '@causeway/chains';
import { findProfile, type NetworkProfile, PROFILES } from '@causeway/networks';
import type { NetworkStatusResponse } from '@radixdlt/babylon-core-api-sdk';
import { NetworkId, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { getSafeSingletonDeployment } from '@safe-global/safe-deployments';
import singleton from '@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json' with {
  type: 'json',
};
import { Connection, clusterApiUrl, LAMPORTS_PER_SOL, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { keccak256, Network } from 'ethers';
import type { Chain, Hex, RpcBlock } from 'viem';
import * as viemChains from 'viem/chains';
import type { OpStackRpcTransactionReceipt } from 'viem/op-stack';
import { EvmRpc } from '../src/evm/rpc.ts';
import { receiptAnswer } from '../src/evm/wire.ts';
import { findNetwork, type RadixNetwork } from '../src/radix/network.ts';
import { wellKnown } from '../src/radix/well-known.ts';
import { networkStatusAnswer } from '../src/radix/wire.ts';
import { servedCluster } from '../src/solana/clusters.ts';
import { blockAnswer, hashAnswer, signersAnswer, statusesAnswer, transactionAnswer } from '../src/solana/wire.ts';
import { must } from './support/bridges.ts';

const ofKind = (kind: NetworkProfile['kind']) => PROFILES.filter((profile) => profile.kind === kind);
const evm = ofKind('evm').map((profile) => {
  const id = Number(profile.chainId.value);
  const chain = Object.values<Chain>(viemChains).find((one) => one.id === id) ?? assert.fail(profile.name);
  return { profile, id, chain };
});

/** Blocks of finality by depth, in every profile. */
const DEPTH = 32;
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`;

describe('profiles of EVM networks', () => {
  it('have the id, the coin and the value of viem’s chains', () => {
    for (const { profile, chain } of evm) {
      assert.equal(chain.nativeCurrency.symbol.toUpperCase(), profile.coin.toUpperCase(), profile.name);
      assert.equal(chain.nativeCurrency.decimals, kindOf('evm').coin.decimals, profile.name);
      assert.equal(chain.testnet === true, !profile.value, profile.name);
    }
  });

  it('have the block times of viem’s chains', () => {
    // viem has the 0.75 s of before 2026 for BNB. Avalanche has no fixed time; 64 s is the longest.
    const others: Readonly<Record<string, (depth: number, blocks: number) => boolean>> = {
      bnb: (depth, blocks) => depth < blocks,
      avalanche: (depth, blocks) => depth > blocks,
    };
    const told = evm.flatMap(({ profile, chain: { blockTime } }) => {
      if (blockTime === undefined) return [];
      const [depth, blocks] = [profile.finality.depthSeconds?.value as number, (DEPTH * blockTime) / 1_000];
      const fits = others[profile.name]?.(depth, blocks) ?? depth === blocks;
      assert(fits, `${profile.name}: ${depth} s, ${blocks} s in viem`);
      return [profile.name];
    });
    // All but Sepolia, of which viem has none.
    assert.equal(told.length, evm.length - 1);
  });

  it('are final by another network where viem knows that one as their source', () => {
    for (const { profile, chain } of evm) {
      if (chain.sourceId === undefined) continue;
      const source = evm.find(({ id }) => id === chain.sourceId)?.profile ?? assert.fail(profile.name);
      assert(profile.finality.rule.startsWith(`${source.title} finalizes the data`), profile.name);
      assert(profile.finality.seconds.value[0] >= source.finality.seconds.value[0], profile.name);
    }
    assert.deepEqual(
      evm.filter(({ chain }) => chain.sourceId !== undefined).map(({ profile }) => profile.name),
      ['base', 'optimism', 'base-sepolia'],
    );
  });

  it('have the ids of ethers’ networks', () => {
    const names = { matic: 'polygon', mainnet: 'ethereum', xdai: 'gnosis' } as const;
    // ethers has no name for Avalanche.
    for (const { profile, id } of evm.filter(({ profile: { name } }) => name !== 'avalanche')) {
      const { name } = Network.from(id);
      assert.equal(names[name as keyof typeof names] ?? name, profile.name);
    }
  });

  it('are networks that the Safe knows, with the code that is deployed here', () => {
    const code = keccak256(singleton.deployedBytecode);
    for (const { profile, id } of evm) {
      const safe = getSafeSingletonDeployment({ network: String(id), version: '1.5.0' });
      assert.equal(safe?.deployments.canonical?.codeHash, code, profile.name);
    }
  });

  it('have wallets of the same coin, where there are any', () => {
    for (const { profile, id } of evm) {
      if (profile.walletType === null) continue;
      const type = kindOf('evm').walletTypes.find((one) => one.id === profile.walletType) ?? assert.fail(profile.name);
      assert(type.chainIds?.includes(String(id)), profile.name);
      assert.deepEqual(type.coin, { symbol: profile.coin, decimals: 18 });
    }
  });
});

describe('profiles of Solana clusters', () => {
  it('are named as in web3.js, with its decimals of SOL', () => {
    const clusters = { solana: 'mainnet-beta', 'solana-devnet': 'devnet' } as const;
    assert.deepEqual(
      ofKind('solana').map(({ name }) => name),
      Object.keys(clusters),
    );
    for (const cluster of Object.values(clusters)) assert(clusterApiUrl(cluster).includes(cluster));
    assert.equal(10 ** kindOf('solana').coin.decimals, LAMPORTS_PER_SOL);
  });

  it('are told by the genesis hashes of CAIP-2, of which the first 32 characters count', async () => {
    // https://namespaces.chainagnostic.org/solana/caip2, read on 2026-11-28.
    const told = {
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    };
    const served = Object.entries(told).map(async ([genesis, reference]) => {
      assert.equal(genesis.slice(0, 32), reference);
      const endpoint = { label: 'one', send: async () => genesis };
      return must(await servedCluster(new EvmRpc([endpoint], 1)));
    });
    const chainIds = ofKind('solana').map(({ chainId }) => chainId.value);
    assert.deepEqual(await Promise.all(served), chainIds);
  });
});

describe('profiles of Radix networks', () => {
  const networkOf = (name: string): RadixNetwork =>
    findNetwork(({ logicalName }) => logicalName === findProfile(name)?.chainId.value) ?? assert.fail(name);

  it('have the ids, the suffix of addresses and the coin of the Radix Engine Toolkit', async () => {
    const ids = { radix: NetworkId.Mainnet, stokenet: NetworkId.Stokenet };
    assert.deepEqual(
      ofKind('radix').map(({ name }) => name),
      Object.keys(ids),
    );
    for (const [name, id] of Object.entries(ids)) {
      const network = networkOf(name);
      assert.equal(network.id, id);
      const { resourceAddresses } = await RadixEngineToolkit.Utils.knownAddresses(id);
      assert.equal(wellKnown('xrd', network), resourceAddresses.xrd);
      assert(resourceAddresses.xrd.startsWith(`resource_${network.suffix}1`));
    }
  });
});

describe('answers in the form that packages give them', () => {
  /** A block of an OP-stack rollup after Cancun, in viem's form of JSON-RPC. */
  const block: RpcBlock<'finalized', false> = {
    ...{
      number: '0x10',
      hash: hash('a1'),
      parentHash: hash('a0'),
      timestamp: '0x6929a5c0',
      baseFeePerGas: '0x3b9aca00',
    },
    ...{ blobGasUsed: '0x0', excessBlobGas: '0x0', difficulty: '0x0', totalDifficulty: null, gasLimit: '0x3938700' },
    ...{
      gasUsed: '0xb41d',
      extraData: '0x00000000fa00000006',
      logsBloom: `0x${'00'.repeat(256)}`,
      nonce: '0x0000000000000000',
    },
    ...{
      miner: `0x${'42'.repeat(20)}`,
      mixHash: hash('a2'),
      parentBeaconBlockRoot: hash('a3'),
      receiptsRoot: hash('a4'),
    },
    ...{ sealFields: [], sha3Uncles: hash('a5'), size: '0x3c8', stateRoot: hash('a6'), transactions: [hash('b1')] },
    ...{ transactionsRoot: hash('a7'), uncles: [], withdrawals: [], withdrawalsRoot: hash('a8') },
  };

  /** The receipt of a transaction on such a rollup, in viem's form; a deposit's when it says so. */
  const receipt: OpStackRpcTransactionReceipt = {
    ...{
      blockHash: hash('a1'),
      blockNumber: '0x10',
      transactionHash: hash('b1'),
      transactionIndex: '0x1',
      type: '0x2',
    },
    ...{ from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, contractAddress: null, status: '0x1' },
    ...{
      gasUsed: '0xb41d',
      cumulativeGasUsed: '0x1b41d',
      effectiveGasPrice: '0x3b9aca01',
      logsBloom: `0x${'00'.repeat(256)}`,
    },
    ...{ l1Fee: '0x1f3a5c', l1FeeScalar: null, l1GasPrice: '0x6fc23ac0', l1GasUsed: '0x640' },
    logs: [
      {
        ...{ address: `0x${'22'.repeat(20)}`, topics: [hash('c1'), hash('c2')], data: '0x01', logIndex: '0x0' },
        ...{ blockHash: hash('a1'), blockNumber: '0x10', transactionHash: hash('b1'), transactionIndex: '0x1' },
        ...{ blockTimestamp: '0x6929a5c0', removed: false },
      },
    ],
  };

  const rollups = evm.filter(({ chain }) => chain.formatters?.transactionReceipt !== undefined);

  it('a finalized block is read as viem reads it', async () => {
    assert.deepEqual(
      rollups.map(({ profile }) => profile.name),
      ['base', 'optimism', 'base-sepolia'],
    );
    const asked: unknown[] = [];
    const send = async (method: string, params: readonly unknown[]) => {
      asked.push([method, ...params]);
      return block;
    };
    const read = must(await new EvmRpc([{ label: 'one', send }], 1).head('finalized'));
    assert.deepEqual(asked, [['eth_getBlockByNumber', 'finalized', false]]);
    for (const { chain } of rollups) {
      const viem = chain.formatters?.block?.format(block as never, 'getBlock') as Record<string, unknown>;
      const { number, hash: own, parentHash, baseFeePerGas, timestamp } = viem;
      assert.deepEqual(
        { number: Number(number), hash: own, parentHash, baseFeePerGas, timestamp: Number(timestamp) },
        { ...read },
      );
    }
  });

  it('the receipt of a rollup is read as viem reads it, with its fee for the data', () => {
    const deposit = {
      ...receipt,
      type: '0x7e',
      depositNonce: '0x5',
      depositReceiptVersion: '0x1',
      l1Fee: '0x0',
    } as const;
    for (const { chain } of rollups) {
      for (const one of [receipt, deposit]) {
        const read = receiptAnswer.parse(one) ?? assert.fail();
        const viem = chain.formatters?.transactionReceipt?.format(one as never, 'getTransactionReceipt') as Record<
          string,
          unknown
        >;
        const { gasUsed, effectiveGasPrice, l1Fee, blockHash, transactionHash } = read;
        const same = { gasUsed, effectiveGasPrice, l1Fee, blockHash, transactionHash };
        for (const [name, value] of Object.entries(same)) assert.equal(value, viem[name], name);
        assert.equal(viem.status, read.status === 1 ? 'success' : 'reverted');
        assert.equal(read.logs.length, (viem.logs as unknown[]).length);
      }
    }
    // Networks without the fee, and those with members that no package knows.
    const { l1Fee: _, ...plain } = receipt;
    assert.equal(receiptAnswer.parse({ ...plain, gasUsedForL1: '0x640', l1BlockNumber: '0x1' })?.l1Fee, undefined);
    assert.equal(receiptAnswer.parse({ ...receipt, l1Fee: null })?.l1Fee, null);
  });

  it('answers of a Solana node are read as web3.js checks them', async () => {
    const [blockhash, previousBlockhash] = [
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      '11111111111111111111111111111112',
    ];
    const signature = '5j7s6NiJS3JAkvgkoc18WVAsiSaci2pxB2A6ueCJP4tprA2TFg9wSyTLeYouxPBJEMzJinENTkpA52YStRW5Dia7';
    const answers: Readonly<Record<string, unknown>> = {
      getGenesisHash: blockhash,
      getBlock: { blockhash, previousBlockhash, parentSlot: 4, blockHeight: 3, blockTime: 1_764_336_064, rewards: [] },
      getSignatureStatuses: {
        context: { apiVersion: '4.3.2', slot: 82 },
        value: [
          { slot: 72, confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' },
          null,
        ],
      },
      getTransaction: {
        ...{ slot: 72, blockTime: 1_764_336_064, version: 0 },
        meta: {
          ...{ err: null, fee: 5_000, preBalances: [10, 1], postBalances: [5, 1], computeUnitsConsumed: 300 },
          ...{ costUnits: 1_500, innerInstructions: [], logMessages: [], preTokenBalances: [], postTokenBalances: [] },
          ...{ rewards: [], loadedAddresses: { readonly: [], writable: [] }, status: { Ok: null } },
        },
        transaction: {
          signatures: [signature],
          message: {
            ...{ accountKeys: [previousBlockhash, blockhash], recentBlockhash: blockhash, addressTableLookups: [] },
            header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
            instructions: [{ accounts: [0], data: '3Bxs', programIdIndex: 1, stackHeight: 1 }],
          },
        },
      },
    };
    const connection = new Connection('http://127.0.0.1:1', {
      commitment: 'finalized',
      fetch: async (_, request) => {
        const { id, method } = JSON.parse(String(request?.body));
        return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }));
      },
    });
    assert.equal(await connection.getGenesisHash(), hashAnswer.parse(answers.getGenesisHash));
    const { blockHeight } = blockAnswer.parse(answers.getBlock);
    const shown = await connection.getBlock(5, { transactionDetails: 'none', maxSupportedTransactionVersion: 0 });
    assert.deepEqual([shown?.blockhash, blockHeight], [blockAnswer.parse(answers.getBlock).blockhash, 3]);
    const statuses = statusesAnswer.parse(answers.getSignatureStatuses);
    const { value } = await connection.getSignatureStatuses([signature, signature]);
    assert.deepEqual(
      statuses.map((status) => status?.confirmationStatus),
      value.map((status) => status?.confirmationStatus),
    );
    const theirs = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    assert.deepEqual(signersAnswer.parse(answers.getTransaction), [previousBlockhash]);
    assert.ok(theirs);
    const bytes = new VersionedTransaction(theirs.transaction.message, [bs58.decode(signature)]).serialize();
    const ours = transactionAnswer.parse({
      ...(answers.getTransaction as object),
      transaction: [Buffer.from(bytes).toString('base64'), 'base64'],
    });
    assert.equal(bs58.encode(ours?.transaction.signature ?? []), signature);
    assert.deepEqual(
      ours?.transaction.staticKeys.map((key) => bs58.encode(key)),
      [previousBlockhash, blockhash],
    );
    assert.equal(ours?.meta.fee, BigInt(theirs?.meta?.fee ?? 0));
    assert.equal(ours?.meta.computeUnitsConsumed, theirs?.meta?.computeUnitsConsumed);
  });

  it('the status of a Radix node is read in the form of its SDK', () => {
    const at = (state_version: number, byte: string) => {
      const tree = byte.repeat(32);
      return { state_version, state_tree_hash: tree, transaction_tree_hash: tree, receipt_tree_hash: tree };
    };
    const status: NetworkStatusResponse = {
      ...{ pre_genesis_state_identifier: at(0, '00'), post_genesis_state_identifier: at(1, '01') },
      ...{ genesis_epoch_round: { epoch: 1, round: 0 }, post_genesis_epoch_round: { epoch: 2, round: 0 } },
      ...{ current_state_identifier: at(9, '09'), current_epoch_round: { epoch: 3, round: 7 } },
      current_protocol_version: 'dugong',
    };
    assert.deepEqual(networkStatusAnswer.parse(status), { stateVersion: 9, hash: '09'.repeat(32), epoch: 3 });
  });
});
