import { ok, type Result } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import type { IssuerPowers } from '../config/issuer-powers.ts';
import type { ReadFailure } from '../failures.ts';
import { foundPowers, foundSettings, type Holder, type RemoteSettings, readEach } from '../provider/administered.ts';
import type { Found } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import { decodeMintRoles } from './accounts.ts';
import { TOKEN_PROGRAM } from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { readBridge, readRemoteAccount } from './reads.ts';
import type { SolanaRpc } from './rpc.ts';

/** Whether `address` is one key, or the address of a program, which no key signs for. */
export const holderOf = (address: PublicKey): Holder =>
  PublicKey.isOnCurve(address.toBytes()) ? 'one key' : 'several keys or a contract';

const NO_LIMITS = { minAmount: 0n, maxAmount: 0n, capacity: 0n, refillPerSecond: 0n };

/** Reads pauses, and limits and fees of the remotes that the file has. */
export async function findSettings(context: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const [bridge, remotes] = await Promise.all([
    readBridge(context),
    readEach(context, async (domain) =>
      map(await readRemoteAccount(context, domain), (remote): RemoteSettings => {
        const limits = {
          canonical: remote?.canonical.limits ?? NO_LIMITS,
          bridged: remote?.bridged.limits ?? NO_LIMITS,
        };
        return { limits, fee: remote?.fee ?? 0n, paused: remote?.paused ?? false };
      }),
    ),
  ]);
  if (!bridge.ok) return bridge;
  return map(remotes, (settings) => foundSettings(bridge.value.paused, settings));
}

/** What the issuer of the token `mint` can do: freeze accounts of it, the escrow's among them. */
export async function readIssuerPowers(
  rpc: Pick<SolanaRpc, 'account'>,
  mint: PublicKey | null,
): Promise<Result<IssuerPowers, ReadFailure>> {
  const found = mint === null ? ok(null) : await rpc.account(mint);
  if (!found.ok) return found;
  if (!found.value?.owner.equals(TOKEN_PROGRAM)) return ok({});
  const { freezeAuthority } = decodeMintRoles(found.value.data);
  return ok(freezeAuthority === null ? {} : { freeze: freezeAuthority.toBase58() });
}

/** Reads what the issuer of the canonical asset can do. */
export const findPowers = async (context: SolanaContext): Promise<Result<Found, ReadFailure>> =>
  map(await readIssuerPowers(context.connection.rpc, context.canonicalMint), (powers) => foundPowers(context, powers));
