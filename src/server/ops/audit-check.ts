// `npm run audit:check`: verifies the audit log's hash chain, while the portal runs or not. One line of JSON; exits with 1
// where the chain is broken.
import { parseArgs } from 'node:util';
import { StartupError } from '../infra/startup-error.ts';
import { progressLine, runCommand, withDatabase } from './cli.ts';
import { readConfig } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import { proveChain, sealAudit } from '../core/audit/chain.ts';
import type { ChainPosition } from '../core/audit/chain.rules.ts';

const HELP = `npm run audit:check -- [--anchor SEQ:HASH ...]

Verifies every entry of the audit log against the hash chain, and names the first that was
changed, removed, inserted or moved. Prints one line of JSON; exits with 1 where it finds one.
  --anchor SEQ:HASH   a head that was kept elsewhere: the chain must contain it`;

/** @throws StartupError for an anchor that is not a sequence number and a hash */
function readAnchor(text: string): ChainPosition {
  const [, seq, hash] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (seq === undefined || hash === undefined)
    throw new StartupError(
      `--anchor: ${JSON.stringify(text)} is not a sequence number and a hash of 64 hexadecimal digits, such as 120:9f86...`,
    );
  return { seq: BigInt(seq), hash: hash.toLowerCase() };
}

async function check(databaseUrl: string, anchors: readonly ChainPosition[]): Promise<void> {
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 1,
    name: 'tuma audit check',
    onLost: () => {},
  });
  const progress = progressLine();
  try {
    await sealAudit(database);
    const result = await proveChain(database, anchors, (done, of) =>
      progress.tell(`${done} of ${of} links`),
    );
    progress.end();
    console.log(JSON.stringify(result));
    if (!result.ok) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

await runCommand(async () => {
  let values: { anchor?: string[]; help?: boolean };
  try {
    ({ values } = parseArgs({
      options: { anchor: { type: 'string', multiple: true }, help: { type: 'boolean' } },
    }));
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), HELP);
  }
  if (values.help) return console.log(HELP);
  const anchors = (values.anchor ?? []).map(readAnchor);
  await withDatabase(readConfig(), ({ databaseUrl }) => check(databaseUrl, anchors));
});
