// The EVM as a kind of chain of the conformance suites.
import { type Domain, type Hex, hexToBytes, padLeft, type Status } from '@causeway/protocol';
import { Interface, id, type LogDescription, type Result, ZeroAddress, ZeroHash } from 'ethers';
import { artifacts } from 'hardhat';
import type {
  Actor,
  Asset,
  BridgeUnderTest,
  Call,
  Caller,
  Configuration,
  Currency,
  Event,
  Kind,
  Lane,
  Outcome,
  Side,
} from '../../../conformance/src/bridge-under-test.ts';
import { LIMITS, ORACLE, type Oracle, REMOTE } from '../../../conformance/src/setting.ts';
import { Chain, type Deployed, type Log } from './chain.ts';
import { eventOf, limitsOf, registrationOf, roleOf, SIDES, word } from './events.ts';

const ACTORS: Readonly<Record<Actor, string>> = {
  admin: '0x00000000000000000000000000000000000000ad',
  guardian: '0x000000000000000000000000000000000000009d',
  user: '0x00000000000000000000000000000000000a11ce',
  stranger: '0x00000000000000000000000000000000005712a9',
};
const WEALTH = 2n ** 200n;
const STATUSES: readonly Status[] = ['none', 'executed', 'cancelled', 'replaced'];
/** A bridged token has this many decimals more than the wire. */
const MORE_DECIMALS = 3;
/** Code that refuses every call. */
const REFUSING: Hex = '0x60006000fd';

const { abi: INTERFACE } = await artifacts.readArtifact('ICausewayBridge');
const BRIDGE = new Interface(INTERFACE);
const { abi: TOKEN_INTERFACE } = await artifacts.readArtifact('BridgedToken');
const TOKEN = new Interface(TOKEN_INTERFACE);

/** The bridge's error in these bytes; undefined when they are none. */
export const errorName = (data: string): string | undefined => BRIDGE.parseError(data)?.name;
const addressOf = (word: Hex): string => `0x${word.slice(26)}`;
const isAddress = (word: Hex): boolean => padLeft(`0x${word.slice(26)}`) === word;
const memberOf = (index: number): string => `0x${(0x1000 + index).toString(16).padStart(40, '0')}`;
const keyOf = ({ members, threshold }: Oracle): string => `${threshold} of ${members}`;

export class EvmUnderTest implements BridgeUnderTest {
  readonly chain: Chain;
  readonly #bridge: Deployed;
  /** The canonical ERC-20; the native coin when absent. */
  readonly #asset: Deployed | undefined;
  /** The Safe of the first oracle. */
  readonly #safe: string;
  /** Safes of later oracles, by keyOf. */
  readonly #safes = new Map<string, string>();
  readonly domain: Domain;
  readonly word: Hex;
  readonly unit: bigint;

  private constructor(
    chain: Chain,
    bridge: Deployed,
    asset: Deployed | undefined,
    safe: string,
    domain: Domain,
    unit: bigint,
  ) {
    this.chain = chain;
    this.#bridge = bridge;
    this.#asset = asset;
    this.#safe = safe;
    this.domain = domain;
    this.word = word(bridge.address);
    this.unit = unit;
  }

  static async deploy(asset: Asset): Promise<EvmUnderTest> {
    const chain = await Chain.start();
    const token = asset === 'native' ? undefined : await chain.deploy('FaultyToken');
    if (token && asset !== 'native') await chain.send(ACTORS.admin, token, 'setDecimals', [asset.decimals]);
    const safe = await deploySafe(chain, ORACLE);
    const code = await chain.deploy(
      'CausewayBridge',
      token?.address ?? ZeroAddress,
      ACTORS.admin,
      ACTORS.guardian,
      safe,
    );
    const bridge = { ...code, abi: BRIDGE };
    const [domain] = await chain.read(bridge, 'domain');
    const [wireDecimals] = await chain.read(bridge, 'wireDecimals');
    const decimals = asset === 'native' ? 18 : asset.decimals;
    const unit = 10n ** (BigInt(decimals) - BigInt(wireDecimals));
    const under = new EvmUnderTest(chain, bridge, token, safe, Number(domain), unit);
    await under.give(word(ACTORS.user), WEALTH);
    if (asset !== 'native') await under.giveCoins(word(ACTORS.user), WEALTH);
    await under.#register();
    await chain.checkpoint();
    return under;
  }

  async #register(): Promise<void> {
    const by = word(ACTORS.admin);
    const { domain } = REMOTE;
    await this.send({ name: 'setRemote', args: REMOTE, by });
    for (const side of SIDES) await this.send({ name: 'setLimits', args: { domain, side, limits: LIMITS }, by });
    await this.send({ name: 'openRemote', args: { domain }, by });
  }

  restore(): Promise<void> {
    this.#safes.clear();
    return this.chain.restore();
  }

  async send(call: Call): Promise<Outcome> {
    const from = await this.#addressOfCaller(call.by);
    const args = await this.#argumentsOf(call);
    if (args === undefined) return { failed: 'no address of this chain' };
    const value = await this.#offer(call, from);
    const receipt = await this.chain.send(from, this.#bridge, call.name, args, value);
    if ('logs' in receipt) return { events: this.eventsOf(receipt.logs) };
    if ('rejected' in receipt) return { failed: receipt.rejected };
    const refused = errorName(receipt.error);
    return refused === undefined ? { failed: receipt.error } : { refused };
  }

  /** The oracle's calls come from its Safe. */
  async #addressOfCaller(by: Caller): Promise<string> {
    return typeof by === 'string' ? addressOf(by) : this.#safeOf(by);
  }

  async #safeOf(oracle: Oracle): Promise<string> {
    if (keyOf(oracle) === keyOf(ORACLE)) return this.#safe;
    const safe = this.#safes.get(keyOf(oracle)) ?? (await deploySafe(this.chain, oracle));
    this.#safes.set(keyOf(oracle), safe);
    return safe;
  }

  /** The call's arguments in the contract's order; undefined where one is no address of this chain. */
  async #argumentsOf(call: Call): Promise<readonly unknown[] | undefined> {
    const { args } = call;
    for (const field of ['refundAddress', 'guardian', 'admin', 'to'] as const) {
      const word = (args as Partial<Record<typeof field, Hex | null>>)[field];
      if (typeof word === 'string' && !isAddress(word)) return undefined;
    }
    switch (call.name) {
      case 'lockTokens':
      case 'lockTokensWithReference': {
        const { destinationChain, recipient, amount } = call.args;
        return [destinationChain, recipient, amount, ...referred(call.args)];
      }
      case 'burnTokens':
      case 'burnTokensWithReference': {
        const { amount, returnChain, returnAddress } = call.args;
        return [amount, returnChain, returnAddress, ...referred(call.args)];
      }
      case 'mintTokens': {
        const { orderId, recipient, amount, proof } = call.args;
        return isAddress(recipient) ? [orderId, addressOf(recipient), amount, proof] : undefined;
      }
      case 'releaseTokens': {
        const { orderId, recipient, proof } = call.args;
        return isAddress(recipient) ? [orderId, addressOf(recipient), proof] : undefined;
      }
      case 'cancelOrder':
        return [call.args.orderId, call.args.proof];
      case 'executeMany':
        return [call.args.packed];
      case 'commitRoot':
      case 'replaceRoot': {
        const { source, firstNonce, count, root } = call.args;
        return [source, firstNonce, count, root, ...('changed' in call.args ? [call.args.changed] : [])];
      }
      case 'setRemote': {
        const { domain, bridge, addressLength, wireDecimals } = call.args;
        const decimals = Math.min(wireDecimals + MORE_DECIMALS, 255);
        const token = await this.chain.deploy(
          'BridgedToken',
          ...['Bridged', 'cwT', decimals, this.#bridge.address, domain, ZeroHash],
        );
        return [domain, bridge, token.address, addressLength, wireDecimals];
      }
      case 'openRemote':
        return [call.args.domain];
      case 'setLimits': {
        const { domain, side, limits } = call.args;
        return [domain, SIDES.indexOf(side), limits];
      }
      case 'setOracle':
        return [await this.#safeOf(call.args)];
      case 'setGuardian':
        return [addressOf(call.args.guardian)];
      case 'proposeAdmin':
        return [call.args.admin === null ? ZeroAddress : addressOf(call.args.admin)];
      case 'claim':
      case 'collectFees':
        return [addressOf(call.args.to)];
      case 'pauseRemote':
      case 'unpauseRemote':
        return [call.args.remote];
      case 'setFee':
        return [call.args.remote, call.args.fee];
      default:
        return [];
    }
  }

  /** Offers what a lock or burn takes: the native coin with the call, a token by an approval before it. */
  async #offer({ args }: Call, from: string): Promise<bigint> {
    if (!('amount' in args && 'fee' in args)) return 0n;
    if (!('destinationChain' in args)) return args.fee;
    if (this.#asset === undefined) return args.amount + args.fee;
    await this.chain.send(from, this.#asset, 'approve', [this.#bridge.address, args.amount]);
    return args.fee;
  }

  /** The bridge's events among these logs. */
  eventsOf(logs: readonly Log[]): Event[] {
    const own = logs.filter(({ address }) => address === this.#bridge.address.toLowerCase());
    return own.map((log) => eventOf(BRIDGE.parseLog(log) as LogDescription, oracleAt, errorName));
  }

  async configuration(): Promise<Configuration> {
    const read = async (name: string) => (await this.chain.read(this.#bridge, name))[0];
    return {
      domain: Number(await read('domain')),
      wireDecimals: Number(await read('wireDecimals')),
      admin: word(await read('admin')),
      proposedAdmin: roleOf(await read('pendingAdmin')),
      guardian: word(await read('guardian')),
      oracle: oracleAt(await read('oracle')) as Oracle,
      outboundPaused: await read('outboundPaused'),
      inboundPaused: await read('inboundPaused'),
    };
  }

  async #registered(domain: Domain): Promise<Result | undefined> {
    const [remote] = await this.chain.read(this.#bridge, 'remote', domain);
    return remote.bridge === ZeroHash ? undefined : remote;
  }

  async remote(domain: Domain) {
    const remote = await this.#registered(domain);
    return remote && { ...registrationOf(domain, remote), opened: remote.opened as boolean };
  }

  async lane(domain: Domain): Promise<Lane> {
    const [lane] = await this.chain.read(this.#bridge, 'lane', domain);
    const { nextOutboundNonce, nextInboundNonce, outstanding, paused } = lane;
    return { nextOutboundNonce, nextInboundNonce, outstanding, paused };
  }

  async limits(domain: Domain, side: Side) {
    const [limits, available] = await this.chain.read(this.#bridge, 'limits', domain, SIDES.indexOf(side));
    return { ...limitsOf(limits), available: available as bigint };
  }

  async root(source: Domain, firstNonce: bigint, count: number): Promise<Hex | undefined> {
    const [root] = await this.chain.read(this.#bridge, 'root', source, firstNonce, count);
    return root === ZeroHash ? undefined : root;
  }

  async status(source: Domain, nonce: bigint): Promise<Status> {
    const [status] = await this.chain.read(this.#bridge, 'status', source, nonce);
    return STATUSES[Number(status)] as Status;
  }

  async statuses(source: Domain, firstNonce: bigint, count: number): Promise<Status[]> {
    const [interval] = await this.chain.read(this.#bridge, 'statuses', source, firstNonce, count);
    return [...hexToBytes(interval)].map((status) => STATUSES[status] as Status);
  }

  async fee(remote: Domain): Promise<bigint> {
    return (await this.chain.read(this.#bridge, 'fee', remote))[0];
  }

  /** The bridge's balance in the native coin beyond its debts. */
  async fees(): Promise<bigint> {
    const owed = this.#asset === undefined ? (await this.chain.read(this.#bridge, 'owed'))[0] : 0n;
    return (await this.coins(this.word)) - owed;
  }

  coins(holder: Hex): Promise<bigint> {
    return this.chain.balance(addressOf(holder));
  }

  async giveCoins(holder: Hex, amount: bigint): Promise<void> {
    await this.chain.setBalance(addressOf(holder), (await this.coins(holder)) + amount);
  }

  /** Mints reach every account, so that only the canonical asset is ever credited. */
  async credit(currency: Currency, creditor: Hex): Promise<bigint> {
    if (currency !== 'canonical') return 0n;
    return (await this.chain.read(this.#bridge, 'claimable', addressOf(creditor)))[0];
  }

  async balance(currency: Currency, holder: Hex): Promise<bigint> {
    const token = await this.tokenOf(currency);
    if (token === undefined) return this.chain.balance(addressOf(holder));
    return (await this.chain.read(token, 'balanceOf', addressOf(holder)))[0];
  }

  async supply(domain: Domain): Promise<bigint> {
    const token = await this.tokenOf(domain);
    return token === undefined ? 0n : (await this.chain.read(token, 'totalSupply'))[0];
  }

  held(): Promise<bigint> {
    return this.balance('canonical', this.word);
  }

  /** The ERC-20 of a currency; undefined for the native coin. */
  async tokenOf(currency: Currency): Promise<Deployed | undefined> {
    if (currency === 'canonical') return this.#asset;
    const remote = await this.#registered(currency);
    return { address: remote?.token ?? ZeroAddress, abi: TOKEN };
  }

  actor(name: Actor): Hex {
    return word(ACTORS[name]);
  }

  async oracleAccounts(oracle: Oracle): Promise<Hex[]> {
    return [word(await this.#safeOf(oracle))];
  }

  account(name: string): Hex {
    return padLeft(`0x${id(name).slice(26)}`);
  }

  async give(holder: Hex, amount: bigint): Promise<void> {
    const address = addressOf(holder);
    if (this.#asset !== undefined) await this.chain.send(address, this.#asset, 'mint', [address, amount]);
    else await this.chain.setBalance(address, (await this.chain.balance(address)) + amount);
  }

  prepare(): void {}

  async block(currency: Currency, holder: Hex): Promise<void> {
    const address = addressOf(holder);
    if (currency !== 'canonical') throw new Error('a mint reaches every account');
    if (this.#asset === undefined) await this.chain.setCode(address, REFUSING);
    else await this.chain.send(address, this.#asset, 'setBlocked', [address, true]);
  }

  time(): bigint {
    return this.chain.time;
  }

  pass(seconds: bigint): Promise<void> {
    return this.chain.pass(seconds);
  }
}

/** The oracle of each Safe. A restored chain may give an address again, and then to the oracle that is entered last. */
const oracles = new Map<string, Oracle>();
const oracleAt = (address: string): Oracle | undefined => oracles.get(address.toLowerCase());

/** Deploys a stand-in of a Safe; tests with real ones are in safe.ts. */
async function deploySafe(chain: Chain, oracle: Oracle): Promise<string> {
  const { members, threshold } = oracle;
  const safe = await chain.deploy('MockSafe', members.length, threshold);
  for (const [index, member] of members.entries())
    await chain.send(ACTORS.admin, safe, 'setOwner', [index, memberOf(member)]);
  oracles.set(safe.address.toLowerCase(), oracle);
  return safe.address;
}

const referred = (args: object): readonly string[] => {
  if (!('refundAddress' in args)) return [];
  const { reference, refundAddress } = args as { reference: Hex; refundAddress: Hex };
  return [reference, addressOf(refundAddress)];
};

export const EVM: Kind = {
  name: 'the EVM',
  fee: 'exact',
  feesInEscrow: true,
  largestLimit: 34_028n * 10n ** 34n,
  shortNumbers: true,
  largestBatch: 4_096,
  mintsCanFail: false,
  rootsClose: false,
  creditsAreMinted: false,
  packsOrders: true,
  flippedBits: 7,
  bridgedUnit: () => 10n ** BigInt(MORE_DECIMALS),
  deploy: (asset) => EvmUnderTest.deploy(asset),
};
