// Commits transactions until it is killed; tells each one's state version once the ledger says that it is committed.
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
