import { type NetworkProfile, secondsToFinal } from './profile.ts';

const LINE = /<!-- profiles -->\n[\s\S]*?<!-- \/profiles -->/;

/** Seconds in the largest unit that shows them well. */
function spanOf([least, most]: readonly [number, number]): string {
  if (most === 0) return 'at once';
  if (most < 120) return least === most ? `${most} s` : `${least} to ${most} s`;
  return `${Math.round(least / 60)} to ${Math.round(most / 60)} min`;
}

/** The profiles as a table of Markdown. A star marks an estimate. */
export function tableOf(profiles: readonly NetworkProfile[]): string {
  const rows = profiles.map((profile) => {
    const { name, chainId, asset, coin, walletType, finality, settings } = profile;
    const cap = settings.maxFeePerGasGwei;
    return [
      ...[`\`${name}\``, chainId.value, asset.native ? asset.symbol : `${asset.symbol}, a token`, coin],
      ...[spanOf(secondsToFinal(profile)) + (finality.seconds.source === null ? '*' : ''), finality.rule],
      ...[
        cap ? `${cap.value} gwei${cap.source === null ? '*' : ''}` : '–',
        walletType === null ? '–' : String(walletType),
      ],
    ];
  });
  const head = ['profile', 'chain', 'asset', 'fees in', 'final after', 'when', 'fee cap', 'wallets'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `page` with the table between its marks. Throws RangeError when it has no marks. */
export function withTable(page: string, profiles: readonly NetworkProfile[]): string {
  if (!LINE.test(page)) throw new RangeError('the page has no place for the table');
  return page.replace(LINE, `<!-- profiles -->\n${tableOf(profiles)}\n<!-- /profiles -->`);
}
