import {
  ADDRESS_LENGTH,
  cancelOf,
  KIND,
  messageIdOf,
  type ProofFor,
  packProof,
  toLocalAmount,
} from '../../src/index.ts';
import { type Delivery, type InboundLane, inboundLanes } from './lanes.ts';
import { malformedIntervals, malformedProofs } from './malformed.ts';
import { malformedPacked, packedVectors } from './packed.ts';
import { type Site, WIRE_DECIMALS } from './sites.ts';

/** The setup of a site's bridge, and the calls that it must accept and refuse. */
export function siteVectors(site: Site) {
  const lanes = inboundLanes(site);
  // Malformed calls do not depend on the remote.
  const firstLane = lanes[0] as InboundLane;
  return {
    domain: site.domain,
    bridge: site.bridge,
    wireDecimals: WIRE_DECIMALS,
    remotes: lanes.map(({ remote }) => ({
      domain: remote.domain,
      bridge: remote.bridge,
      addressLength: ADDRESS_LENGTH[remote.kind],
      wireDecimals: WIRE_DECIMALS,
      localDecimals: site.localDecimals,
    })),
    intervals: lanes.flatMap(({ remote, batches }) =>
      batches.map(({ firstNonce, count, root }) => ({ source: remote.domain, firstNonce, count, root })),
    ),
    proofs: lanes.flatMap(({ deliveries }) => deliveries.flatMap((delivery) => proofsOf(site, delivery))),
    malformedIntervals: malformedIntervals(site, firstLane),
    malformedProofs: malformedProofs(site, firstLane),
    // Solana has one order a transaction.
    ...(site.kind === 'solana' ? {} : { packed: packedVectors(lanes), malformedPacked: malformedPacked(firstLane) }),
  };
}

/** The execution of a message, and its cancellation if it has one. */
function proofsOf(site: Site, delivery: Delivery) {
  const uses: ProofFor[] =
    delivery.message.kind === KIND.cancel ? [delivery.execution] : [delivery.execution, 'cancelOrder'];
  return uses.map((use) => {
    const { name, message, batch } = delivery;
    return {
      name: `${use}: ${name}`,
      function: use,
      orderId: messageIdOf(message),
      ...message,
      localAmount: toLocalAmount(message.wireAmount, site.localDecimals, WIRE_DECIMALS),
      firstNonce: batch.firstNonce,
      count: batch.count,
      siblings: batch.proofOf(message.nonce),
      proof: packProof(use, message, batch),
      // The first message of the reverse lane, because every vector starts with a new bridge.
      cancelMessageId: use === 'cancelOrder' ? messageIdOf(cancelOf(message, 0n)) : null,
    };
  });
}
