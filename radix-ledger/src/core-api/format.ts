import type { SborData } from '@radixdlt/babylon-core-api-sdk';
import type { z } from 'zod';
import type { Node } from './endpoint.ts';
import type { Network } from './network.ts';
import { programmaticJson } from './read.ts';
import type { sborFormatOptions, transactionFormatOptions } from './requests.ts';

/** The requested forms of each SBOR value. */
export interface SborFormats {
  readonly raw: boolean;
  readonly programmaticJson: boolean;
}

/** The requested parts of each transaction. */
export interface TransactionFormats {
  readonly manifest: boolean;
  readonly blobs: boolean;
  readonly message: boolean;
  readonly rawNotarized: boolean;
  readonly rawLedger: boolean;
}

/** Writes the parts of an answer, for one network and in the requested forms. */
export interface Writer {
  readonly network: Network;
  readonly transactions: TransactionFormats;
  /** An SBOR value (hex) in the requested forms. */
  sbor(hex: string): SborData;
}

/** Streams leave out programmatic JSON unless the request asks for it. */
export const STREAM_SBOR: SborFormats = { raw: true, programmaticJson: false };
const DEFAULT_SBOR: SborFormats = { raw: true, programmaticJson: true };

interface Formats {
  readonly sbor?: SborFormats;
  readonly sborOptions?: z.infer<typeof sborFormatOptions> | null | undefined;
  readonly transactionOptions?: z.infer<typeof transactionFormatOptions> | null | undefined;
}

/** A writer for one answer. `sbor` gives the forms for which the options have no value. */
export function writer(node: Node, formats: Formats = {}): Writer {
  const { sbor = DEFAULT_SBOR, sborOptions, transactionOptions } = formats;
  const raw = sborOptions?.raw ?? sbor.raw;
  const json = sborOptions?.programmatic_json ?? sbor.programmaticJson;
  return {
    network: node.network,
    transactions: {
      manifest: transactionOptions?.manifest ?? true,
      blobs: transactionOptions?.blobs ?? false,
      message: transactionOptions?.message ?? true,
      rawNotarized: transactionOptions?.raw_notarized_transaction ?? true,
      rawLedger: transactionOptions?.raw_ledger_transaction ?? false,
    },
    sbor: (hex) => ({
      ...(raw && { hex }),
      ...(json && { programmatic_json: programmaticJson(node, hex) }),
    }),
  };
}
