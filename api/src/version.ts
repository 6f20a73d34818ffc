import manifest from '../package.json' with { type: 'json' };

/** Version of the API's package, which /health and the OpenAPI document show. */
export const VERSION: string = manifest.version;
