// Gas of sending and receiving, by Causeway and by Hyperlane, on one local chain. See `--help`.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import testToken from '@causeway/contracts-evm/TestToken.json' with { type: 'json' };
import { type Contract, concat, dataSlice, getAddress, id, solidityPacked } from 'ethers';
import { network } from 'hardhat';
import { Causeway } from './causeway.ts';
import { type Artifact, type Deployer, gasOf, sent, startChain } from './chain.ts';
import { Hyperlane, type Module } from './hyperlane.ts';

const HELP = `npm run bench:contracts [-- --json]

Gas of whole transactions, per order: Causeway's bridge (a Safe with three of five signatures) beside Hyperlane's warp
routes (@hyperlane-xyz/core from npm, three of five validators, no gas payment), on one chain in this process.

  --json   the figures alone`;

const BATCH = 50;
/** What is sent each time: local units with 18 decimals, a whole number of wire units. */
const WIRE = 123_456_789n;
const AMOUNT = WIRE * 10n ** 9n;

/** A row of the table: gas per order. */
interface Row {
  readonly name: string;
  readonly causeway: number;
  readonly hyperlane: Readonly<Record<string, number>>;
}

const account = (label: string, index = 0): string => getAddress(dataSlice(id(`${label} ${index}`), 12));
const accounts = (label: string): readonly string[] => Array.from({ length: BATCH }, (_, i) => account(label, i));

async function main(): Promise<readonly Row[]> {
  const chain = await startChain();
  const hyperlane = await Hyperlane.deploy(chain);
  const token = await chain.deploy(testToken, ['Test', 'TST', 18]);
  await sent(token.getFunction('mint')(chain.address, 10n ** 30n));
  const own = await measureCauseway(chain, token);
  const theirs = {
    'message-id': await measureHyperlane(chain, hyperlane, 'message-id', token),
    'merkle-root': await measureHyperlane(chain, hyperlane, 'merkle-root', token),
  };
  return Object.keys(own).map((name) => ({
    name,
    causeway: Math.round(own[name as keyof Figures]),
    hyperlane: Object.fromEntries(
      Object.entries(theirs).map(([module, figures]) => [module, Math.round(figures[name as keyof Figures])]),
    ),
  }));
}

/** What is measured of both, in the order of the table. */
interface Figures {
  readonly 'send the native coin': number;
  readonly 'send an ERC-20': number;
  readonly 'receive, alone, new recipient': number;
  readonly 'receive, alone, holder': number;
  readonly 'receive, 50 together, new recipients': number;
  readonly 'receive, 50 together, holders': number;
  readonly 'send back': number;
  readonly 'receive the native coin back, alone': number;
  readonly 'receive the native coin back, 50 together': number;
}

async function measureCauseway(chain: Deployer, token: Contract): Promise<Figures> {
  const guardian = (await (await network.create()).ethers.getSigners())[1] as never;
  const native = await Causeway.deploy(chain, guardian);
  const erc20 = await Causeway.deploy(chain, guardian, String(token.target));
  await sent(token.getFunction('approve')(erc20.address, 2n ** 255n));
  const there = account('there');
  // The first of each kind opens slots that later ones find in use.
  await native.lock(there, 1_000n * WIRE, 1_000n * AMOUNT);
  await erc20.lock(there, WIRE);
  await native.receive('lock', [chain.address], 100n * WIRE);
  await native.burn(there, WIRE);
  await native.receive('burn', [account('payee')], WIRE);
  return {
    'send the native coin': await native.lock(there, WIRE, AMOUNT),
    'send an ERC-20': await erc20.lock(there, WIRE),
    'receive, alone, new recipient': await native.receive('lock', [account('new')], WIRE),
    'receive, alone, holder': await native.receive('lock', [account('new')], WIRE),
    'receive, 50 together, new recipients': await native.receive('lock', accounts('holder'), WIRE),
    'receive, 50 together, holders': await native.receive('lock', accounts('holder'), WIRE),
    'send back': await native.burn(there, WIRE),
    'receive the native coin back, alone': await native.receive('burn', [account('payee')], WIRE),
    'receive the native coin back, 50 together': await native.receive(
      'burn',
      Array(BATCH).fill(account('payee')),
      WIRE,
    ),
  };
}

async function measureHyperlane(
  chain: Deployer,
  hyperlane: Hyperlane,
  module: Module,
  token: Contract,
): Promise<Figures> {
  const { here, there } = hyperlane;
  const native = await hyperlane.route(module);
  const erc20 = await hyperlane.route(module, token);
  await sent(token.getFunction('approve')(erc20.home.target, 2n ** 255n));
  const multiSend = await chain.deploy(multiSendArtifact(), []);
  const out = (recipient: string) => hyperlane.send(native.home, there, recipient, AMOUNT, AMOUNT);
  const process = async (from: typeof here, message: string): Promise<number> => {
    const call = await hyperlane.processCall(module, from, message);
    return gasOf(await sent(chain.signer.sendTransaction(call) as never));
  };
  /** Several messages in one transaction. */
  const processMany = async (from: typeof here, messages: readonly string[]): Promise<number> => {
    const calls = await Promise.all(messages.map((message) => hyperlane.processCall(module, from, message)));
    const packed = calls.map(({ to, data }) =>
      solidityPacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0, (data.length - 2) / 2, data]),
    );
    return gasOf(await sent(multiSend.getFunction('multiSend')(concat(packed)))) / messages.length;
  };
  const outMany = async (recipients: readonly string[]): Promise<readonly string[]> => {
    const messages: string[] = [];
    for (const recipient of recipients) messages.push((await out(recipient)).message);
    return messages;
  };
  const back = () => hyperlane.send(native.synthetic, here, account('payee'), AMOUNT);
  const first = await out(chain.address);
  await process(here, first.message);
  for (let left = 0; left < BATCH + 2; left++) await process(here, (await out(chain.address)).message);
  await hyperlane.send(erc20.home, there, account('there'), AMOUNT);
  await process(there, (await back()).message);
  const sentNative = await out(account('new'));
  const sentToken = await hyperlane.send(erc20.home, there, account('there'), AMOUNT);
  const alone = await process(here, sentNative.message);
  const again = await process(here, (await out(account('new'))).message);
  const label = `holder ${module}`;
  const together = await processMany(here, await outMany(accounts(label)));
  const togetherAgain = await processMany(here, await outMany(accounts(label)));
  const sentBack = await back();
  const released = await process(there, sentBack.message);
  const many: string[] = [];
  for (let index = 0; index < BATCH; index++) many.push((await back()).message);
  return {
    'send the native coin': sentNative.gas,
    'send an ERC-20': sentToken.gas,
    'receive, alone, new recipient': alone,
    'receive, alone, holder': again,
    'receive, 50 together, new recipients': together,
    'receive, 50 together, holders': togetherAgain,
    'send back': sentBack.gas,
    'receive the native coin back, alone': released,
    'receive the native coin back, 50 together': await processMany(there, many),
  };
}

/** Safe's contract for several calls in one transaction, which anybody may call. */
function multiSendArtifact(): Artifact {
  const path =
    '@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json';
  return createRequire(import.meta.url)(path);
}

function tableOf(rows: readonly Row[]): string {
  const cell = (gas: number, own: number): string => `${gas.toLocaleString('en')} (${(gas / own).toFixed(2)})`;
  return [
    '| gas per order | Causeway | Hyperlane, message-id | Hyperlane, merkle-root |',
    '|---|---|---|---|',
    ...rows.map(({ name, causeway, hyperlane }) => {
      const theirs = ['message-id', 'merkle-root'].map((module) => cell(hyperlane[module] ?? 0, causeway));
      return `| ${name} | ${causeway.toLocaleString('en')} | ${theirs.join(' | ')} |`;
    }),
  ].join('\n');
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(HELP);
else {
  const rows = await main();
  console.log(values.json ? JSON.stringify(rows, null, 2) : tableOf(rows));
}
