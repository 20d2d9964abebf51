/** Imports the configuration of Jasmin, from the listings of its console or the files of its store, or of Kannel, from its file. */
import type { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import type { Output, Parsed } from '../../../../contract/endpoint.ts';
import { connectorName } from '../../../../contract/api/gateway-names.ts';
import { httpSettings } from '../../../../contract/api/connector-generic-settings.ts';
import { record } from '../../../core/audit/audit.ts';
import { insertGroup, setGroupEnabled } from '../../../core/gateway-users/gateway-groups.store.ts';
import { isClient } from '../../../core/gateway-users/gateway-users.store.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import type { PrivateHosts } from '../../../infra/http/private-hosts.ts';
import type { SecretKey } from '../../../infra/secrets.ts';
import { encryptConnectorSecret } from '../connectors/connector-secrets.ts';
import { insertConnector } from '../connectors/connectors.store.ts';
import { recordEdit } from '../edits.ts';
import { emptyListing, readListing } from './jasmin-listings.rules.ts';
import type { ListedUser, Listing } from './jasmin-listings.rules.ts';
import { readStore } from './jasmin-files.rules.ts';
import { isKannelConf, readKannelConf } from './kannel.rules.ts';
import { lockDraft } from '../routing/routing.store.ts';
import type { ConsoleCall } from '../console-call.ts';
import { faultOf, note, presentLine } from './import-report.ts';
import type { ReportLine } from './import-report.ts';
import { hashPasswords, importUser } from './import-users.ts';
import { importConnector, noteAddress } from './import-connectors.ts';
import type { EncryptSecret } from './import-connectors.ts';
import { importFiltersAndRoutes } from './import-routes.ts';

/** The keys with which an import stores passwords. */
type Secrets = { hashes: ReadonlyMap<ListedUser, string>; encrypt: EncryptSecret };
type Hosts = { privateHosts: PrivateHosts };
type Report = Output<typeof gatewayConfig.import>;

/** Rolls back a dry run: only its report remains. */
class DryRunRollback extends Error {}

/**
 * Imports the entities of a listing. Nothing existing is replaced; groups and users are in force at
 * once, the rest becomes part of the draft. Without `apply` everything is done, reported and rolled
 * back.
 */
export async function importConfig(
  { database, secretKey, privateHosts }: { database: Database; secretKey: SecretKey } & Hosts,
  call: ConsoleCall,
  input: Parsed<typeof gatewayConfig.import>,
): Promise<Report> {
  const listing = readInput(input);
  const hashes = input.apply ? await hashPasswords(listing.users) : new Map<ListedUser, string>();
  const encrypt: EncryptSecret = (cid, secret) => encryptConnectorSecret(secretKey, cid, secret);
  return database.run(call.scope, (tx) =>
    importListing(tx, call, listing, { ...input, hashes, encrypt, privateHosts }),
  );
}

/** All that the text and the files list. */
function readInput({ text, files }: Parsed<typeof gatewayConfig.import>): Listing {
  const lists = [
    isKannelConf(text) ? readKannelConf(text) : readListing(text),
    readStore(files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }))),
  ];
  const listing = emptyListing();
  for (const list of lists)
    for (const key of Object.keys(listing) as (keyof Listing)[])
      (listing[key] as unknown[]).push(...list[key]);
  return listing;
}

async function importListing(
  tx: Tx,
  call: ConsoleCall,
  listing: Listing,
  {
    clientId,
    groupClients,
    apply,
    ...options
  }: Pick<
    Parsed<typeof gatewayConfig.import>,
    'clientId' | 'groupClients' | 'replaceDefault' | 'apply'
  > &
    Secrets &
    Hosts,
): Promise<Report> {
  await lockDraft(tx);
  const report: Report = { applied: apply, taken: [], changed: [], refused: [], groups: [] };
  const addLine: ReportLine = (kind, entity, id, line, said) => {
    report[kind].push(presentLine(call.language, { entity, id, line, said }));
  };
  await tx.query('savepoint rehearsal');
  try {
    const clientOf = await readOwners(tx, groupClients, clientId);
    report.groups = await importEntities(tx, call, listing, { clientOf, addLine, ...options });
    if (!apply) throw new DryRunRollback();
    await record(tx, call, {
      action: 'GATEWAY_IMPORTED',
      clientId: call.session.clientId,
      after: {
        taken: report.taken.length,
        changed: report.changed.length,
        refused: report.refused.length,
      },
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
    await tx.query('rollback to savepoint rehearsal');
  }
  return report;
}

/** The client that gets a group's users; undefined where none was chosen, or there is none of that id. */
async function readOwners(
  tx: Tx,
  groupClients: readonly { gid: string; clientId: string }[],
  clientId: string | undefined,
): Promise<(gid: string) => string | undefined> {
  const owners = new Map<string, string>();
  for (const each of groupClients)
    if (await isClient(tx, each.clientId)) owners.set(each.gid, each.clientId);
  const owner = clientId !== undefined && (await isClient(tx, clientId)) ? clientId : undefined;
  return (gid) => owners.get(gid) ?? owner;
}

/** @returns the groups of its users */
async function importEntities(
  tx: Tx,
  call: ConsoleCall,
  listing: Listing,
  {
    clientOf,
    addLine,
    hashes,
    encrypt,
    replaceDefault,
    privateHosts,
  }: {
    clientOf: (gid: string) => string | undefined;
    addLine: ReportLine;
    replaceDefault: boolean;
  } & Secrets &
    Hosts,
): Promise<Report['groups']> {
  if (Object.values(listing).every((list) => list.length === 0))
    addLine('refused', 'text', '', 1, note('nothingRead'));
  for (const { line, text: unread } of listing.unread)
    addLine('refused', 'row', unread, line, note('rowUnread'));
  for (const { line, entity, id, said } of listing.notTaken)
    addLine('refused', entity, id, line, said);

  await importGroups(tx, listing.groups, addLine);
  for (const user of listing.users) {
    const owner = clientOf(user.gid);
    if (owner === undefined)
      addLine('refused', 'user', user.uid, user.line, note('clientMissing', { gid: user.gid }));
    else await importUser(tx, user, owner, hashes, addLine);
  }
  for (const { line, text: row } of listing.interceptors)
    addLine('refused', 'interceptor', row.split(/\s+/)[0] ?? '', line, note('interceptor'));
  for (const connector of listing.smpp)
    await importConnector(tx, call, connector, { encrypt, privateHosts }, addLine);
  await importHttpConnectors(tx, call, listing.http, privateHosts, addLine);
  await importFiltersAndRoutes(tx, call, listing, replaceDefault, addLine);
  return [...Map.groupBy(listing.users, ({ gid }) => gid)].map(([gid, users]) => ({
    gid,
    users: users.length,
    clientId: clientOf(gid) ?? null,
  }));
}

async function importGroups(tx: Tx, groups: Listing['groups'], addLine: ReportLine): Promise<void> {
  for (const { gid, enabled, line } of groups) {
    if (!/^[A-Za-z0-9_-]{1,16}$/.test(gid))
      addLine('refused', 'group', gid, line, note('groupName'));
    else if (await insertGroup(tx, gid)) {
      if (!enabled) await setGroupEnabled(tx, gid, false);
      addLine('taken', 'group', gid, line, note(enabled ? 'made' : 'groupDisabled'));
    } else addLine('refused', 'group', gid, line, note('exists'));
  }
}

async function importHttpConnectors(
  tx: Tx,
  call: ConsoleCall,
  connectors: Listing['http'],
  privateHosts: PrivateHosts,
  addLine: ReportLine,
): Promise<void> {
  for (const { cid, method, url, line } of connectors) {
    const settings = httpSettings.safeParse({ url, method });
    if (!connectorName.safeParse(cid).success)
      addLine('refused', 'http', cid, line, note('nameUnusable', { field: 'cid', value: cid }));
    else if (!settings.success)
      addLine('refused', 'http', cid, line, faultOf(settings.error.issues));
    else if (
      !(await insertConnector(tx, {
        cid,
        kind: 'HTTP',
        settings: settings.data,
        secret: null,
        started: true,
      }))
    )
      addLine('refused', 'http', cid, line, note('exists'));
    else {
      await recordEdit(tx, call, 'CONNECTOR', cid, {
        before: null,
        after: { kind: 'HTTP', ...settings.data },
      });
      const refused = noteAddress(call, 'HTTP', settings.data, privateHosts);
      if (refused) addLine('changed', 'http', cid, line, refused);
      else addLine('taken', 'http', cid, line, note('made'));
    }
  }
}
