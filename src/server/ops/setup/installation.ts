// The part of a setup that writes to the database: keys, the first administrator, the first carrier.
import { rmSync } from 'node:fs';
import { findInstallation, forgetKey } from '../../core/installation/installation.store.ts';
import { findRoot } from '../../features/clients/clients.store.ts';
import { ensureCarrier } from '../../gateway/carriers/first-carrier.ts';
import { listNames } from '../../gateway/console/connectors/connectors.store.ts';
import type { Config } from '../../infra/config/config.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openLog } from '../../infra/log.ts';
import { keyFile } from '../../infra/secrets.ts';
import { StartupError } from '../../infra/startup-error.ts';
import type { DatabaseHandle } from '../cli.ts';
import { databaseComplaints, lookAtDatabase } from '../database-check.ts';
import { prepareDatabase, withPortal } from '../start.ts';
import type { Answers } from './answers.ts';
import { Cancelled } from './prompts.ts';
import type { Administrator, NamedCarrier } from './questions.ts';

/** The state of the database before the setup. */
export type Present = { administrator: boolean; connectors: string[] };

/** @throws StartupError for a database that cannot be used, and for that of a sandbox */
export async function inspectInstallation(databaseUrl: string): Promise<Present> {
  const facts = await lookAtDatabase(databaseUrl);
  const complaints = databaseComplaints(facts, new Date());
  if (complaints.length > 0) throw new StartupError(...complaints);
  if (facts.migration === null) return { administrator: false, connectors: [] };
  const { sandbox, ...present } = await withPortal(databaseUrl, (database) =>
    database.run(systemScope(), async (tx) => ({
      administrator: (await findRoot(tx)) !== undefined,
      connectors: await listNames(tx),
      sandbox: (await findInstallation(tx))?.sandbox === true,
    })),
  );
  if (sandbox)
    throw new StartupError(
      'This data belongs to a sandbox, whose passwords are public: an installation needs data of its own. Name another folder with --data-dir (or another database) and run setup again.',
    );
  return present;
}

export async function createInstallation(
  answers: Answers,
  { databaseUrl, dataDir }: DatabaseHandle,
  administrator: Administrator | undefined,
  carrier: NamedCarrier | undefined,
): Promise<void> {
  const config = answers.config();
  if (answers.flags['replace-secret-key']) await replaceKey(answers, databaseUrl, config, dataDir);
  const { secretKey } = await prepareDatabase(
    { ...config, adminEmail: administrator?.email, adminPassword: administrator?.password },
    databaseUrl,
    dataDir,
    openLog({ level: 'warn', process: 'setup' }),
  );
  if (administrator) answers.print(`Created the administrator ${administrator.email}.`);
  if (carrier) {
    const { cid, host, port, username, password, ssl, bind } = carrier;
    const connector = { cid, host, port, username, password, window: 10, ssl, bind };
    await withPortal(databaseUrl, (database) =>
      database.run(systemScope(), (tx) => ensureCarrier(tx, secretKey, connector)),
    );
    answers.print(`Created the connector ${cid}, with a default route to it.`);
  }
  if (administrator && config.secretKey === undefined) {
    const nodes = ' Every node of this database needs the same key (SECRET_KEY_FILE).';
    answers.print(
      `The secret key is ${keyFile(dataDir)}: keep a copy of it apart from the backups.${config.databaseUrl === undefined ? '' : nodes}`,
    );
  }
}

async function replaceKey(
  { flags, prompter, print }: Answers,
  databaseUrl: string,
  config: Config,
  dataDir: string,
): Promise<void> {
  if (!flags.yes) {
    if (prompter === undefined)
      throw new StartupError('--replace-secret-key: needs --yes without a terminal.');
    const question =
      'The stored passwords of carriers and the secrets of webhooks and two-step sign-in cannot be read with another key and must be entered again. Type "replace" to continue';
    if ((await prompter.text(question)) !== 'replace') throw new Cancelled();
  }
  if ((await lookAtDatabase(databaseUrl)).migration !== null)
    await withPortal(databaseUrl, (database) => forgetKey(database.plain));
  if (config.secretKey === undefined) rmSync(keyFile(dataDir), { force: true });
  print(
    'The secret key was replaced: enter the passwords of connectors again in the portal, and restart Tuma.',
  );
}
