// Asks this process to end (SIGTERM) when its parent has ended, because no process can pass on a SIGKILL, and npm
// passes on no SIGHUP. Plain JavaScript on node builtins.

/** How often the parent is looked for, milliseconds. */
const LOOK_MS = 300;

const parent = process.ppid;
const looks = setInterval(() => {
  // An orphan gets another parent.
  if (process.ppid === parent) return;
  clearInterval(looks);
  process.kill(process.pid, 'SIGTERM');
}, LOOK_MS);
looks.unref();
