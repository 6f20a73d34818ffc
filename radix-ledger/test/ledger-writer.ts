// Commits transactions until it is killed. Prints each state version once the ledger reports it as committed.
import { FREE, openLedger, signed } from './ledger-support.ts';

const ledger = openLedger({ folder: process.argv[2] ?? '', snapshotEvery: 5 });
for (;;) {
  const submitted = ledger.submit(await signed(FREE));
  if (!submitted.ok) throw new Error(JSON.stringify(submitted.error));
  ledger.advance();
  const status = ledger.status(submitted.value.parsed.hashes.transactionIntent.hex);
  if (status.kind !== 'committed') throw new Error(JSON.stringify(status));
  process.stdout.write(`${JSON.stringify(ledger.transaction(status.stateVersion))}\n`);
}
