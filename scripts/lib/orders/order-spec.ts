import { DEVNET_NETWORKS } from '@causeway/devnet';

/** An order from the command line. */
export interface OrderSpec {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** A swap brings the asset that `to` names; otherwise the asset of `from` is moved. */
  readonly mode?: 'swap';
}

/**
 * Parses "FROM,TO,AMOUNT", such as "ETH,polygon,0.5", or "SOL,XRD,1,swap". Throws with the reason when it is malformed.
 */
export function parseOrder(text: string): OrderSpec {
  const [from, to, amount, mode, ...rest] = text.split(',').map((part) => part.trim());
  const isMode = mode === undefined || mode === 'swap';
  if (!from || !to || !amount || !isMode || rest.length > 0 || !/^\d+(?:\.\d+)?$/.test(amount)) {
    throw new Error(`--order ${text}: must be FROM,TO,AMOUNT, such as ETH,polygon,0.5, or FROM,TO,AMOUNT,swap`);
  }
  return { from, to, amount, ...(mode && { mode }) };
}

/** The order of a devnet that names none: of the asset of the first of `networks` to the second; none of fewer. */
export function usualOrder(networks: readonly string[]): OrderSpec | undefined {
  const [source, to] = networks;
  const from = DEVNET_NETWORKS.find(({ name }) => name === source)?.assets.main.symbol;
  return from && to ? { from, to, amount: '0.5' } : undefined;
}
