/** Imports a Jasmin configuration from the listings of its console. */
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
  { text, clientId, apply }: Parsed<typeof gatewayConfig.import>,
): Promise<Report> {
  await lockDraft(tx);
  const report: Report = { applied: apply, taken: [], changed: [], refused: [] };
  const addLine: ReportLine = (kind, entity, id, line, message) => {
    report[kind].push({ line, entity, id, message });
  };
  await tx.query('savepoint rehearsal');
  try {
    await importEntities(tx, call, text, clientId, addLine);
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

async function importEntities(
  tx: Tx,
  call: ConsoleCall,
  text: string,
  clientId: string | undefined,
  addLine: ReportLine,
): Promise<void> {
  const listing = readListing(text);
  for (const { line, text: unread } of listing.unread)
    addLine('refused', 'row', unread, line, 'This row of a list cannot be read.');

  await importGroups(tx, listing.groups, addLine);
  const owner = clientId !== undefined && (await isClient(tx, clientId)) ? clientId : undefined;
  for (const user of listing.users) {
    if (owner === undefined)
      addLine('refused', 'user', user.uid, user.line, 'Choose the client whose users they become.');
    else await importUser(tx, user, owner, addLine);
  }
  for (const connector of listing.smpp) await importConnector(tx, call, connector, addLine);
  await importHttpConnectors(tx, call, listing.http, addLine);
  await importFiltersAndRoutes(tx, call, listing, addLine);
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
