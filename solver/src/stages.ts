import type { FillStage } from '@causeway/storage';
import type { CallPurpose } from './dispatcher.ts';

/** The stage of a swap while a call of it is under way. */
export const CALLED: Readonly<Record<CallPurpose, FillStage>> = {
  fill: 'filling',
  settle: 'settling',
  finish: 'finishing',
};

/** Stages in which a swap needs work. */
export const OPEN_STAGES = ['seen', 'filling', 'filled', 'settling', 'finishing'] as const;

/** True while a call of a swap is under way. */
export const isCalled = (stage: FillStage): boolean => Object.values(CALLED).includes(stage);

/** True while what the settler says decides what is done next; not once a call is under way or it has ended. */
export const isUndecided = (stage: FillStage): boolean => stage === 'seen' || stage === 'filled';
