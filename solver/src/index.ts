export { type Balance, compareBooks } from './books.ts';
export { registerCommands } from './commands.ts';
export { type SolverConfig, solverConfig } from './config.ts';
export { booksOf, type SolverDeps, type SolverHealth, startSolver } from './solver.ts';
