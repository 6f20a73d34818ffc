// The known ways to take a bridge's money by what is deployed end refused in the deploy tool, in `causeway verify`, and
// in a signer that starts.
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { causewayProgram } from '@causeway/cli/service';
import { callRpc, type Lie } from '@causeway/local-nodes';
import { PublicKey } from '@solana/web3.js';
import type { NetworkName } from '../support/control.ts';
import { type Stack, startStack } from '../support/stack.ts';

/** Solana's loader, whose accounts hold the code of programs. */
const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');
/** A byte of a program's code, after 45 bytes of its head. */
const IN_CODE = 45 + 1_000;
/** The rule that admits everybody, as a role's value in the engine's encoding. */
const EVERYBODY = '5c220101220000';
/** Roles of bridge and locker that one preview reads; the oracle's is the first. */
const ROLES = 8;

interface Accounts {
  readonly value: readonly ({ readonly data: readonly [string, string] } | null)[];
}
interface Preview {
  readonly receipt: { readonly output?: readonly object[] };
}

describe('a hostile deployment', function () {
  this.timeout(600_000);
  let stack: Stack;
  before(async () => {
    stack = await startStack({ networks: ['ethereum', 'solana', 'radix'], families: ['main'] });
  });
  after(() => stack?.stop());

  const bridgeOn = (name: NetworkName) => stack.devnet.deployment(name).bridges.main ?? assert.fail(name);
  /** What `causeway` writes when it fails. */
  async function failing(...args: readonly string[]): Promise<string> {
    const { flags, path } = causewayProgram();
    try {
      await promisify(execFile)(process.execPath, [...flags, path, ...args]);
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      return `${stdout}${stderr}`;
    }
    return assert.fail(`causeway ${args.join(' ')} succeeds`);
  }
  /** Runs `work` while every endpoint of the chain lies. */
  async function whileLying(name: NetworkName, lie: Lie, work: () => Promise<void>): Promise<void> {
    const { endpoints } = stack.devnet.chain(name);
    for (const endpoint of endpoints) endpoint.setFault({ kind: 'lying', lie });
    try {
      await work();
    } finally {
      for (const endpoint of endpoints) endpoint.setFault(null);
    }
  }
  /** Verification, a signer that starts and the deploy tool name `what`, and go no further. */
  async function isRefused(name: NetworkName, what: string, deploying = what): Promise<void> {
    const { signers, deploy } = stack.devnet.configuration;
    const [signer] = stack.signers;
    const config = signers[0]?.config ?? '';
    assert.match(await failing('verify', '--config', config, '--explain'), new RegExp(`REFUSED +${name} .*${what}`));
    await signer?.stop();
    await assert.rejects(async () => signer?.start());
    const log = readFileSync(join(stack.devnet.folder, 'logs', `${signers[0]?.name}.log`), 'utf8');
    assert.match(log, new RegExp(`chains\\.${name}: .*${what}`));
    assert.match(await failing('deploy', '--network', name, '--config', deploy), new RegExp(deploying));
  }
  const signs = async () => {
    await stack.signers[0]?.start();
  };

  it('of other code at an EVM bridge', async () => {
    const { address } = bridgeOn('ethereum');
    const { url } = stack.devnet.chain('ethereum').node;
    const code = String(await callRpc(url, 'eth_getCode', [address, 'latest']));
    // Unreachable, so that the bridge answers as before.
    await callRpc(url, 'anvil_setCode', [address, `${code}5b`]);
    await isRefused('ethereum', 'the code of the bridge');
    await callRpc(url, 'anvil_setCode', [address, code]);
    await signs();
  });

  it('of another program on Solana', async () => {
    const program = new PublicKey(bridgeOn('solana').address);
    const [data] = PublicKey.findProgramAddressSync([program.toBytes()], LOADER);
    const lie: Lie = ({ method, params }, result) => {
      const [addresses, options] = params as [readonly string[], { readonly dataSlice?: unknown }?];
      if (method !== 'getMultipleAccounts' || options?.dataSlice !== undefined) return result;
      const value = (result as Accounts).value.map((account, index) => {
        if (account === null || addresses[index] !== data.toBase58()) return account;
        const bytes = Buffer.from(account.data[0], 'base64');
        bytes.writeUInt8(bytes.readUInt8(IN_CODE) ^ 1, IN_CODE);
        return { ...account, data: [bytes.toString('base64'), 'base64'] };
      });
      return { ...(result as object), value };
    };
    await whileLying('solana', lie, () =>
      isRefused('solana', 'the code of the bridge', 'another build of the program'),
    );
    await signs();
  });

  it('of a bridge on Radix whose oracle is everybody', async () => {
    const lie: Lie = ({ method }, answer) => {
      const { receipt } = answer as Preview;
      if (method !== '/transaction/preview' || receipt.output?.length !== ROLES) return answer;
      const output = receipt.output.map((one, index) => (index === 0 ? { ...one, hex: EVERYBODY } : one));
      return { ...(answer as object), receipt: { ...receipt, output } };
    };
    await whileLying('radix', lie, () => isRefused('radix', 'the rule of oracle'));
    await signs();
  });
});
