// The settler on the EVM as a kind of chain of the conformance suites.
import { type Hex, padLeft } from '@causeway/protocol';
import { Interface, type LogDescription, ZeroAddress } from 'ethers';
import { artifacts } from 'hardhat';
import type { Asset } from '../../../conformance/src/bridge-under-test.ts';
import { REMOTE } from '../../../conformance/src/setting.ts';
import type {
  SettlerCall,
  SettlerEvent,
  SettlerKind,
  SettlerOutcome,
  SettlerUnderTest,
  SwapAsset,
  SwapState,
} from '../../../conformance/src/settler-under-test.ts';
import type { Chain, Deployed, Log } from './chain.ts';
import { word } from './events.ts';
import { EVM, EvmUnderTest, errorName } from './under-test.ts';

const SETTLER = new Interface((await artifacts.readArtifact('ISettler')).abi);
const STATES: readonly SwapState[] = ['none', 'filled', 'settled', 'returned'];
const DEPLOYER = '0x00000000000000000000000000000000000000ad';
/** Code that refuses every call. */
const REFUSING: Hex = '0x60006000fd';
/** In a word of an address, where the address begins. */
const PAD = 26;

const addressOf = (word: Hex): string => `0x${word.slice(PAD)}`;

/** The token of each asset; undefined for the native coin. */
type Tokens = Readonly<Record<SwapAsset, Deployed | undefined>>;

class EvmSettler implements SettlerUnderTest {
  readonly bridge: EvmUnderTest;
  readonly word: Hex;
  readonly #settler: Deployed;
  readonly #tokens: Tokens;

  private constructor(bridge: EvmUnderTest, settler: Deployed, tokens: Tokens) {
    this.bridge = bridge;
    this.#settler = settler;
    this.word = word(settler.address);
    this.#tokens = tokens;
  }

  static async deploy(asset: Asset): Promise<EvmSettler> {
    const bridge = await EvmUnderTest.deploy(asset);
    const { chain } = bridge;
    const made = await chain.deploy('Settler', addressOf(bridge.word));
    const tokens = {
      canonical: await bridge.tokenOf('canonical'),
      bridged: await bridge.tokenOf(REMOTE.domain),
      native: undefined,
      wanted: await chain.deploy('FaultyToken'),
    };
    return new EvmSettler(bridge, { ...made, abi: SETTLER }, tokens);
  }

  get #chain(): Chain {
    return this.bridge.chain;
  }

  checkpoint(): Promise<void> {
    return this.#chain.checkpoint();
  }

  restore(): Promise<void> {
    return this.bridge.restore();
  }

  async send({ name, args, by }: SettlerCall): Promise<SettlerOutcome> {
    const from = addressOf(by);
    const value = await this.#offer({ name, args, by } as SettlerCall);
    const receipt = await this.#chain.send(
      from,
      this.#settler,
      name,
      valuesOf({ name, args, by } as SettlerCall),
      value,
    );
    if ('logs' in receipt) return { events: this.#eventsOf(receipt.logs) };
    if ('rejected' in receipt) return { failed: receipt.rejected };
    const refused = refusalIn(receipt.error);
    return refused === undefined ? { failed: receipt.error } : { refused };
  }

  /** The native coin that goes with a call. A token is approved before it. */
  async #offer({ args, by }: SettlerCall): Promise<bigint> {
    if ('fee' in args) return args.fee;
    if (!('offer' in args)) return 0n;
    // The word after assetIn and amountIn.
    const assetOut: Hex = `0x${args.terms.slice(2 + 2 * 85, 2 + 2 * 117)}`;
    const token = Object.values(this.#tokens).find((each) => each && word(each.address) === assetOut);
    if (token === undefined) return args.offer;
    await this.#chain.send(addressOf(by), token, 'approve', [this.#settler.address, args.offer]);
    return 0n;
  }

  #eventsOf(logs: readonly Log[]): SettlerEvent[] {
    const own = this.#settler.address.toLowerCase();
    return logs.flatMap((log) => {
      if (log.address !== own) return this.bridge.eventsOf([log]);
      return [eventOf(SETTLER.parseLog(log) as LogDescription)];
    });
  }

  async swap(id: Hex) {
    const [state, solver] = await this.#chain.read(this.#settler, 'swapOf', id);
    return { state: STATES[Number(state)] as SwapState, solver: solver === ZeroAddress ? null : word(solver) };
  }

  async vaultOf(id: Hex): Promise<Hex> {
    return word((await this.#chain.read(this.#settler, 'vaultOf', id))[0]);
  }

  delivered(): void {}

  asset(asset: SwapAsset): Hex {
    return word(this.#tokens[asset]?.address ?? ZeroAddress);
  }

  async balance(asset: SwapAsset, holder: Hex): Promise<bigint> {
    const token = this.#tokens[asset];
    if (token === undefined) return this.#chain.balance(addressOf(holder));
    return (await this.#chain.read(token, 'balanceOf', addressOf(holder)))[0];
  }

  async held(asset: SwapAsset, id: Hex): Promise<bigint> {
    return this.balance(asset, await this.vaultOf(id));
  }

  own(asset: SwapAsset): Promise<bigint> {
    return this.balance(asset, this.word);
  }

  async give(asset: SwapAsset, holder: Hex, amount: bigint): Promise<void> {
    const token = this.#tokens[asset];
    if (token === undefined) return this.bridge.giveCoins(holder, amount);
    // The bridge mints its token.
    const minter = asset === 'bridged' ? addressOf(this.bridge.word) : DEPLOYER;
    await this.#chain.send(minter, token, 'mint', [addressOf(holder), amount]);
  }

  async block(asset: SwapAsset, holder: Hex, isBlocked: boolean): Promise<void> {
    const token = this.#tokens[asset];
    if (asset === 'bridged') throw new Error('a bridged token reaches every account');
    if (token === undefined) await this.#chain.setCode(addressOf(holder), isBlocked ? REFUSING : '0x');
    else await this.#chain.send(DEPLOYER, token, 'setBlocked', [addressOf(holder), isBlocked]);
  }
}

/** The settler's or the bridge's error in these bytes; a token's text is none. */
function refusalIn(data: Hex): string | undefined {
  const name = SETTLER.parseError(data)?.name ?? errorName(data);
  return name === 'Error' || name === 'Panic' ? undefined : name;
}

/** The arguments in the contract's order. */
function valuesOf({ name, args }: SettlerCall): readonly unknown[] {
  switch (name) {
    case 'fill':
    case 'fillAndSettle':
      return [args.terms, args.maxOut];
    case 'settleLess':
      return [args.terms, args.least];
    case 'withdraw':
      return [args.terms, addressOf(args.asset), addressOf(args.to)];
    case 'sweep':
      return [args.terms, addressOf(args.asset)];
    default:
      return [args.terms];
  }
}

function eventOf({ name, args }: LogDescription): SettlerEvent {
  const fields = args.toObject();
  for (const field of ['solver', 'to', 'asset'])
    if (typeof fields[field] === 'string') fields[field] = padLeft(fields[field].toLowerCase());
  if ('home' in fields) fields.home = Number(fields.home);
  return { name, fields } as unknown as SettlerEvent;
}

export const EVM_SETTLER: SettlerKind = {
  name: 'the EVM',
  bridge: EVM,
  addressLength: 20,
  takesGifts: true,
  coinIsToken: false,
  creditsVaults: true,
  deploy: (asset) => EvmSettler.deploy(asset),
};
