import { strict as assert } from 'node:assert';
import { isIdentifier } from '../../../src/areas/avatars/usernames/precis.ts';
import { skeletonOf } from '../../../src/areas/avatars/usernames/skeleton.ts';
import { parseUsername, storedName } from '../../../src/areas/avatars/usernames/username.ts';
import { ONE_LINE } from '../../../src/http/schema/schema.ts';

const stored = (text: string) => {
  const parsed = parseUsername(text);
  return parsed.ok ? parsed.value : assert.fail(`${text}: ${parsed.error.message}`);
};

describe('usernames', () => {
  it('are stored in one form of width, and compared without case', () => {
    assert.deepEqual(stored('Ann'), { username: 'Ann', usernameKey: 'ann', usernameSkeleton: 'ann' });
    assert.equal(stored('ｂｏｂ').username, 'bob');
    assert.equal(stored('U\u0308nal').usernameKey, '\u00fcnal');
    for (const name of [
      'Ann Smith',
      'a.b-c_d!',
      'STRA\u1e9eE',
      '\u05e9\u05dc\u05d5\u05dd',
      '\u0639\u0645\u0631',
      '日本語',
      'l·l',
      '\u30a2\u30fb\u30a4',
    ])
      stored(name);
  });

  it('have none of the characters that PRECIS refuses, in the form that is stored', () => {
    const refused = {
      'an @': ['a@b', 'a\uff20b', 'a\ufe6bb'],
      'what has no image': ['a\u200bb', 'tre\u00adasury', 'a\u200db', 'a\u2060b', 'a\ufe0fb', '\u202eann', 'a\u034fb'],
      'control characters': ['admin\r\nX: y', 'a\u0000', 'a\u007f', 'a\u0085b', 'a\u2028b'],
      'spaces at an end or two': [' a', 'a ', 'a  b', 'a\u3000', 'a\u00a0b', ''],
      'forms of other characters': ['\ufb01sh', '\u2460', '\u2163', '\u00aa', '\ud835\udc00nn'],
      'signs that are no letters': ['\u{1f44d}', 'a\u20acb', '\u2603'],
      'what depends on its neighbours': ['a\u00b7b', '\u0375a', '\u05f3a', 'a\u30fbb'],
      'a mark in front': ['\u0301a'],
      'two directions of writing': ['\u05e9a', 'a\u05e9', '\u0639\u0645\u0631x'],
      'two kinds of Arabic digits': ['\u0639\u0661\u06f1'],
      'old Hangul and unassigned characters': ['\u1100', '\u{e0fff}', '\ufdd0', '\ud800'],
    };
    for (const [why, names] of Object.entries(refused)) {
      for (const name of names) {
        const parsed = parseUsername(name);
        assert.ok(!parsed.ok, `${why}: ${JSON.stringify(name)}`);
        assert.deepEqual([parsed.error.status, parsed.error.code], [422, 'USERNAME_INVALID']);
        assert.doesNotMatch(parsed.error.message, /\p{C}/u, 'the refusal repeats nothing of it');
      }
    }
  });

  it('may have every sign of ASCII but the @, and nothing of the first 160 characters beside these', () => {
    for (let code = 0; code < 0xa0; code += 1) {
      const isSign = code > 0x20 && code < 0x7f;
      assert.equal(isIdentifier(String.fromCharCode(code)), isSign, `U+${code.toString(16)}`);
      assert.equal(parseUsername(`a${String.fromCharCode(code)}`).ok, isSign && code !== 0x40);
    }
  });

  it('that look the same have one skeleton', () => {
    for (const alike of [
      'treasur\u0443',
      'tr\u0435asury',
      'tre\u00adasury',
      'treasury\u200b',
      '\u202etreasury',
      'TREASURY',
      '\uff54reasury',
    ])
      assert.equal(storedName(alike).usernameSkeleton, 'treasury', JSON.stringify(alike));
    for (const [one, other] of [
      ['bot0', 'boto'],
      ['user1', 'userl'],
      ['rn', 'm'],
      ['ΑΝΝΑ'.toLowerCase(), 'ανvα'],
      ['scope', '\u0455\u0441\u043e\u0440\u0435'],
    ] as const)
      assert.equal(skeletonOf(one), skeletonOf(other), `${one} ${other}`);
    for (const [one, other] of [
      ['ann', 'anna'],
      ['a1', 'a2'],
      ['\u00fcnal', 'unal'],
      ['\u65e5', '\u6708'],
    ] as const)
      assert.notEqual(skeletonOf(one), skeletonOf(other), `${one} ${other}`);
    for (const name of ['treasury', 'rn', 'bot0', 'ünal'])
      assert.equal(skeletonOf(skeletonOf(name)), skeletonOf(name), 'a skeleton is its own');
  });

  it('and other texts for people are of one line', () => {
    const oneLine = new RegExp(ONE_LINE, 'u');
    assert.ok(oneLine.test('Ann O’Neill \u{1f44d}'));
    for (const text of ['a\nb', 'a\rb', '\u0000', '\u001b[2J', '\u0085', '\u2028', '\u202eevil', '\u2066'])
      assert.ok(!oneLine.test(text), JSON.stringify(text));
  });
});
