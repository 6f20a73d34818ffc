import type { BridgeStorage, Lease } from '@causeway/storage';

/** The repositories that a lease guards. */
export type Guarded = Pick<
  BridgeStorage,
  'chainView' | 'comparisons' | 'orders' | 'swaps' | 'submissions' | 'deliveryFees'
>;

/**
 * `storage` for the holder of `fence`: once another holder has the lease, every guarded write throws LeaseLost inside
 * its transaction. Reads are unchanged.
 */
export function fenced(guarded: Guarded, fence: Lease): Guarded {
  const { chainView, comparisons, orders, swaps, submissions, deliveryFees } = guarded;
  const guard = { fence };
  return {
    chainView: {
      ...chainView,
      recordScan: (scan) => chainView.recordScan(scan, guard),
      rollback: (family, domain, block, options) => chainView.rollback(family, domain, block, { ...options, fence }),
      readAgain: (family, domain, block) => chainView.readAgain(family, domain, block, guard),
      scansFrom: (family, domain, from) => chainView.scansFrom(family, domain, from, guard),
      forgetOwnScans: (family, domain) => chainView.forgetOwnScans(family, domain, guard),
      finalize: (family, domain, block, options) => chainView.finalize(family, domain, block, { ...options, fence }),
      markBroken: (view) => chainView.markBroken(view, guard),
    },
    comparisons: {
      ...comparisons,
      record: (settled) => comparisons.record(settled, guard),
    },
    orders: {
      ...orders,
      transition: (id, trigger, patch, expected) => orders.transition(id, trigger, patch, { ...expected, fence }),
      update: (id, patch, expected) => orders.update(id, patch, { ...expected, fence }),
      matchLock: (row, confirmations, signatures) => orders.matchLock(row, confirmations, signatures, guard),
    },
    swaps: {
      ...swaps,
      record: (scan) => swaps.record(scan, guard),
    },
    submissions: {
      ...submissions,
      reserve: (submission) => submissions.reserve(submission, guard),
      addVersion: (id, version) => submissions.addVersion(id, version, guard),
      setState: (id, state, options) => submissions.setState(id, state, { ...options, fence }),
    },
    deliveryFees: {
      ...deliveryFees,
      note: (lane, fee, atMs) => deliveryFees.note(lane, fee, atMs, guard),
    },
  };
}
