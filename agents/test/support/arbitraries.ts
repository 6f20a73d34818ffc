import fc from 'fast-check';

// Every run has the same cases; CAUSEWAY_LONG_FUZZ=1 looks for new ones.
fc.configureGlobal(process.env.CAUSEWAY_LONG_FUZZ === '1' ? { numRuns: 10_000 } : { seed: 20_260_101, numRuns: 200 });
