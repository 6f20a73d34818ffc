import { type ChainKind, type Domain, fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { AssetRecord, BridgeRecord, Deployment, RemoteRecord } from '../config/deployment.ts';
import type { DeployFailure } from '../failures.ts';
import type { RemoteRegistration } from '../provider/provider.ts';

/** The facts about a kind of chain that another kind needs to register a remote. */
export interface RemoteKind {
  /** Length of an address, bytes. */
  readonly addressLength: number;
  /** The hexadecimal bytes of an asset's address, which its bridged tokens on other chains store. */
  originBytes(address: string): Promise<string>;
}

/** Finds the facts about a kind. Passed to a deployer, so that no kind imports another. */
export type FindRemoteKind = (kind: ChainKind) => RemoteKind;

/** A bridge on another network that is to be registered. */
export interface RemoteBridge {
  readonly network: string;
  readonly kind: RemoteKind;
  readonly domain: Domain;
  readonly bridge: BridgeRecord;
}

/** A remote in the form in which a bridge registers it. */
export interface RemoteArguments {
  readonly domain: Domain;
  /** The remote's bridge, left-padded. */
  readonly bridge: Hex;
  readonly addressLength: number;
  readonly wireDecimals: number;
  /** The bridged token of the remote's asset. Its address is null where the registration itself creates it. */
  readonly token: AssetRecord;
}

/** The bridge of `family` on `remote`, which is to be registered. */
export function bridgeToRegister(remote: Deployment, family: string): Result<BridgeRecord, DeployFailure> {
  const bridge = remote.bridges[family];
  return bridge ? ok(bridge) : fail('FAMILY_NOT_DEPLOYED', `${remote.network} has no bridge of family ${family}`);
}

/** True when a bridge has registered a remote as `wanted`, whether opened or not. Any token matches an unknown one. */
export const isRegistered = (
  there: RemoteRegistration | null,
  wanted: Omit<RemoteArguments, 'domain' | 'token'> & Partial<Pick<RemoteArguments, 'token'>>,
): boolean =>
  there?.bridge === wanted.bridge &&
  there.token === (wanted.token?.address ?? there.token) &&
  there.addressLength === wanted.addressLength &&
  there.wireDecimals === wanted.wireDecimals;

/** The entries of `remotes` that the bridge has on chain. A local chain that was started anew has none. */
export async function remotesOnChain(
  ask: (remote: Domain) => Promise<Result<RemoteRegistration | null, DeployFailure>>,
  remotes: BridgeRecord['remotes'],
): Promise<Result<BridgeRecord['remotes'], DeployFailure>> {
  const there: Record<string, RemoteRecord> = {};
  for (const [network, record] of Object.entries(remotes)) {
    const found = await ask(record.domain);
    if (!found.ok) return found;
    if (found.value?.bridge !== record.bridge || found.value.token !== record.token.address) continue;
    there[network] = { ...record, opened: found.value.opened };
  }
  return ok(there);
}
