import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the library routes only. */
export const LIBRARY_ERRORS = {
  LIBRARY_NOT_FOUND: define(
    404,
    'Library not found',
    'No library has this id, it is deleted, it has no such version, or it does not depend on that library.',
  ),
  LIBRARY_VERSION_EXISTS: define(
    409,
    'Version exists',
    'The version is kept with other content, and a published version never changes: give a new one.',
  ),
  LIBRARY_CYCLE: define(
    409,
    'Circular dependency',
    'The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.',
  ),
  LIBRARY_HAS_DEPENDANTS: define(
    409,
    'Library has dependants',
    'Current versions of other libraries depend on it; `dependants` names up to 100 of them.',
  ),
  DEPENDENCY_CONFLICT: define(
    409,
    'Dependencies conflict',
    'No kept versions meet all ranges; `conflicts` names the library, who demands what of it, and its versions.',
  ),
  DEPENDENCY_UNKNOWN: define(422, 'Dependency unknown', 'No library has the ids in `libraryIds`, or they are deleted.'),
  INVALID_VERSION: define(
    422,
    'Invalid version',
    'Not a semantic version in its normal form (`1.2.3`, `1.2.3-rc.1`), or without a next one: no `v`, no build metadata.',
  ),
  INVALID_VERSION_RANGE: define(422, 'Invalid version range', 'Not a range of npm’s semver, such as `^1.2.0`.'),
  INVALID_DEPENDENCIES: define(
    422,
    'Invalid dependencies',
    'A library is named twice, or more libraries than one may depend on.',
  ),
  LIBRARY_VERSIONS_EXCEEDED: define(422, 'Too many versions', 'The library has as many versions as one may.'),
  PACKAGE_DAMAGED: define(
    422,
    'Damaged package',
    'Not a package of libraries, or not as it was exported: its checksum, or a member that the answer names, is wrong.',
  ),
  PACKAGE_FOREIGN: define(
    422,
    'Foreign package',
    'The package is of another format version, of another library, or changes a library of another avatar.',
  ),
  PACKAGE_TOO_LARGE: define(
    422,
    'Package too large',
    'The export would have more than 4 MiB or 1,000 libraries, which no import takes: export without `transitive`.',
  ),
  DEPENDENCIES_TOO_COMPLEX: define(
    422,
    'Dependencies too complex',
    'The search for versions took too many steps; narrow the ranges that `conflicts` names.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a library route may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...LIBRARY_ERRORS });
