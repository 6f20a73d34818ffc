// Hyperlane's contracts as its npm package has them: a warp route of the native coin and one of an ERC-20 from one
// mailbox to another, each message checked by a module that wants three of five validators. No gas payment and no
// protocol fee is charged, which a relayer of others would want.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type BaseWallet,
  type Contract,
  type ContractTransactionReceipt,
  concat,
  ethers,
  getBytes,
  hashMessage,
  keccak256,
  solidityPacked,
  toBeHex,
  ZeroAddress,
  ZeroHash,
  zeroPadValue,
} from 'ethers';
import { type Artifact, type Deployer, gasOf, sent } from './chain.ts';

const PEERS = fileURLToPath(new URL('peers/', import.meta.url));
const LOCAL = 71_001;
const REMOTE = 71_002;
/** Depth of the tree of Hyperlane's MerkleTreeHook. */
const DEPTH = 32;
const THRESHOLD = 3;

/** A module that checks messages, and what a relayer gives to it. */
export type Module = 'message-id' | 'merkle-root';

/** The contracts of the package. Its dependencies are installed in a folder of their own. */
export async function hyperlaneArtifacts(): Promise<Readonly<Record<string, Artifact>>> {
  const run = promisify(execFile);
  if (!existsSync(join(PEERS, 'node_modules'))) {
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: PEERS });
  }
  const { stdout } = await run(process.execPath, ['artifacts.mjs'], { cwd: PEERS, maxBuffer: 64 << 20 });
  return JSON.parse(stdout);
}

/** One side: a mailbox whose messages go into the tree of its hook. */
interface Side {
  readonly domain: number;
  readonly mailbox: Contract;
  readonly hook: Contract;
}

/** Both sides, on one chain. */
export class Hyperlane {
  readonly #deployer: Deployer;
  readonly #artifacts: Readonly<Record<string, Artifact>>;
  readonly #validators: readonly BaseWallet[];
  readonly here: Side;
  readonly there: Side;
  readonly #modules: Readonly<Record<Module, string>>;

  private constructor(
    deployer: Deployer,
    artifacts: Readonly<Record<string, Artifact>>,
    validators: readonly BaseWallet[],
    sides: readonly [Side, Side],
    modules: Readonly<Record<Module, string>>,
  ) {
    this.#deployer = deployer;
    this.#artifacts = artifacts;
    this.#validators = validators;
    [this.here, this.there] = sides;
    this.#modules = modules;
  }

  static async deploy(deployer: Deployer): Promise<Hyperlane> {
    const artifacts = await hyperlaneArtifacts();
    const make = (name: string, ...args: unknown[]) => deployer.deploy(artifacts[name] as Artifact, args);
    // The module finds signers in the order of its list.
    const validators = Array.from({ length: 5 }, (_, index) => new ethers.Wallet(toBeHex(0xbeef + index, 32)));
    const addresses = validators.map(({ address }) => address);
    const module = async (factoryName: string): Promise<string> => {
      const factory = await make(factoryName);
      const address = await factory.getFunction('getAddress(address[],uint8)').staticCall(addresses, THRESHOLD);
      await sent(factory.getFunction('deploy(address[],uint8)')(addresses, THRESHOLD));
      return address;
    };
    const modules = {
      'message-id': await module('StaticMessageIdMultisigIsmFactory'),
      'merkle-root': await module('StaticMerkleRootMultisigIsmFactory'),
    };
    const side = async (domain: number): Promise<Side> => {
      const mailbox = await make('Mailbox', domain);
      const hook = await make('MerkleTreeHook', mailbox.target);
      const fee = await make('ProtocolFee', 0, 0, deployer.address, deployer.address);
      const setUp = [deployer.address, modules['message-id'], hook.target, fee.target];
      await sent(mailbox.getFunction('initialize')(...setUp));
      return { domain, mailbox, hook };
    };
    return new Hyperlane(deployer, artifacts, validators, [await side(LOCAL), await side(REMOTE)], modules);
  }

  /** A route of the native coin, or of `token`: its router here, and the synthetic token there. */
  async route(module: Module, token?: Contract): Promise<Route> {
    const make = (name: string, ...args: unknown[]) => this.#deployer.deploy(this.#artifacts[name] as Artifact, args);
    const owner = this.#deployer.address;
    const home = token
      ? await make('HypERC20Collateral', token.target, 1, 1, this.here.mailbox.target)
      : await make('HypNative', 1, 1, this.here.mailbox.target);
    await sent(home.getFunction('initialize')(ZeroAddress, this.#modules[module], owner));
    const synthetic = await make('HypERC20', 18, 1, 1, this.there.mailbox.target);
    await sent(synthetic.getFunction('initialize')(0, 'Synthetic', 'SYN', ZeroAddress, this.#modules[module], owner));
    await sent(home.getFunction('enrollRemoteRouter')(REMOTE, zeroPadValue(String(synthetic.target), 32)));
    await sent(synthetic.getFunction('enrollRemoteRouter')(LOCAL, zeroPadValue(String(home.target), 32)));
    return { home, synthetic, module };
  }

  /** Sends `amount` over the route to `recipient`. Returns the gas and the message. */
  async send(
    router: Contract,
    to: Side,
    recipient: string,
    amount: bigint,
    value = 0n,
  ): Promise<{ readonly gas: number; readonly message: string }> {
    const call = router.getFunction('transferRemote(uint32,bytes32,uint256)');
    const receipt = await sent(call(to.domain, zeroPadValue(recipient, 32), amount, { value }));
    return { gas: gasOf(receipt), message: this.#messageIn(receipt) };
  }

  /** The call that hands a message, which `from` has emitted, to the mailbox of the other side. */
  async processCall(
    module: Module,
    from: Side,
    message: string,
  ): Promise<{ readonly to: string; readonly data: string }> {
    const to = from === this.here ? this.there : this.here;
    const metadata = await this.#metadata(module, from, message);
    return {
      to: String(to.mailbox.target),
      data: to.mailbox.interface.encodeFunctionData('process', [metadata, message]),
    };
  }

  #messageIn(receipt: ContractTransactionReceipt): string {
    const { interface: abi } = this.here.mailbox;
    const dispatched = receipt.logs.map((log) => abi.parseLog(log)).find((event) => event?.name === 'Dispatch');
    return dispatched?.args.message;
  }

  /** Three signatures of the checkpoint that includes the message; for the merkle module with the proof in the tree. */
  async #metadata(module: Module, from: Side, message: string): Promise<string> {
    const ids = await this.#insertedIds(from);
    const id = keccak256(message);
    const index = ids.indexOf(id);
    const hook = zeroPadValue(String(from.hook.target), 32);
    const { root, proof } = proofIn(ids, index);
    const newest = ids.length - 1;
    const signedIndex = module === 'message-id' ? index : newest;
    const signedId = module === 'message-id' ? id : (ids[newest] as string);
    const domainHash = keccak256(solidityPacked(['uint32', 'bytes32', 'string'], [from.domain, hook, 'HYPERLANE']));
    const checkpoint = solidityPacked(
      ['bytes32', 'bytes32', 'uint32', 'bytes32'],
      [domainHash, root, signedIndex, signedId],
    );
    const digest = hashMessage(getBytes(keccak256(checkpoint)));
    const signatures = this.#validators.slice(0, THRESHOLD).map((wallet) => wallet.signingKey.sign(digest).serialized);
    const head =
      module === 'message-id'
        ? [hook, root, toBeHex(index, 4)]
        : [hook, toBeHex(index, 4), signedId, ...proof, toBeHex(signedIndex, 4)];
    return concat([...head, ...signatures]);
  }

  /** The ids in the hook's tree, in order. */
  async #insertedIds({ hook }: Side): Promise<readonly string[]> {
    const logs = await this.#deployer.logs(String(hook.target));
    return logs.flatMap((log) => {
      const event = hook.interface.parseLog(log);
      return event?.name === 'InsertedIntoTree' ? [event.args.messageId as string] : [];
    });
  }
}

/** A route of one asset. */
export interface Route {
  readonly home: Contract;
  readonly synthetic: Contract;
  readonly module: Module;
}

/** Root of the tree of depth 32 over `leaves`, filled up with zeros, and the siblings of the leaf at `index`. */
function proofIn(
  leaves: readonly string[],
  index: number,
): { readonly root: string; readonly proof: readonly string[] } {
  let row = leaves;
  let zero: string = ZeroHash;
  const proof: string[] = [];
  for (let level = 0; level < DEPTH; level++) {
    proof.push(row[(index >> level) ^ 1] ?? zero);
    const parents: string[] = [];
    for (let at = 0; at < row.length; at += 2)
      parents.push(keccak256(concat([row[at] as string, row[at + 1] ?? zero])));
    row = parents;
    zero = keccak256(concat([zero, zero]));
  }
  return { root: row[0] as string, proof };
}
