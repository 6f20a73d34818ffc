import type { SourceFile } from './sources.ts';

const FOLDER = 'docs/decisions/';
const PAGE = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/;

/**
 * What is wrong with the decisions: a hole in their numbers or one number twice, a heading of another number, a page
 * that the list does not name, and one that nothing outside of the folder links to.
 */
export function decisionProblems(files: readonly SourceFile[]): string[] {
  const pages = files.flatMap((file) => {
    const number = PAGE.exec(file.path)?.[1];
    return number === undefined ? [] : [{ ...file, number: Number(number), name: file.path.slice(FOLDER.length) }];
  });
  const list = files.find(({ path }) => path === `${FOLDER}README.md`)?.text ?? '';
  const outside = files.filter(({ path }) => !path.startsWith(FOLDER) && path !== 'CHANGELOG.md');
  return pages
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ path, text, number, name }, index) => [
      ...(number === index + 1 ? [] : [`${path}: the number ${index + 1} comes next`]),
      ...(text.startsWith(`# ${number}. `) ? [] : [`${path}: the heading must begin with "# ${number}. "`]),
      ...(list.includes(`](${name})`) ? [] : [`${path}: ${FOLDER}README.md does not name it`]),
      ...(outside.some((file) => file.text.includes(name)) ? [] : [`${path}: link it from where it matters`]),
    ]);
}
