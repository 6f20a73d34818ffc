import {
  type AssetRecord,
  formatRadixAddress,
  parseRadixAddress,
  type SendArguments,
  SIMULATOR,
} from '@causeway/chains';
import {
  COIN_TYPE,
  fail,
  type Hex,
  ok,
  padLeft,
  type Result,
  type SendOperation,
  slip44Domain,
  type UnsignedTransaction,
} from '@causeway/protocol';
import { FakeExpiringChain } from './fake-expiring.ts';

const XRD: AssetRecord = { symbol: 'XRD', name: 'Radix', decimals: 18, address: null };

/** The unsigned transaction for the caller `from`. */
export const manifestOf = (from: string): UnsignedTransaction => ({
  kind: 'radix',
  networkId: SIMULATOR.id,
  manifest: `CALL_METHOD Address("${from}") "withdraw";`,
  blobs: [],
});

/** A chain in memory like Radix: accounts in bech32m, blocks that are final at once. */
export class FakeRadix extends FakeExpiringChain {
  override readonly kind = 'radix';
  override get chainId(): string {
    return SIMULATOR.logicalName;
  }

  override readonly reserve = 10n * 10n ** 18n;
  override readonly finalityBlocks = 0;
  override readonly bridge: Hex = padLeft(`0xc0${'5b'.repeat(29)}`);

  constructor() {
    super('radix', slip44Domain('local', COIN_TYPE.radix), XRD);
  }

  override parseAddress(address: string): Result<Hex> {
    return parseRadixAddress(address, SIMULATOR);
  }

  override formatAddress(address: Hex): string {
    return formatRadixAddress(address, SIMULATOR);
  }

  override unsignedSend = async (
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[]>> => {
    if (from === undefined) return fail('SENDER_REQUIRED', 'give the sender');
    this.handedOut.push({ operation, args });
    return ok([manifestOf(from)]);
  };
}
