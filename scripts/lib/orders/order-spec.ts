import { DEVNET_NETWORKS } from '@causeway/devnet';

/** An order from the command line. */
export interface OrderSpec {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

/** Parses "FROM,TO,AMOUNT", such as "ETH,polygon,0.5". Throws with the reason when it is malformed. */
export function parseOrder(text: string): OrderSpec {
  const [from, to, amount, ...rest] = text.split(',').map((part) => part.trim());
  if (!from || !to || !amount || rest.length > 0 || !/^\d+(?:\.\d+)?$/.test(amount)) {
    throw new Error(`--order ${text}: must be FROM,TO,AMOUNT, such as ETH,polygon,0.5`);
  }
  return { from, to, amount };
}

/** The order of a devnet that names none: of the asset of the first of `networks` to the second; none of fewer. */
export function usualOrder(networks: readonly string[]): OrderSpec | undefined {
  const [source, to] = networks;
  const from = DEVNET_NETWORKS.find(({ name }) => name === source)?.assets.main.symbol;
  return from && to ? { from, to, amount: '0.5' } : undefined;
}
