export { errorTable } from './app.ts';
export { registerCommands } from './commands.ts';
export { type ApiConfig, apiConfig, apiSection } from './config.ts';
export { openApiDocument } from './openapi.ts';
export { type ApiDeps, type RunningApi, startApi } from './start.ts';
