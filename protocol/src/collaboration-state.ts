/** How agents work together. */
export const COLLABORATION_PROTOCOLS = [
  /** All agents agree on one value, in one of several rounds. */
  'consensus',
  /** The value with the most votes wins. */
  'voting',
  /** A lead agent splits the work, and other agents do the parts. */
  'delegation',
] as const;
export type CollaborationProtocol = (typeof COLLABORATION_PROTOCOLS)[number];

/** Every state of a collaboration. */
export const COLLABORATION_STATES = [
  'running',
  /** It has an outcome. */
  'completed',
  /** The agents did their work and came to no result: no agreement, a tie, or no vote. */
  'undecided',
  /** Work that the result needs has failed. */
  'failed',
  'cancelled',
] as const;
export type CollaborationState = (typeof COLLABORATION_STATES)[number];

/** The events of a collaboration. */
export const COLLABORATION_TRIGGERS = [
  /** The tasks of a round have ended, and another round follows. */
  'roundEnded',
  'completed',
  'undecided',
  'failed',
  'cancelled',
] as const;
export type CollaborationTrigger = (typeof COLLABORATION_TRIGGERS)[number];

/** The whole life of a collaboration; an absent trigger cannot happen. */
export const COLLABORATION_TRANSITIONS: Readonly<
  Record<CollaborationState, Partial<Record<CollaborationTrigger, CollaborationState>>>
> = {
  running: {
    roundEnded: 'running',
    completed: 'completed',
    undecided: 'undecided',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  completed: {},
  undecided: {},
  failed: {},
  cancelled: {},
};

/** The state after `trigger`; undefined when the trigger cannot happen. */
export const nextCollaborationState = (
  state: CollaborationState,
  trigger: CollaborationTrigger,
): CollaborationState | undefined => COLLABORATION_TRANSITIONS[state][trigger];
