import { status } from '../../../contract/api/monitoring.ts';
import type {
  Alert,
  AlertSettings,
  Problem,
  Thresholds,
} from '../../../contract/api/monitoring.ts';
import { VERSION } from '../../../contract/shared/version.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { SILENT_AFTER_SECONDS } from '../../core/monitoring/heartbeat.ts';
import { conflict, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { newId } from '../../infra/ids.ts';
import type { ProcessName } from '../../infra/process.ts';
import {
  addAcknowledgement,
  listOpenAcknowledgements,
  putAcknowledgement,
} from './acknowledgements.store.ts';
import type { AlertFacts } from './alerts.rules.ts';
import { listAlerts } from './alerts.store.ts';
import { presentProblems, readFacts, takeReadings } from './check-health.ts';
import { listPoints } from './minutes.store.ts';
import { listConnectors } from './monitoring.store.ts';
import { listMails, readSettings, saveSettings } from './alert-settings.ts';
import { queueTest } from './notify-operators.ts';
import { isUrgent, rankConnectors, rankProblems, verdictOf } from './verdict.rules.ts';

const ALERTS_SHOWN = 50;
/** Points of a chart, however many hours it shows. */
const POINTS = 180;

/** The problems of this moment, each with its age and the operator who has taken it on. */
async function listProblems(
  tx: Tx,
  facts: AlertFacts,
  { thresholds, alerts, now }: { thresholds: Thresholds; alerts: readonly Alert[]; now: number },
): Promise<Problem[]> {
  const taken = await listOpenAcknowledgements(tx);
  return rankProblems(presentProblems(facts, thresholds)).map(({ seconds, ...problem }) => {
    const isOfProblem = ({ kind, subject }: { kind: string; subject: string }) =>
      kind === problem.kind && subject === problem.subject;
    const alert = alerts.find((each) => each.status === 'OPEN' && isOfProblem(each));
    const acknowledgement = taken.find(isOfProblem)?.acknowledgement ?? null;
    return {
      ...problem,
      sinceTimestamp: seconds === undefined ? (alert?.raisedTimestamp ?? null) : now - seconds,
      acknowledgement,
      isUrgent: isUrgent(problem, acknowledgement !== null),
    };
  });
}

/** How the installation stands, for those who run it. */
export function statusRoutes({
  database,
  secretKey,
  sandbox,
}: {
  database: Database;
  secretKey: SecretKey;
  sandbox: boolean;
}): Route[] {
  return answer(status, {
    get: (_input, { scope }) =>
      database.run(scope, async (tx) => {
        const readings = await takeReadings(tx);
        const {
          gauges: { links: _links, ...gauges },
          health,
          beats,
        } = readings;
        const { thresholds } = await readSettings(tx);
        const alerts = await listAlerts(tx, ALERTS_SHOWN);
        const now = Date.now() / 1000;
        const problems = await listProblems(
          tx,
          await readFacts(tx, readings, { sandbox, thresholds }),
          { thresholds, alerts, now },
        );
        const number = (value: bigint | null) => (value === null ? null : Number(value));
        return {
          version: VERSION,
          now,
          processes: beats.map(({ process, host, version, startedAt, at, silentSeconds }) => ({
            process: process as ProcessName,
            host,
            version,
            startedTimestamp: startedAt.getTime() / 1000,
            heartbeatTimestamp: at.getTime() / 1000,
            alive: silentSeconds <= SILENT_AFTER_SECONDS,
          })),
          connectors: rankConnectors(await listConnectors(tx), problems),
          problems,
          verdict: verdictOf(problems),
          thresholds,
          ...gauges,
          outbox: health.outbox,
          paymentsWaiting: health.payments,
          databaseBytes: number(health.databaseBytes),
          diskFree: number(health.diskFree),
          diskTotal: number(health.diskTotal),
          ledger: health.ledger && {
            ok: health.ledger.ok,
            timestamp: health.ledger.at.getTime() / 1000,
          },
          backup: health.backup && {
            timestamp: health.backup.at.getTime() / 1000,
            bytes: number(health.backup.bytes),
            verified: health.backup.verified,
          },
          alerts,
        };
      }),

    history: async ({ hours }, { scope }) => {
      const seconds = Math.max(60, Math.ceil((hours * 3600) / POINTS / 60) * 60);
      return {
        points: await database.run(scope, (tx) => listPoints(tx, hours, seconds)),
        seconds,
      };
    },

    settings: (_input, { scope }) =>
      database.run(scope, async (tx) => {
        const { sealed: _sealed, ...settings } = await readSettings(tx);
        return { ...settings, notified: await listMails(tx, settings) };
      }),

    update: (input, call) =>
      database.run(call.scope, async (tx) => {
        const { sealed: _sealed, ...before } = await readSettings(tx);
        const after: AlertSettings = {
          ...before,
          ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
        };
        const { webhookSecret } = await saveSettings(tx, secretKey, after);
        const changed = changes(before, after);
        if (changed)
          await record(tx, call, {
            action: 'ALERTS_UPDATED',
            clientId: call.session.clientId,
            ...changed,
          });
        return { ...after, webhookSecret };
      }),

    acknowledge: ({ kind, subject, note, unlessTaken }, call) =>
      database.run(call.scope, async (tx) => {
        const { thresholds } = await readSettings(tx);
        const facts = await readFacts(tx, await takeReadings(tx), { sandbox, thresholds });
        const isPresent = presentProblems(facts, thresholds).some(
          (each) => each.kind === kind && each.subject === subject,
        );
        if (!isPresent) throw notFound('problem');
        const of = { id: newId(), kind, subject, operatorId: call.session.clientId, note };
        if (unlessTaken) {
          if (!(await addAcknowledgement(tx, of))) throw conflict('problem', 'TAKEN_ON');
        } else await putAcknowledgement(tx, of);
        await record(tx, call, {
          action: 'PROBLEM_ACKNOWLEDGED',
          clientId: call.session.clientId,
          after: { kind, subject, note },
        });
        const [taken] = (await listOpenAcknowledgements(tx)).filter(
          (each) => each.kind === kind && each.subject === subject,
        );
        return taken!.acknowledgement;
      }),

    test: (_input, call) =>
      database.run(call.scope, async (tx) => {
        await record(tx, call, { action: 'ALERT_TESTED', clientId: call.session.clientId });
        return { ok: true as const, told: await queueTest(tx) };
      }),
  });
}
