/** Imports a Jasmin configuration from the listings of its console. */
import type { gatewayConfig } from '../../../contract/api/gateway-config.ts';
import type { Output, Parsed } from '../../../contract/endpoint.ts';
import { httpSettings } from '../../../contract/api/connector-settings.ts';
import { record } from '../../core/audit/audit.ts';
import { insertGroup, setGroupEnabled } from '../../core/gateway-users/gateway-groups.store.ts';
import { isClient } from '../../core/gateway-users/gateway-users.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { readConfigRows } from '../../core/dispatch/config-version.store.ts';
import { Refusal } from '../../infra/errors.ts';
import { sentence } from '../../i18n/sentence.ts';
import { insertConnector } from './connectors.store.ts';
import { recordEdit } from './edits.ts';
import { LISTED_TYPES, readListing } from './import.rules.ts';
import { createRoute } from './routing.ts';
import { createFilter } from './filters.ts';
import { lockDraft } from './routing.store.ts';
import type { ConsoleCall } from '../customers/console-call.ts';
import type { ReportLine } from './import-report.ts';
import { importUser } from './import-users.ts';
import { importConnector } from './import-connectors.ts';

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

  for (const { gid, enabled, line } of listing.groups) {
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

  const known = clientId !== undefined && (await isClient(tx, clientId)) ? clientId : undefined;
  for (const user of listing.users) {
    if (known === undefined)
      addLine('refused', 'user', user.uid, user.line, 'Choose the client whose users they become.');
    else await importUser(tx, user, known, addLine);
  }

  for (const connector of listing.smpp) await importConnector(tx, call, connector, addLine);
  for (const { cid, method, url, line } of listing.http) {
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

  /** By type and parameter, because listings of routes show filters that way. */
  const fids = new Map<string, string>();
  const keyOf = ({ letters, argument }: { letters: string; argument: string }) =>
    `${letters} ${argument}`;
  for (const filter of (await readConfigRows(tx)).filters) {
    const letters = Object.entries(LISTED_TYPES).find(([, { type }]) => type === filter.type)?.[0];
    if (letters !== undefined)
      fids.set(
        keyOf({ letters, argument: String(Object.values(filter.parameters)[0] ?? '') }),
        filter.fid,
      );
  }
  const takeFilter = async (
    fid: string,
    filter: { letters: string; argument: string },
    line: number,
  ): Promise<boolean> => {
    const as = LISTED_TYPES[filter.letters];
    if (filter.letters === 'Ev') {
      addLine(
        'refused',
        'filter',
        fid,
        line,
        'An EvalPyFilter is a program of the other gateway. Write it again as an ExpressionFilter.',
      );
      return false;
    }
    if (!as) {
      addLine('refused', 'filter', fid, line, `There is no type <${filter.letters}>.`);
      return false;
    }
    return attempt(call, addLine, 'filter', fid, line, async () => {
      await createFilter(tx, call, {
        fid,
        type: as.type as Parameters<typeof createFilter>[2]['type'],
        parameters: as.parameter === undefined ? {} : { [as.parameter]: filter.argument },
      });
      fids.set(keyOf(filter), fid);
    });
  };
  for (const filter of listing.filters) {
    if (await takeFilter(filter.fid, filter, filter.line))
      addLine('taken', 'filter', filter.fid, filter.line, 'Made.');
  }

  let made = 0;
  for (const route of listing.routes) {
    const name = `${route.direction} ${route.order}`;
    const filters: string[] = [];
    for (const filter of route.filters) {
      if (route.order === 0) continue;
      if (!fids.has(keyOf(filter))) {
        const fid = `import-${++made}`;
        if (await takeFilter(fid, filter, route.line))
          addLine(
            'changed',
            'filter',
            fid,
            route.line,
            `Made for ${name}, whose list shows what its filters are and not their names.`,
          );
      }
      filters.push(fids.get(keyOf(filter)) ?? '');
    }
    if (filters.includes('')) {
      addLine(
        'refused',
        `${route.direction} route`,
        name,
        route.line,
        'One of its filters was refused.',
      );
      continue;
    }
    const done = await attempt(
      call,
      addLine,
      `${route.direction} route`,
      name,
      route.line,
      async () => {
        const { order, type } = route;
        if (route.direction === 'MT')
          await createRoute(tx, call, 'MT', {
            type,
            order,
            filters,
            connectors: route.targets.map((target) => target.name),
          });
        else
          await createRoute(tx, call, 'MO', {
            type,
            order,
            filters,
            targets: route.targets.map((target) =>
              target.kind === 'smpps'
                ? { kind: 'SMPP_USER', username: target.name }
                : { kind: 'HTTP', cid: target.name },
            ),
          });
      },
    );
    if (!done) continue;
    if (route.rate !== null && Number(route.rate) > 0)
      addLine(
        'changed',
        'MT route',
        name,
        route.line,
        `Made without its rate of ${route.rate}: prices are the clients' own rates.`,
      );
    else addLine('taken', `${route.direction} route`, name, route.line, 'Made.');
  }
}

/** Imports one entity of many: a refusal is reported and does not affect the others. */
async function attempt(
  call: ConsoleCall,
  addLine: ReportLine,
  entity: string,
  id: string,
  line: number,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = error.details?.map(({ field, message }) => `${field}: ${message}`).join(' ');
    addLine('refused', entity, id, line, said ?? sentence(call.language, error.code, error.values));
    return false;
  }
}
