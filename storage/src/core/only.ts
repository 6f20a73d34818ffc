/** The name of every member of `T`: a member that is added to `T` must be added here, too. */
type Names<T> = { readonly [Name in keyof T]-?: true };

/** `T` with absent members in place of undefined ones. */
type Given<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/**
 * A function that copies the members of `T` from an object. At run time the object may have others, such as further
 * columns of the table, and those are not copied; absent and undefined members are absent in the copy. A repository
 * calls it on an object that it is given and writes, because a type is no check of what a caller really hands over.
 */
export function only<T extends object>(members: Names<T>): (given: T) => Given<T> {
  const names = Object.keys(members) as (keyof T)[];
  return (given) => {
    const copy: Partial<T> = {};
    for (const name of names) {
      if (Object.hasOwn(given, name) && given[name] !== undefined) copy[name] = given[name];
    }
    return copy as Given<T>;
  };
}
