import { readFileSync } from 'node:fs';
import type { Hex, Kind, Message, SettlerSite, Terms, TermsFault } from '../../src/index.ts';

/** Fields of a vector, as in its file. */
export type Row = Readonly<Record<string, string>>;

/** The call of a vector, as every implementation receives it. */
export interface CallRow extends Row {
  readonly function: 'mintTokens' | 'releaseTokens' | 'cancelOrder';
  readonly orderId: Hex;
  readonly recipient: Hex;
  readonly proof: Hex;
}

/** A proofs-*.json file. */
export interface SiteFile {
  readonly domain: string;
  readonly bridge: Hex;
  readonly wireDecimals: string;
  readonly remotes: readonly Row[];
  readonly intervals: readonly Row[];
  readonly proofs: readonly (CallRow & { readonly siblings: readonly Hex[] })[];
  readonly malformedIntervals: readonly Row[];
  readonly malformedProofs: readonly CallRow[];
  /** Calls of executeMany, where the kind has it. */
  readonly packed?: readonly (Row & { readonly packed: Hex; readonly functions: readonly string[] })[];
  readonly malformedPacked?: readonly (Row & { readonly packed: Hex })[];
}

/** A committed vector file. */
export const readVectors = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../contracts/vectors/${name}`, import.meta.url), 'utf8'));

/** The message in a vector's fields. */
export const messageOf = (row: Row): Message => ({
  kind: Number(row.kind) as Kind,
  source: Number(row.source),
  destination: Number(row.destination),
  nonce: BigInt(row.nonce as string),
  sourceBridge: row.sourceBridge as Hex,
  destinationBridge: row.destinationBridge as Hex,
  assetHome: Number(row.assetHome),
  sender: row.sender as Hex,
  recipient: row.recipient as Hex,
  wireAmount: BigInt(row.wireAmount as string),
  reference: row.reference as Hex,
});

/** A vector of terms.json. `fields` is null where the bytes are no terms, `vault` off EVM chains. */
export interface TermsVector {
  readonly name: string;
  readonly atDomain: string;
  readonly atSettler: Hex;
  readonly addressLength: string;
  readonly encoded: Hex;
  readonly id: Hex;
  readonly vault: Hex | null;
  readonly error: TermsFault | null;
  readonly fields: Readonly<Record<keyof Terms, string>> | null;
  readonly outs: readonly { readonly time: string; readonly out: string }[];
}

/** The settler of a vector of terms. */
export const siteOf = ({ atDomain, atSettler, addressLength }: TermsVector): SettlerSite => ({
  domain: Number(atDomain),
  settler: atSettler,
  addressLength: Number(addressLength),
});

const NUMBERS: ReadonlySet<string> = new Set(['version', 'domain', 'fallback', 'home'] satisfies (keyof Terms)[]);

/** The terms in a vector's fields. */
export const termsOf = (fields: NonNullable<TermsVector['fields']>): Terms =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => {
      if (NUMBERS.has(name)) return [name, Number(text)];
      return [name, text.startsWith('0x') ? text : BigInt(text)];
    }),
  ) as unknown as Terms;
