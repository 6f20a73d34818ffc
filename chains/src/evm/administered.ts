import { ok, type Result, uintToHex } from '@causeway/protocol';
import { dataSlice, getAddress, id, ZeroAddress } from 'ethers';
import type { IssuerPowers } from '../config/issuer-powers.ts';
import type { ReadFailure } from '../failures.ts';
import { foundPowers, foundSettings, type Holder, type RemoteSettings } from '../provider/administered.ts';
import type { Found } from '../provider/differences.ts';
import type { LimitSide } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { bridgeAbi, safeAbi } from './abi.ts';
import { readCode } from './code.ts';
import type { EvmConnection } from './connection.ts';
import type { EvmContext } from './context.ts';
import { SIDE } from './reads.ts';
import { view, viewAll } from './views.ts';
import { wordAnswer } from './wire.ts';

/** The hash of `name` minus one, which no mapping of Solidity reaches: the slots of EIP-1967. */
const eip1967 = (name: string): string => uintToHex(BigInt(id(`eip1967.proxy.${name}`)) - 1n, 32);

/** Where proxies keep what the token's code is and who may replace it. A slot that is not zero is a proxy's. */
const PROXY_SLOTS: Readonly<Record<string, string>> = {
  implementation: eip1967('implementation'),
  admin: eip1967('admin'),
  beacon: eip1967('beacon'),
  'old implementation': id('org.zeppelinos.proxy.implementation'),
  'old admin': id('org.zeppelinos.proxy.admin'),
};

/**
 * What the issuer of the token at `address` could do: replace its code, where it is a proxy. Powers in the code itself,
 * such as lists of blocked holders, cannot be read in one way.
 */
export async function readIssuerPowers(
  { rpc }: Pick<EvmConnection, 'rpc'>,
  address: string | null,
): Promise<Result<IssuerPowers, ReadFailure>> {
  if (address === null) return ok({});
  const words = await rpc.onState(undefined, (endpoint, block) =>
    Promise.all(
      Object.values(PROXY_SLOTS).map(async (slot) =>
        wordAnswer.parse(await endpoint.send('eth_getStorageAt', [address, slot, block])),
      ),
    ),
  );
  return map(words, (found) => {
    const parts = Object.keys(PROXY_SLOTS).flatMap((name, index) => {
      const there = getAddress(dataSlice(found[index] as string, 12));
      return there === ZeroAddress ? [] : [`${name} ${there}`];
    });
    return parts.length === 0 ? {} : { replace: `a proxy’s (${parts.join(', ')})` };
  });
}

/** Reads what the issuer of the canonical asset could do. */
export const findPowers = async (context: EvmContext): Promise<Result<Found, ReadFailure>> =>
  map(await readIssuerPowers(context.connection, context.bridge.canonicalAsset.address), (powers) =>
    foundPowers(context, powers),
  );

/** Begins the code of an account whose key delegated it to a contract. The key can still do everything. */
const DELEGATED = '0xef0100';

/** Whether `address` is one key: an account, delegated or not, or a Safe that one key alone opens. */
export async function readHolder(connection: EvmConnection, address: string): Promise<Result<Holder, ReadFailure>> {
  const code = await readCode(connection, address);
  if (!code.ok) return code;
  if (code.value === '0x' || code.value.startsWith(DELEGATED)) return ok('one key');
  const threshold = await view({ connection }, { abi: safeAbi, to: address, name: 'getThreshold' });
  if (!threshold.ok && threshold.error.retryable) return threshold;
  const isOne = threshold.ok && BigInt(threshold.value[0]) === 1n;
  return ok(isOne ? 'one key' : 'several keys or a contract');
}

/** Reads pauses, and limits and fees of the remotes that the file has. */
export async function findSettings(context: EvmContext): Promise<Result<Found, ReadFailure>> {
  const { bridge } = context;
  const ofBridge = (name: string, ...args: readonly unknown[]) => ({ abi: bridgeAbi, to: bridge.address, name, args });
  const remotes = Object.entries(bridge.remotes);
  const answers = await viewAll(context, [
    ofBridge('outboundPaused'),
    ofBridge('inboundPaused'),
    ...remotes.flatMap(([, { domain }]) => [
      ofBridge('limits', domain, SIDE.canonical),
      ofBridge('limits', domain, SIDE.bridged),
      ofBridge('fee', domain),
      ofBridge('lane', domain),
    ]),
  ]);
  return map(answers, ([outbound, inbound, ...each]) => {
    const settings = remotes.map(([network], index): readonly [string, RemoteSettings] => {
      const [canonical, bridged, fee, lane] = each.slice(4 * index, 4 * index + 4);
      const limits: Record<LimitSide, RemoteSettings['limits']['canonical']> = {
        canonical: canonical?.[0],
        bridged: bridged?.[0],
      };
      return [network, { limits, fee: fee?.[0], paused: lane?.[0].paused }];
    });
    return foundSettings({ outbound: outbound?.[0], inbound: inbound?.[0] }, Object.fromEntries(settings));
  });
}
