/**
 * Progress of one step of a deployment. "present": the chain already has it; "missing": it is sent next; "sent": it is
 * on chain; "done": the file records it too. "lacking": the deployment needs it, and only its operator can do it.
 */
export interface DeployProgress {
  readonly network: string;
  readonly step: string;
  readonly state: 'present' | 'missing' | 'sent' | 'done' | 'lacking';
}

/** Called for every step. If it throws, the deployment stops and can be resumed later. */
export type OnProgress = (progress: DeployProgress) => void;
