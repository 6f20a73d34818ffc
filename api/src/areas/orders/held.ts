import { DELAY_WINDOW_MS, isDelayed } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';
import type { ChainViewRepository, OrderRow } from '@causeway/storage';
import type { Catalogue } from '../../bridge/catalogue.ts';
import type { OrderNetworks } from './view.ts';

interface HeldDeps {
  readonly storage: { readonly chainView: Pick<ChainViewRepository, 'message' | 'sentWithin'> };
  readonly catalogue: Catalogue;
  readonly clock: Clock;
}

/** Most messages of a sender that are counted. */
const MOST_COUNTED = 10_000;

/**
 * Seconds for which the delivery of an order is held back because its amount is large, or what its sender sent within
 * the hour; before its lock those that its amount alone will be. 0 when it is not, or no more.
 */
export async function secondsHeld(
  { storage: { chainView }, catalogue, clock }: HeldDeps,
  { asset, source, destination }: OrderNetworks,
  { messageId, wireAmount }: OrderRow,
): Promise<number> {
  const delay = catalogue.delayOf(asset, source, destination);
  if (!delay) return 0;
  const row = messageId === null ? undefined : await chainView.message(messageId);
  if (!row) return wireAmount > delay.above ? delay.ms / 1_000 : 0;
  const { family, message, at } = row;
  const { timeMs } = at.block;
  const lane = { family, source: message.source, destination: message.destination };
  const [fromMs, toMs] = [timeMs - DELAY_WINDOW_MS, timeMs + DELAY_WINDOW_MS];
  const sent = await chainView.sentWithin(lane, message.sender, message.assetHome, fromMs, toMs, MOST_COUNTED);
  const others = sent.filter((one) => one.messageId !== messageId);
  if (!isDelayed(delay, { wireAmount, timeMs }, others)) return 0;
  return Math.max(0, timeMs + delay.ms - clock.now()) / 1_000;
}
