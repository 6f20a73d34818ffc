import { strict as assert } from 'node:assert';
import {
  type Deployment,
  deployNetwork,
  type IssuerPower,
  type KeyHandle,
  type NetworkDeployer,
  type OnProgress,
} from '@causeway/chains';
import { type AnyFailure, padLeft, type Result, uintToHex } from '@causeway/protocol';
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { getAddress, id } from 'ethers';
import { encodeAddress } from '../src/radix/address.ts';
import { badgeArgument, parseBadge } from '../src/radix/badge.ts';
import { createNow, findCreated } from '../src/radix/deploy/creation.ts';
import { bool, instruction, map as manifestMap, NONE, some, tuple, u8, variant } from '../src/radix/manifest.ts';
import { wellKnown } from '../src/radix/well-known.ts';
import { TOKEN_PROGRAM } from '../src/solana/addresses.ts';
import { type Anvil, startAnvil } from '../test/support/anvil.ts';
import { deployer, deployOptions, members, must, outsider } from '../test/support/bridges.ts';
import { fund, ledgerAs, type RadixChain, radixOptions, startRadix } from '../test/support/radix.ts';
import { nodeIdOf, keyOf as radKeyOf, radMembers, radOutsider, SIMULATOR } from '../test/support/radix-offline.ts';
import {
  type SolanaChain,
  sendAs,
  solanaOptions,
  solDeployer,
  keyOf as solKeyOf,
  solMembers,
  solOutsider,
  startSolana,
} from '../test/support/solana.ts';
import { MemoryNetwork } from './memory-network.ts';

/** A change of the options of a deployment. */
export interface Change {
  readonly network?: string;
  readonly family?: string;
  readonly asset?: object;
  readonly key?: KeyHandle;
  readonly guardian?: string;
  readonly oracle?: { readonly members: readonly string[]; readonly threshold: number };
  readonly limits?: Deployment['bridges'][string]['limits'];
  readonly fees?: Readonly<Record<string, bigint>>;
  readonly acceptIssuerPowers?: readonly IssuerPower[];
  readonly rpc?: readonly string[];
}

/** A network of one kind on which nothing is deployed at first. */
export interface NetworkUnderTest {
  readonly name: string;
  readonly members: readonly KeyHandle[];
  /** A key without a role. */
  readonly outsider: KeyHandle;
  /** Another key with money. */
  readonly otherDeployer: KeyHandle;
  /** The present deployer. */
  deployer(): KeyHandle;
  /** Transactions of a repeated run that has lost the file. */
  readonly sentWithoutFile: number;
  /** An existing token that nothing is there of; absent where assets are not looked up. */
  readonly missingAsset?: { readonly address: string };
  /**
   * Makes a token whose issuer has every power that the kind knows; on EVM it is like another token. Absent where there
   * are none.
   */
  issue?(like: string): Promise<{ readonly asset: object; readonly powers: readonly IssuerPower[] }>;
  /** False where no RPC endpoint can be dead. */
  readonly remote: boolean;
  start(): Promise<void>;
  /** The network as a deployer finds it that has never used it. */
  renew(): Promise<void>;
  /** A local chain that was started anew, for the same deployer. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Deploys a test token of six decimals and its bridge to the network, with the file in `folder`. */
  deploy(folder: string, change?: Change, onProgress?: OnProgress): Promise<Result<NetworkDeployer, AnyFailure>>;
  transactions(): Promise<number>;
}

/** The main bridge's asset. */
const TOKEN = { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 } as const;

class EvmNetwork implements NetworkUnderTest {
  readonly name = 'evm';
  readonly members = members;
  readonly outsider = outsider;
  readonly otherDeployer = outsider;
  readonly sentWithoutFile = 0;
  readonly missingAsset = { type: 'erc20', address: outsider.address };
  readonly remote = true;
  #node!: Anvil;
  #pristine: unknown;

  deployer = () => deployer;
  async start() {
    // Without Anvil's own CREATE2 proxy, like a new chain.
    this.#node = await startAnvil(901_006, true);
    await this.#node.rpc('anvil_setBalance', outsider.address, '0xffffffffffffffffffff');
    this.#pristine = await this.#node.rpc('evm_snapshot');
  }
  async renew() {
    await this.#node.rpc('evm_revert', this.#pristine);
    this.#pristine = await this.#node.rpc('evm_snapshot');
  }
  restart = () => this.renew();
  stop = () => this.#node.stop();
  deploy(folder: string, change: Change = {}, onProgress?: OnProgress) {
    const options = { kind: 'evm', ...deployOptions(this.#node, 'evm', folder), asset: TOKEN, ...change };
    return deployNetwork(options as Parameters<typeof deployNetwork>[0], onProgress);
  }
  transactions = async () => Number(await this.#node.rpc('eth_blockNumber'));
  async issue(like: string) {
    const { rpc } = this.#node;
    const address = getAddress(`0x${'e2'.repeat(20)}`);
    await rpc('anvil_setCode', address, await rpc('eth_getCode', like, 'latest'));
    // Its name and symbol, and what a proxy of EIP-1967 keeps of its admin.
    for (const slot of [3, 4].map((number) => uintToHex(number, 32)))
      await rpc('anvil_setStorageAt', address, slot, await rpc('eth_getStorageAt', like, slot, 'latest'));
    const admin = uintToHex(BigInt(id('eip1967.proxy.admin')) - 1n, 32);
    await rpc('anvil_setStorageAt', address, admin, padLeft(outsider.address.toLowerCase()));
    await rpc('anvil_mine', '0x1');
    return { asset: { type: 'erc20', address }, powers: ['replace'] as const };
  }
}

class SolanaNetwork implements NetworkUnderTest {
  readonly name = 'solana';
  readonly members = solMembers;
  readonly outsider = solOutsider;
  readonly otherDeployer = solKeyOf(2);
  // A lookup table, whose address only the file has, and the remote's entries in it.
  readonly sentWithoutFile = 2;
  readonly missingAsset = { type: 'spl', address: solOutsider.address, symbol: 'X', name: 'X' };
  readonly remote = true;
  #node!: SolanaChain;

  deployer = () => solDeployer;
  async start() {
    this.#node = await startSolana(10);
  }
  async renew() {
    await this.stop();
    await this.start();
  }
  restart = () => this.renew();
  stop = () => this.#node.stop();
  deploy(folder: string, change: Change = {}, onProgress?: OnProgress) {
    const options = { kind: 'solana', ...solanaOptions(this.#node, folder, TOKEN), ...change };
    return deployNetwork(options as Parameters<typeof deployNetwork>[0], onProgress);
  }
  transactions = async () => Number(await this.#node.rpc('getTransactionCount', { commitment: 'processed' }));
  async issue() {
    const payer = new PublicKey(solDeployer.address);
    const [seed, programId] = ['issued', TOKEN_PROGRAM];
    const mint = await PublicKey.createWithSeed(payer, seed, programId);
    const create = SystemProgram.createAccountWithSeed({
      ...{ fromPubkey: payer, basePubkey: payer, newAccountPubkey: mint, seed, programId },
      ...{ lamports: 10_000_000, space: 82 },
    });
    // InitializeMint2 with six decimals and the payer as mint and freeze authority.
    const data = Buffer.concat([Buffer.from([20, 6]), payer.toBuffer(), Buffer.from([1]), payer.toBuffer()]);
    const keys = [{ pubkey: mint, isSigner: false, isWritable: true }];
    await sendAs(this.#node, solDeployer, create, new TransactionInstruction({ programId, keys, data }));
    const asset = { type: 'spl', address: mint.toBase58(), symbol: 'ISS', name: 'Issued' };
    return { asset, powers: ['freeze'] as const };
  }
}

class RadixNetwork implements NetworkUnderTest {
  readonly name = 'radix';
  readonly members = radMembers;
  readonly outsider = radOutsider;
  readonly otherDeployer = radKeyOf(0xde9000);
  readonly sentWithoutFile = 0;
  readonly missingAsset = {
    ...{ type: 'resource', symbol: 'X', name: 'X' },
    address: encodeAddress(nodeIdOf('5d', 'ee'), SIMULATOR),
  };
  readonly remote = true;
  #node!: RadixChain;
  /** A deployer's account holds its creations, so a new deployer finds nothing. */
  #deployers = 0;

  deployer = () => radKeyOf(0xde9107 + this.#deployers);
  async start() {
    this.#node = await startRadix();
    await fund(this.#node, this.otherDeployer);
  }
  async renew() {
    this.#deployers += 1;
    await fund(this.#node, this.deployer());
  }
  async restart() {
    await this.stop();
    await this.start();
    await fund(this.#node, this.deployer());
  }
  stop = () => this.#node.stop();
  deploy(folder: string, change: Change = {}, onProgress?: OnProgress) {
    const options = { kind: 'radix', ...radixOptions(this.#node, folder, TOKEN), key: this.deployer(), ...change };
    return deployNetwork(options as Parameters<typeof deployNetwork>[0], onProgress);
  }
  async transactions() {
    const { ledger } = this.#node;
    const all = Array.from({ length: ledger.head.stateVersion }, (_, index) => ledger.transaction(index + 1));
    return all.filter((transaction) => transaction?.kind === 'user').length;
  }
  async issue() {
    const ledger = await ledgerAs(this.#node, this.deployer());
    const own = variant(2, variant(0, variant(0, badgeArgument(must(parseBadge(this.deployer().address, SIMULATOR))))));
    const [everybody, issuer] = [variant(0), some(tuple(some(own), some(own)))];
    const free = some(tuple(some(everybody), some(own)));
    const made = await createNow(ledger, {
      name: 'issued',
      package: wellKnown('resourcePackage', SIMULATOR),
      blueprint: 'FungibleResourceManager',
      instruction: (reservation) =>
        instruction(
          'CREATE_FUNGIBLE_RESOURCE',
          NONE,
          bool(true),
          u8(6),
          tuple(issuer, issuer, issuer, issuer, free, free),
          tuple(manifestMap('String', 'Tuple', []), manifestMap('String', 'Enum', [])),
          some(reservation),
        ),
    });
    must(made);
    const created = must(await findCreated(ledger, 'issued')) ?? assert.fail('it was created');
    const asset = { type: 'resource', address: created.address, symbol: 'ISS', name: 'Issued' };
    return { asset, powers: ['freeze', 'recall', 'withdraw', 'deposit'] as const };
  }
}

class MemoryUnderTest implements NetworkUnderTest {
  readonly name = 'memory';
  readonly members = members;
  readonly outsider = outsider;
  readonly otherDeployer = outsider;
  readonly sentWithoutFile = 0;
  readonly remote = false;
  #node = new MemoryNetwork(901_007);

  deployer = () => deployer;
  async start() {}
  async renew() {
    this.#node = new MemoryNetwork(901_007);
  }
  restart = () => this.renew();
  async stop() {}
  deploy(folder: string, change: Change = {}, onProgress?: OnProgress) {
    const { type: _, ...asset } = { ...TOKEN, address: null, ...change.asset };
    const options = deployOptions({ url: 'http://127.0.0.1:1' }, 'memory', folder);
    return this.#node.deploy({ ...options, ...change, asset }, onProgress);
  }
  transactions = async () => this.#node.transactions;
}

/** A network of every kind, and one in memory. */
export const NETWORKS: readonly NetworkUnderTest[] = [
  new EvmNetwork(),
  new SolanaNetwork(),
  new RadixNetwork(),
  new MemoryUnderTest(),
];
