import { isoOrNull } from '../../http/requests/times.ts';
import type { OperatorDeps } from './deps.ts';
import { nameOf } from './names.ts';
import type { SignerStandingView } from './schemas.ts';

/** What every signer answered last for each destination, as the relayers noted it. */
export async function listSigners({
  storage,
  bridge,
}: Pick<OperatorDeps, 'storage' | 'bridge'>): Promise<readonly SignerStandingView[]> {
  const answers = await storage.oracleRecord.answers();
  return answers.map(({ signer, domain, signedAtMs, refusedAtMs, refusalCode, refusalMessage }) => ({
    signer,
    chain: nameOf(bridge.catalogue, domain),
    state: (refusedAtMs ?? -1) > (signedAtMs ?? -1) ? 'refuses' : 'signs',
    signedAt: isoOrNull(signedAtMs),
    refusedAt: isoOrNull(refusedAtMs),
    refusalCode,
    refusalMessage,
  }));
}
