import type { SborData } from '@radixdlt/babylon-core-api-sdk';
import type { z } from 'zod';
import type { Node } from './endpoint.ts';
import type { Network } from './network.ts';
import { programmaticJson } from './read.ts';
import type { sborFormatOptions, transactionFormatOptions } from './requests.ts';

/** What is told of each SBOR value. */
export interface SborFormats {
  readonly raw: boolean;
  readonly programmaticJson: boolean;
}

/** What is told of each transaction. */
export interface TransactionFormats {
  readonly manifest: boolean;
  readonly blobs: boolean;
  readonly message: boolean;
  readonly rawNotarized: boolean;
  readonly rawLedger: boolean;
}

/** How the parts of an answer are written: on which network, and in which of their forms. */
export interface Writer {
  readonly network: Network;
  readonly transactions: TransactionFormats;
  /** An SBOR value (hex) in the forms that were asked for. */
  sbor(hex: string): SborData;
}

/** Transactions are streamed without programmatic JSON unless the request wants it. */
export const STREAM_SBOR: SborFormats = { raw: true, programmaticJson: false };
const DEFAULT_SBOR: SborFormats = { raw: true, programmaticJson: true };

interface Formats {
  readonly sbor?: SborFormats;
  readonly sborOptions?: z.infer<typeof sborFormatOptions> | null | undefined;
  readonly transactionOptions?: z.infer<typeof transactionFormatOptions> | null | undefined;
}

/** A writer for one answer, with the forms of `sbor` wherever the options do not say otherwise. */
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
