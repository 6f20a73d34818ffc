import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the mission routes only. */
export const MISSION_ERRORS = {
  MISSION_NOT_FOUND: define(404, 'Mission not found', 'No mission that you may see has this id.'),
  QUEST_NOT_FOUND: define(404, 'Quest not found', 'The mission has no quest with this id.'),
  MISSION_VERSION_NOT_FOUND: define(404, 'Version not found', 'The mission was never published as this version.'),
  MISSION_ALREADY_STARTED: define(
    409,
    'Mission already started',
    'You have a run of the mission; only one that failed or was abandoned can be started again.',
  ),
  MISSION_NOT_STARTED: define(409, 'Mission not started', 'You have no run of the mission; start it first.'),
  MISSION_OVER: define(
    409,
    'Mission over',
    'Your run is completed, has failed or was abandoned; the answer says which.',
  ),
  MISSION_INCOMPLETE: define(
    409,
    'Mission incomplete',
    'Not every quest and chapter is complete; the answer names the open ones.',
  ),
  MISSION_DEADLINE_PASSED: define(
    409,
    'Deadline passed',
    'The mission had to be completed before; the answer says when.',
  ),
  MISSION_NOT_PUBLISHED: define(409, 'Mission not published', 'The mission is not published, or not any more.'),
  MISSION_INSTALLED: define(
    409,
    'Mission installed',
    'An installed mission stays as its package has it; clone it to change it.',
  ),
  MISSION_ALREADY_INSTALLED: define(
    409,
    'Mission already installed',
    'You have a copy of this mission; the answer names it.',
  ),
  MISSION_NOT_INSTALLED: define(409, 'Mission not installed', 'The mission is no installed copy; delete it instead.'),
  QUEST_ALREADY_STARTED: define(409, 'Quest already started', 'The quest is in progress.'),
  QUEST_NOT_STARTED: define(409, 'Quest not started', 'Start the quest first.'),
  QUEST_ALREADY_COMPLETED: define(409, 'Quest already completed', 'The quest is complete.'),
  PREREQUISITES_OPEN: define(
    409,
    'Prerequisites open',
    'Other quests must be completed before; the answer names them.',
  ),
  OBJECTIVES_OPEN: define(
    409,
    'Objectives open',
    'Only your bridge orders meet these objectives; the answer names them.',
  ),
  REWARD_LIMIT_EXCEEDED: define(
    403,
    'Reward limit exceeded',
    'Mission and quests together have more karma or XP than an author may set; more needs the scope `admin`.',
  ),
  MISSION_INVALID: define(
    422,
    'Mission invalid',
    'Ids that are used twice or are not there, or prerequisites that form a circle; the message names them.',
  ),
  PACKAGE_INVALID: define(
    422,
    'Package invalid',
    'The package is damaged, of another format, or its checksum or signature does not fit; nothing has changed.',
  ),
  PUBLISHER_UNKNOWN: define(
    422,
    'Publisher unknown',
    'Nobody here has the key that signed the package. Give `fingerprint` if you trust the key with the fingerprint in the answer.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a mission route may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...MISSION_ERRORS });
