import { type ComparisonsDeps, DeploymentComparisons, showDifferences } from '@causeway/chains';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

export interface DeploymentsDeps extends Pick<ComparisonsDeps, 'providers' | 'accepted' | 'clock'> {
  readonly metrics: Pick<Metrics, 'deploymentDiffers'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** The comparisons of a process with metrics: each is shown in `causeway_deployment_differs`. */
export class Deployments extends DeploymentComparisons {
  constructor({ metrics, log, ...deps }: DeploymentsDeps) {
    super({
      ...deps,
      warn: (fields, text) => log.warn(fields, text),
      onCompared: (health) => showDifferences(metrics.deploymentDiffers, health),
    });
  }
}
