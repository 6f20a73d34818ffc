import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Reads lines "+pid" and "-pid" and keeps the list of live processes. When its input ends without "done", the parent
 * has died, and it ends them all. The parent's own signals do not reach it.
 */
const WATCHDOG = `
trap '' INT TERM HUP
pids=' '
while read -r line; do
  case $line in
    done) exit 0 ;;
    +*) pids="$pids\${line#+} " ;;
    -*) case $pids in *" \${line#-} "*) pids="\${pids%% \${line#-} *} \${pids#* \${line#-} }" ;; esac ;;
  esac
done
[ "$pids" = ' ' ] && exit 0
kill -TERM $pids 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  left=''
  for pid in $pids; do kill -0 $pid 2>/dev/null && left="$left $pid"; done
  [ -z "$left" ] && exit 0
  sleep 0.3
done
kill -KILL $left 2>/dev/null
`;

/** Time between SIGTERM and SIGKILL, milliseconds. */
const GRACE_MS = 8_000;

/** Ends the child processes of this process with it, even when this process is killed with SIGKILL. */
export class ProcessGuard {
  readonly #watchdog: ChildProcess;
  readonly #children = new Set<ChildProcess>();

  constructor() {
    this.#watchdog = spawn('/bin/sh', ['-c', WATCHDOG], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#watchdog.unref();
    (this.#watchdog.stdin as Socket).unref();
    // A dead watchdog accepts no more lines; stop() still ends the children.
    this.#watchdog.stdin?.on('error', () => {});
    this.#watchdog.on('error', () => {});
  }

  /** Guards `child`, which this process has just spawned. */
  add(child: ChildProcess): void {
    if (child.pid === undefined || exited(child)) return;
    this.#tell(`+${child.pid}`);
    this.#children.add(child);
    child.once('exit', () => {
      this.#children.delete(child);
      this.#tell(`-${child.pid}`);
    });
  }

  /** Ends every guarded process and the guard itself. */
  async stop(): Promise<void> {
    await Promise.all([...this.#children].map((child) => endProcess(child)));
    this.#tell('done');
    this.#watchdog.stdin?.end();
  }

  #tell(line: string): void {
    if (this.#watchdog.stdin?.writable) this.#watchdog.stdin.write(`${line}\n`);
  }
}

const exited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Ends `child` with SIGTERM, and with SIGKILL after `graceMs`. Resolves once it has exited. */
export async function endProcess(child: ChildProcess, graceMs: number = GRACE_MS): Promise<void> {
  if (child.pid === undefined || exited(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(kill);
}
