import { canonicalJson, ok } from '@causeway/protocol';
import type { MissionDefinition, MissionVersionRow } from '@causeway/storage';
import { Compile } from 'typebox/compile';
import type { Answer } from '../../http/errors/errors.ts';
import { checksumOf } from '../../http/requests/checksum.ts';
import { type JsonSchema, refuseUnknown } from '../../http/schema/schema.ts';
import { refuse } from './errors.ts';
import { isSignedBy, type PackageKeys } from './package-keys.ts';
import { type MissionPackage, missionPackage } from './schemas.ts';

/** A package whose form, checksum and signature are in order. */
export interface OpenedPackage extends Omit<MissionPackage, 'mission'> {
  readonly mission: MissionDefinition;
}

/** Everything of a package except its definition. */
type Envelope = Omit<MissionPackage, 'mission'>;

/** What a package is made of. */
export interface Packable {
  readonly missionId: string;
  readonly originId: string;
  /** The published version; 0 for a definition that is not published. */
  readonly version: number;
  readonly definition: MissionDefinition;
}

const NO_UNICODE = 'the package has text that is no Unicode';

// A package is closed: a member that is not known would not come back from a download.
const form = Compile(refuseUnknown(missionPackage as JsonSchema) as typeof missionPackage);

/** Everything of a package that checksum and signature cover. */
type Content = Omit<MissionPackage, 'checksum' | 'signature'>;

/** The checksum of the content, and the text that is signed; undefined for text that is no Unicode. */
function sealOf(content: Content): { readonly checksum: string; readonly text: string } | undefined {
  const [text, checksum] = [canonicalJson(content), checksumOf(content)];
  return text === undefined || checksum === undefined ? undefined : { text, checksum };
}

/** Makes a package, signed by the key of `avatarId`. */
export async function pack(keys: PackageKeys, avatarId: string, packable: Packable): Promise<Answer<MissionPackage>> {
  const key = await keys.of(avatarId);
  if (!key.ok) return key;
  const { missionId, originId, version, definition } = packable;
  const content = {
    ...({ format: 'causeway.mission', formatVersion: 1, missionId, originId, version } as const),
    mission: definition as unknown as MissionPackage['mission'],
    publisher: { avatarId, publicKey: key.value.publicKey },
  };
  const seal = sealOf(content);
  if (seal === undefined) return refuse('PACKAGE_INVALID', NO_UNICODE);
  const signature = await keys.sign(key.value, seal.text);
  return signature.ok ? ok({ ...content, checksum: seal.checksum, signature: signature.value }) : signature;
}

/** The part of a package that is stored beside its definition. */
export function envelopeOf({ mission: _definition, ...envelope }: MissionPackage): MissionVersionRow['envelope'] {
  return envelope;
}

/** The package of a stored version: the same one that was signed. */
export const packageOf = (envelope: MissionVersionRow['envelope'], definition: MissionDefinition): MissionPackage =>
  ({ ...(envelope as unknown as Envelope), mission: definition }) as unknown as MissionPackage;

/** Checks the form, the checksum and the signature of something that should be a package. */
export function openPackage(value: unknown): Answer<OpenedPackage> {
  if (!form.Check(value)) {
    const [error] = form.Errors(value);
    const where = error?.instancePath ? `package${error.instancePath.replaceAll('/', '.')}` : 'the package';
    return refuse('PACKAGE_INVALID', `${where.slice(0, 200)}: ${error?.message ?? 'is of another form'}`);
  }
  const { checksum, signature, ...content } = value;
  const seal = sealOf(content);
  if (seal === undefined) return refuse('PACKAGE_INVALID', NO_UNICODE);
  if (seal.checksum !== checksum) return refuse('PACKAGE_INVALID', 'the checksum does not fit the package');
  if (!isSignedBy(value.publisher.publicKey, seal.text, signature)) {
    return refuse('PACKAGE_INVALID', 'the signature is not the publisher’s');
  }
  return ok(value as unknown as OpenedPackage);
}
