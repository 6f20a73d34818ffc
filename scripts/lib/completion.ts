import type { Command, Option } from 'commander';

/** By the name of an argument or of an option's value: the command that prints the possible values, in both shells. */
const LISTS = { profile: 'profile list --names', wallet: `wallet list --names "\${chosen[@]}"` } as const;
type Listed = keyof typeof LISTS;

const listedBy = (name: string | undefined): Listed | undefined =>
  Object.keys(LISTS).find((known): known is Listed => known === name);

/** Values to offer: words, files, or the lines that a command prints. */
type Values = readonly string[] | 'files' | { readonly listed: Listed };

/** A word that can be completed, and its meaning. */
interface Word {
  readonly text: string;
  readonly description: string;
}

/** What can follow a command, such as `wallet create`; the program itself has an empty name. */
interface Node {
  readonly name: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
  /** True when its arguments are files. */
  readonly takesFile: boolean;
  /** What its argument is, if a command lists that. */
  readonly listed: Listed | undefined;
  /** The values of options by their flags. Options of other values have none. */
  readonly values: readonly (readonly [flags: readonly string[], values: Values])[];
}

/** The shells that there are scripts for. */
export const SHELLS = ['bash', 'zsh'] as const;

/** The completion script of `program` for a shell. It needs no process of the program, so it answers at once. */
export function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  const nodes = nodesOf(program, '');
  return shell === 'bash' ? bash(program.name(), nodes) : zsh(program.name(), nodes);
}

function nodesOf(command: Command, name: string): readonly Node[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const options = help.visibleOptions(command);
  const node: Node = {
    name,
    commands: commands.map((sub) => ({ text: sub.name(), description: firstSentence(sub.description()) })),
    options: options.flatMap((option) =>
      flagsOf(option).map((text) => ({ text, description: firstSentence(option.description) })),
    ),
    takesFile: command.registeredArguments.some((argument) => /\b(?:file|folder|path)\b/.test(argument.name())),
    listed: command.registeredArguments.map((argument) => listedBy(argument.name())).find((one) => one !== undefined),
    values: options.flatMap((option) => {
      const values = valuesOf(option);
      return values === undefined ? [] : [[flagsOf(option), values] as const];
    }),
  };
  const below = commands.filter((sub) => sub.name() !== 'help');
  return [node, ...below.flatMap((sub) => nodesOf(sub, `${name} ${sub.name()}`.trim()))];
}

const flagsOf = ({ short, long }: Option): readonly string[] =>
  [short, long].filter((flag): flag is string => flag !== undefined && flag !== null);

function valuesOf(option: Option): Values | undefined {
  if (!option.required && !option.optional) return undefined;
  const listed = listedBy(/<(\w+)>/.exec(option.flags)?.[1]);
  if (listed !== undefined) return { listed };
  return option.argChoices ?? (/<(?:file|folder)>/.test(option.flags) ? 'files' : []);
}

const firstSentence = (text: string): string => text.split(/[;.] /)[0] ?? '';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The code that runs after an option: `code` by the patterns of the options that it is for. */
function afterOptions(nodes: readonly Node[], code: (values: Values) => string): string {
  const patterns = new Map<string, string[]>();
  for (const { name, values: all } of nodes) {
    for (const [flags, values] of all) {
      const known = patterns.get(code(values)) ?? [];
      patterns.set(code(values), [...known, ...flags.map((flag) => quoted(`${name}|${flag}`))]);
    }
  }
  return [...patterns].map(([found, options]) => `    ${options.join('|')}) ${found}return ;;`).join('\n');
}

/** The names that a command prints, in the shell's own form; nothing when it fails. */
const namesOf = (program: string, listed: Listed): string => `$(${program} ${LISTS[listed]} 2>/dev/null)`;

/** The code for arguments that a command lists. */
const cases = (code: (one: { readonly listed: Listed; readonly code: string }) => string, program: string): string =>
  (Object.keys(LISTS) as Listed[]).map((listed) => code({ listed, code: namesOf(program, listed) })).join('\n');

/** Finds the command that the words before the cursor name. The walk is the same in both shells. */
const walk = (nodes: readonly Node[], first: number, end: string, word: string, next: string): string => `\
  for ((i = ${first}; i < ${end}; i++)); do
    if [[ "${word}" == --profile && $((i + 1)) -lt ${end} ]]; then chosen=(--profile "${next}"); fi
    case "$command ${word}" in
      ${nodes.flatMap(({ name }) => (name === '' ? [] : [quoted(name.includes(' ') ? name : ` ${name}`)])).join('|')})
        command="\${command:+$command }${word}" ;;
    esac
  done`;

function bash(program: string, nodes: readonly Node[]): string {
  const values = afterOptions(nodes, (allowed) => {
    if (allowed === 'files') return `compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); `;
    if ('listed' in allowed) return `COMPREPLY=($(compgen -W "${namesOf(program, allowed.listed)}" -- "$current")); `;
    return allowed.length === 0 ? '' : `COMPREPLY=($(compgen -W ${quoted(allowed.join(' '))} -- "$current")); `;
  });
  const list = (all: readonly Word[]) => quoted(all.map(({ text }) => text).join(' '));
  const words = nodes.map(
    ({ name, commands, options, takesFile, listed }) =>
      `    ${quoted(name)}) commands=${list(commands)} options=${list(options)}${takesFile ? ' files=1' : ''}${listed ? ` names=${listed}` : ''} ;;`,
  );
  return `# Completion of ${program} for bash: source it, or put it into a file below bash-completion's folder.
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' commands='' options='' files='' names='' i
  local -a chosen=()
  COMPREPLY=()
${walk(nodes, 1, 'COMP_CWORD', '\u0024{COMP_WORDS[i]}', '\u0024{COMP_WORDS[i+1]}')}
  case "$command|$previous" in
${values}
  esac
  case "$command" in
${words.join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ $files ]]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$current"))
${cases(({ listed, code }) => `  elif [[ $names == ${listed} ]]; then\n    COMPREPLY=($(compgen -W "${code}" -- "$current"))`, program)}
  else
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -F _${program} ${program}
`;
}

function zsh(program: string, nodes: readonly Node[]): string {
  const values = afterOptions(nodes, (allowed) => {
    if (allowed === 'files') return '_files; ';
    if ('listed' in allowed) return `compadd -- \${(f)"${namesOf(program, allowed.listed)}"}; `;
    return allowed.length === 0 ? '' : `compadd -- ${allowed.map(quoted).join(' ')}; `;
  });
  const list = (all: readonly Word[]) =>
    all.map(({ text, description }) => quoted(`${text}:${description.replaceAll(':', '\\:')}`)).join(' ');
  const words = nodes.map(
    ({ name, commands, options, takesFile, listed }) => `    ${quoted(name)})
      commands=(${list(commands)})
      options=(${list(options)})${takesFile ? ' files=1' : ''}${listed ? ` names=${listed}` : ''} ;;`,
  );
  return `#compdef ${program}
# Completion of ${program} for zsh: source it after compinit, or put it as _${program} into a folder of $fpath.
_${program}() {
  local command='' files='' names='' i
  local -a commands options chosen
${walk(nodes, 2, 'CURRENT', '$words[i]', '$words[i+1]')}
  case "$command|$words[CURRENT-1]" in
${values}
  esac
  case "$command" in
${words.join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe -o 'option' options
  elif [[ -n $files ]]; then
    _files
${cases(({ listed, code }) => `  elif [[ $names == ${listed} ]]; then\n    compadd -- \${(f)"${code}"}`, program)}
  else
    _describe 'command' commands
  fi
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}
