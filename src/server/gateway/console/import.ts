/** Imports the configuration of Jasmin, from the listings of its console, or of Kannel, from its file. */
import type { gatewayConfig } from '../../../contract/api/gateway-config.ts';
import type { Output, Parsed } from '../../../contract/endpoint.ts';
import { httpSettings } from '../../../contract/api/connector-settings.ts';
import { record } from '../../core/audit/audit.ts';
import { insertGroup, setGroupEnabled } from '../../core/gateway-users/gateway-groups.store.ts';
import { isClient } from '../../core/gateway-users/gateway-users.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { insertConnector } from './connectors.store.ts';
import { recordEdit } from './edits.ts';
import { readListing } from './import.rules.ts';
import { isKannelConf, readKannelConf } from './import-kannel.rules.ts';
import { lockDraft } from './routing.store.ts';
import type { ConsoleCall } from '../customers/console-call.ts';
import type { ReportLine } from './import-report.ts';
import { importUser } from './import-users.ts';
import { importConnector } from './import-connectors.ts';
import { importFiltersAndRoutes } from './import-routes.ts';

type Listing = ReturnType<typeof readListing>;
type Report = Output<typeof gatewayConfig.import>;

/** Rolls back a dry run: only its report remains. */
class DryRunRollback extends Error {}

/**
 * Imports the entities of a listing. Nothing existing is replaced; groups and users are in force at
 * once, the rest becomes part of the draft. Without `apply` everything is done, reported and rolled
 * back.
 */
export async function importConfig(
  tx: Tx,
  call: ConsoleCall,
  { text, clientId, groupClients, apply }: Parsed<typeof gatewayConfig.import>,
): Promise<Report> {
  await lockDraft(tx);
  const report: Report = { applied: apply, taken: [], changed: [], refused: [], groups: [] };
  const addLine: ReportLine = (kind, entity, id, line, message) => {
    report[kind].push({ line, entity, id, message });
  };
  await tx.query('savepoint rehearsal');
  try {
    const clientOf = await readOwners(tx, groupClients, clientId);
    report.groups = await importEntities(tx, call, { text, apply }, clientOf, addLine);
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
  { text, apply }: { text: string; apply: boolean },
  clientOf: (gid: string) => string | undefined,
  addLine: ReportLine,
): Promise<Report['groups']> {
  const listing = isKannelConf(text) ? readKannelConf(text) : readListing(text);
  if (Object.values(listing).every((list) => list.length === 0))
    addLine(
      'refused',
      'text',
      '',
      1,
      'Nothing here is a list of a console or a kannel.conf. Paste what group -l, user -s, smppccm -s, httpccm -l, filter -l, mtrouter -l and morouter -l show, or the file.',
    );
  for (const { line, text: unread } of listing.unread)
    addLine('refused', 'row', unread, line, 'This row cannot be read.');
  for (const { line, entity, id, message } of listing.notTaken)
    addLine('refused', entity, id, line, message);

  await importGroups(tx, listing.groups, addLine);
  for (const user of listing.users) {
    const owner = clientOf(user.gid);
    if (owner === undefined)
      addLine(
        'refused',
        'user',
        user.uid,
        user.line,
        `Choose the client that gets the users of the group ${user.gid}.`,
      );
    else await importUser(tx, user, owner, addLine, apply);
  }
  for (const { line, text: row } of listing.interceptors)
    addLine(
      'refused',
      'interceptor',
      row.split(/\s+/)[0] ?? '',
      line,
      'An interceptor is a program of the other gateway and is not taken over. Filters, content rules and webhooks do most of what they are written for.',
    );
  for (const connector of listing.smpp) await importConnector(tx, call, connector, addLine);
  await importHttpConnectors(tx, call, listing.http, addLine);
  await importFiltersAndRoutes(tx, call, listing, addLine);
  return [...Map.groupBy(listing.users, ({ gid }) => gid)].map(([gid, users]) => ({
    gid,
    users: users.length,
    clientId: clientOf(gid) ?? null,
  }));
}

async function importGroups(tx: Tx, groups: Listing['groups'], addLine: ReportLine): Promise<void> {
  for (const { gid, enabled, line } of groups) {
    if (!/^[A-Za-z0-9_-]{1,16}$/.test(gid))
      addLine('refused', 'group', gid, line, 'This is no name of a group.');
    else if (await insertGroup(tx, gid)) {
      if (!enabled) await setGroupEnabled(tx, gid, false);
      addLine('taken', 'group', gid, line, enabled ? 'Made.' : 'Made, disabled as it was.');
    } else
      addLine(
        'refused',
        'group',
        gid,
        line,
        'There is one of this name already; it stays as it is.',
      );
  }
}

async function importHttpConnectors(
  tx: Tx,
  call: ConsoleCall,
  connectors: Listing['http'],
  addLine: ReportLine,
): Promise<void> {
  for (const { cid, method, url, line } of connectors) {
    const settings = httpSettings.safeParse({ url, method });
    if (!settings.success)
      addLine(
        'refused',
        'HTTP connector',
        cid,
        line,
        `${settings.error.issues[0]?.path.join('.') ?? ''}: ${settings.error.issues[0]?.message ?? ''}`,
      );
    else if (
      !(await insertConnector(tx, {
        cid,
        kind: 'HTTP',
        settings: settings.data,
        secret: null,
        started: true,
      }))
    )
      addLine(
        'refused',
        'HTTP connector',
        cid,
        line,
        'There is one of this name already; it stays as it is.',
      );
    else {
      await recordEdit(tx, call, 'CONNECTOR', cid, {
        before: null,
        after: { kind: 'HTTP', ...settings.data },
      });
      addLine('taken', 'HTTP connector', cid, line, 'Made.');
    }
  }
}
