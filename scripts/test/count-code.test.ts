import assert from 'node:assert/strict';
import { countFiles, countLines, type Language, languageOf, partOf, workspaceOf } from '../lib/check/code-lines.ts';

const lines = (...text: string[]): string => `${text.join('\n')}\n`;

const SAMPLES: readonly { language: Language; what: string; text: string; expected: [number, number, number] }[] = [
  {
    language: 'TypeScript',
    what: 'a line with code and a comment as code',
    text: lines('/** Doc', ' * of a. */', 'const a = 1; // one', '', '// alone', 'f(/* in */ a); /* ends', 'here */'),
    expected: [2, 4, 1],
  },
  {
    language: 'TypeScript',
    what: 'signs of a comment in strings, templates and regular expressions as code',
    text: lines(
      "const a = '/*';",
      'const b = `//', // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample
      '  ${ { c: "*/" }.c } /* ${ 1 /* really */ }',
      '`;',
      'const d = /[/*]/;',
      '// alone',
    ),
    expected: [5, 1, 0],
  },
  {
    language: 'TypeScript',
    what: 'a division as no regular expression',
    text: lines('const a = b / 2; // half', 'const c = (d) / 2; // a /', '// alone'),
    expected: [2, 1, 0],
  },
  {
    language: 'Rust',
    what: 'blocks within blocks as one comment',
    text: lines('/* one /* two */', 'still */', '//! crate', 'fn a() {} /* end */'),
    expected: [1, 3, 0],
  },
  {
    language: 'Rust',
    what: 'signs of a comment in strings, characters and after lifetimes',
    text: lines(
      'let a = r#"//"',
      '/* "#;',
      `let b = b'"'; let c = '\\''; // quotes`,
      "fn d<'a>(e: &'a str) {} // '",
      '// alone',
    ),
    expected: [4, 1, 0],
  },
  {
    language: 'Solidity',
    what: 'blocks within blocks as ended by the first end',
    text: lines('/* one /* two */ uint a;', 'string b = "/*"; // x', '', "bytes c = hex'00';", '/// doc'),
    expected: [3, 1, 1],
  },
];

describe('the count of code', () => {
  for (const { language, what, text, expected } of SAMPLES) {
    it(`of ${language} takes ${what}`, () => {
      const { code, comments, blank } = countLines(text, language);
      assert.deepEqual([code, comments, blank], expected);
    });
  }

  it('needs no line feed at the end', () => {
    assert.deepEqual(countLines('a();\n\nb();', 'TypeScript'), { code: 2, comments: 0, blank: 1 });
    assert.deepEqual(countLines('', 'TypeScript'), { code: 0, comments: 0, blank: 0 });
  });

  it('tells tests and tools from shipped code, and leaves out generated files and other languages', () => {
    const parts: Readonly<Record<string, string>> = {
      'relayer/src/view/loop.ts': 'shipped',
      'scripts/start.ts': 'shipped',
      'scripts/lib/install/install.mjs': 'shipped',
      'relayer/test/flow.test.ts': 'tests',
      'contracts/conformance/src/suite.ts': 'tests',
      'contracts/evm/test/Bridge.t.sol': 'tests',
      'scripts/lib/check/source-rules.ts': 'tools',
      'protocol/scripts/vectors.ts': 'tools',
      'bench/api/run.ts': 'tools',
      'hardhat.config.ts': 'tools',
    };
    for (const [path, part] of Object.entries(parts)) assert.equal(partOf(path), part, path);
    for (const path of ['client/src/schema.ts', 'README.md', 'package.json', 'LICENSE']) {
      assert.equal(languageOf(path), undefined, path);
    }
  });

  it('adds up the files of a workspace; contracts are one each', () => {
    assert.equal(workspaceOf('contracts/evm/src/A.sol'), 'contracts/evm');
    assert.equal(workspaceOf('hardhat.config.ts'), '.');
    const counted = countFiles([
      { path: 'relayer/src/b.ts', text: 'b();\n' },
      { path: 'relayer/test/a.test.ts', text: '// a\n' },
      { path: 'relayer/src/a/c.ts', text: 'c();\n\nd();\n' },
      { path: 'relayer/README.md', text: 'text\n' },
    ]);
    const relayer = { workspace: 'relayer', language: 'TypeScript' } as const;
    assert.deepEqual(counted, [
      { ...relayer, part: 'shipped', files: 2, code: 3, comments: 0, blank: 1 },
      { ...relayer, part: 'tests', files: 1, code: 0, comments: 1, blank: 0 },
    ]);
  });
});
