import type { Command, Option } from 'commander';

/** A word that can be completed, and what it means. */
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
  /** The values of options by their flags: words, or `files`. Options of other values have none. */
  readonly values: readonly (readonly [flags: readonly string[], values: readonly string[] | 'files'])[];
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
    takesFile: command.registeredArguments.some((argument) => /file|folder|path/.test(argument.name())),
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

function valuesOf(option: Option): readonly string[] | 'files' | undefined {
  if (!option.required && !option.optional) return undefined;
  return option.argChoices ?? (/<(?:file|folder)>/.test(option.flags) ? 'files' : []);
}

const firstSentence = (text: string): string => text.split(/[;.] /)[0] ?? '';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The code that runs after an option: `code` by the patterns of the options that it is for. */
function afterOptions(nodes: readonly Node[], code: (values: readonly string[] | 'files') => string): string {
  const patterns = new Map<string, string[]>();
  for (const { name, values: all } of nodes) {
    for (const [flags, values] of all) {
      const known = patterns.get(code(values)) ?? [];
      patterns.set(code(values), [...known, ...flags.map((flag) => quoted(`${name}|${flag}`))]);
    }
  }
  return [...patterns].map(([found, options]) => `    ${options.join('|')}) ${found}return ;;`).join('\n');
}

/** Finds the command that the words before the cursor name. The walk is the same in both shells. */
const walk = (nodes: readonly Node[], first: number, end: string, word: string): string => `\
  for ((i = ${first}; i < ${end}; i++)); do
    case "$command ${word}" in
      ${nodes.flatMap(({ name }) => (name === '' ? [] : [quoted(name.includes(' ') ? name : ` ${name}`)])).join('|')})
        command="\${command:+$command }${word}" ;;
    esac
  done`;

function bash(program: string, nodes: readonly Node[]): string {
  const values = afterOptions(nodes, (allowed) => {
    if (allowed === 'files') return `compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); `;
    return allowed.length === 0 ? '' : `COMPREPLY=($(compgen -W ${quoted(allowed.join(' '))} -- "$current")); `;
  });
  const list = (all: readonly Word[]) => quoted(all.map(({ text }) => text).join(' '));
  const words = nodes.map(
    ({ name, commands, options, takesFile }) =>
      `    ${quoted(name)}) commands=${list(commands)} options=${list(options)}${takesFile ? ' files=1' : ''} ;;`,
  );
  return `# Completion of ${program} for bash: source it, or put it into a file below bash-completion's folder.
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' commands='' options='' files='' i
  COMPREPLY=()
${walk(nodes, 1, 'COMP_CWORD', '\u0024{COMP_WORDS[i]}')}
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
    return allowed.length === 0 ? '' : `compadd -- ${allowed.map(quoted).join(' ')}; `;
  });
  const list = (all: readonly Word[]) =>
    all.map(({ text, description }) => quoted(`${text}:${description.replaceAll(':', '\\:')}`)).join(' ');
  const words = nodes.map(
    ({ name, commands, options, takesFile }) => `    ${quoted(name)})
      commands=(${list(commands)})
      options=(${list(options)})${takesFile ? ' files=1' : ''} ;;`,
  );
  return `#compdef ${program}
# Completion of ${program} for zsh: source it after compinit, or put it as _${program} into a folder of $fpath.
_${program}() {
  local command='' files='' i
  local -a commands options
${walk(nodes, 2, 'CURRENT', '$words[i]')}
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
  else
    _describe 'command' commands
  fi
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}
