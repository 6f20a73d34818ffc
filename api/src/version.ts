import manifest from '../package.json' with { type: 'json' };

/** Version of the API's package: what /health and the OpenAPI document name. */
export const VERSION: string = manifest.version;
