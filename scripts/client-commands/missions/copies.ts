import { writeFileSync } from 'node:fs';
import type { MissionPackage } from '@causeway/client';
import { PRIVATE_FILE } from '@causeway/protocol';
import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { readJson } from '../../lib/client/json.ts';
import { usageError } from '../../lib/keys/key-flags.ts';
import { fieldsOf, idOf, MISSION } from './shared.ts';

/** Commands that copy missions. */
export function copyCommands(mission: Command): void {
  clientCommand<{ readonly file?: string }>(
    mission
      .command('download')
      .description('download a mission as a signed package')
      .argument('<mission>', MISSION)
      .option('--file <path>', 'write it there instead of to standard output; never over a file'),
    async ({ client, out }, [named = ''], { file }) => {
      const packed = await client.missions.download(await idOf(client, named));
      if (file === undefined) return out.document(packed);
      try {
        writeFileSync(file, `${JSON.stringify(packed, null, 2)}\n`, { flag: 'wx', mode: PRIVATE_FILE });
      } catch (error) {
        throw usageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (out.json) out.document({ file, checksum: packed.checksum });
      else out.note(`${file} has ${packed.mission.name}; ${packed.checksum}`);
    },
  );
  clientCommand<{ readonly file?: string; readonly fingerprint?: string }>(
    mission
      .command('install')
      .description('install a published mission, or a package with --file')
      .argument('[mission]', MISSION)
      .option('--file <path>', 'package to install; - is standard input')
      .option('--fingerprint <hex>', 'trust the key with this fingerprint, whose owner the service does not know'),
    async ({ client, out }, [named], { file, fingerprint }) => {
      if ((named === undefined) === (file === undefined)) throw usageError('name a mission, or a package by --file');
      const copy =
        file === undefined
          ? await client.missions.install(await idOf(client, named ?? ''))
          : await client.missions.installPackage(readJson(file) as MissionPackage, fingerprint);
      out.thing(copy, fieldsOf(copy));
    },
  );
  clientCommand(
    mission.command('uninstall').description('remove an installed copy').argument('<mission>', 'id of the copy'),
    async ({ client, out }, [id = '']) => {
      await client.missions.uninstall(id);
      if (out.json) out.document({ id, isDeleted: true });
      else out.note(`The copy ${id} is removed.`);
    },
  );
  clientCommand(
    mission
      .command('clone')
      .description('copy a mission to change it')
      .argument('<mission>', MISSION)
      .argument('<name>', 'name of the copy'),
    async ({ client, out }, [named = '', newName = '']) => {
      const copy = await client.missions.clone(await idOf(client, named), newName);
      out.thing(copy, fieldsOf(copy));
    },
  );
}
