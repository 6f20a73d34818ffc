// Measures whole transactions of the settler against the committed figures and their bars. CAUSEWAY_UPDATE_GAS=1
// rewrites the figures.
import { encodeTerms, FALLBACK, type Hex, padLeft, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import { type Contract, type ContractTransactionReceipt, MaxUint256, toBeHex, ZeroAddress } from 'ethers';
import { network } from 'hardhat';
import { deploy, deployBridge, type Ethers, openRemote, send } from './helpers/bridge.ts';
import { word } from './helpers/events.ts';
import { GasFigures } from './helpers/gas-figures.ts';
import { SafeOracle } from './helpers/safe.ts';

const figures = new GasFigures('settler-gas-snapshot.json', {
  fillAndSettle: 140_000,
  fillAndSettleNative: 140_000,
  fillAndSettleNewHolder: 160_000,
  fill: 75_000,
  settle: 98_000,
  giveBackToken: 165_000,
});

const remote = { domain: 0x80ff01f5, bridge: padLeft('0xb1d9e0'), addressLength: 32 };
const limits = { minAmount: 1n, maxAmount: 10n ** 18n, capacity: 10n ** 18n, refillPerSecond: 10n ** 6n };
const AMOUNT_IN = 123_456_789n;
const OUT = 987_654_321n;
const FEE = 123_456n * 10n ** 9n;

describe('gas of the settler', () => {
  let ethers: Ethers;
  let bridge: Contract;
  let settler: Contract;
  let bridged: Contract;
  let wanted: Contract;
  let solver: string;
  let now: bigint;
  let salt = 0n;

  before(async () => {
    ({ ethers } = await network.create());
    const deployer = await ethers.provider.getSigner(0);
    solver = deployer.address;
    bridge = await deployBridge(ethers, ZeroAddress, await SafeOracle.deploy(deployer));
    bridged = await openRemote(ethers, bridge, remote, limits);
    await send(bridge, 'setFee', remote.domain, FEE);
    settler = await deploy(ethers, 'Settler', [bridge.target]);
    wanted = await deploy(ethers, 'TestToken', ['Wanted', 'WNT', 6]);
    await send(wanted, 'mint', solver, 10n ** 24n);
    await send(wanted, 'approve', settler, MaxUint256);
    await send(bridged.connect(await asBridge()) as Contract, 'mint', solver, 1n);
    now = BigInt((await ethers.provider.getBlock('latest'))?.timestamp ?? 0);
  });

  async function asBridge() {
    await ethers.provider.send('hardhat_setBalance', [bridge.target, toBeHex(10n ** 20n)]);
    return ethers.getImpersonatedSigner(bridge.target as string);
  }

  const newAccount = () => ethers.getAddress(ethers.dataSlice(ethers.id(`account ${salt++}`), 12));

  /** Terms of a swap between tokens, with an exclusive solver as most have. */
  function terms(fields: Partial<Terms> = {}): Hex {
    return encodeTerms({
      version: 1,
      domain: 31_337,
      settler: word(settler.target),
      assetIn: word(bridged.target),
      amountIn: AMOUNT_IN,
      assetOut: word(wanted.target),
      quotedOut: OUT,
      minOut: OUT - 1_000_000n,
      recipient: word(newAccount()),
      solver: word(solver),
      exclusiveUntil: now + 1_000_000n,
      deadline: now + 2_000_000n,
      fallback: FALLBACK.token,
      home: 0,
      homeAddress: ZERO_32,
      finishFee: 1_000n,
      salt: ethers.id(`salt ${salt++}`) as Hex,
      ...fields,
    });
  }

  /** Mints the input to the vault, as the bridge does. */
  async function delivered(encoded: Hex): Promise<Hex> {
    const vault = await settler.getFunction('vaultOf')(termsIdOf(encoded));
    await send(bridged.connect(await asBridge()) as Contract, 'mint', vault, AMOUNT_IN);
    return encoded;
  }

  async function holder(): Promise<Hex> {
    const account = newAccount();
    await ethers.provider.send('hardhat_setBalance', [account, '0x1']);
    await send(wanted, 'mint', account, 1n);
    await send(bridged.connect(await asBridge()) as Contract, 'mint', account, 1n);
    return word(account);
  }

  const record = async (name: string, call: Promise<ContractTransactionReceipt>) =>
    figures.record(name, (await call).gasUsed);

  it('fills and settles at once', async () => {
    const encoded = await delivered(terms({ recipient: await holder() }));
    await record('fillAndSettle', send(settler, 'fillAndSettle', encoded, OUT));
  });

  it('fills and settles at once for a new holder, and between two', async () => {
    await record('fillAndSettleNewHolder', send(settler, 'fillAndSettle', await delivered(terms()), OUT));
    const [, other] = await ethers.getSigners();
    if (other === undefined) throw new Error('the network has too few accounts');
    await send(wanted, 'mint', other.address, 10n ** 24n);
    await send(wanted.connect(other) as Contract, 'approve', settler, MaxUint256);
    const encoded = await delivered(terms({ solver: word(other.address) }));
    const asOther = settler.connect(other) as Contract;
    await record('fillAndSettleTwoNewHolders', send(asOther, 'fillAndSettle', encoded, OUT));
  });

  it('fills with the native coin and settles at once', async () => {
    const encoded = await delivered(terms({ assetOut: ZERO_32, recipient: await holder() }));
    await record('fillAndSettleNative', send(settler, 'fillAndSettle', encoded, OUT, { value: OUT }));
  });

  it('fills, then settles', async () => {
    const encoded = await delivered(terms({ recipient: await holder() }));
    await record('fill', send(settler, 'fill', encoded, OUT));
    await record('settle', send(settler, 'settle', encoded));
  });

  it('gives back the token, and home', async () => {
    const times = { exclusiveUntil: 0n, deadline: 1n };
    // Less than 24 hours after the deadline, so that home is possible.
    const deadline = BigInt((await ethers.provider.getBlock('latest'))?.timestamp ?? 0);
    await record(
      'giveBackToken',
      send(settler, 'giveBack', await delivered(terms({ ...times, recipient: await holder() }))),
    );
    const home = { fallback: FALLBACK.home, home: remote.domain, homeAddress: `0x${'5a'.repeat(32)}` as Hex };
    const encoded = await delivered(terms({ exclusiveUntil: 0n, deadline, ...home }));
    await record('giveBackHome', send(settler, 'giveBack', encoded, { value: FEE }));
  });

  figures.compare();
});
