// Days of messages that are past, and others that work on today's while the past ones are dropped.
import { endDrafts } from '../../../src/server/features/campaigns/compose/drafts.jobs.ts';
import { pino } from 'pino';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Tx } from '../../../src/server/infra/database/db.ts';
import {
  blankRecipients,
  dropRecipients,
} from '../../../src/server/features/campaigns/prepare/recipients.store.ts';
import { dropVerifications } from '../../../src/server/features/verifications/verifications.store.ts';
import { keepRetention } from '../../../src/server/features/retention/retention.jobs.ts';
import { putSetting } from '../../../src/server/core/installation/installation.store.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { addClient } from '../../harness/pipeline.ts';

const recipients = { blank: blankRecipients, drop: dropRecipients, endDrafts };

export type Retained = {
  days: number;
  rowsOfDay: number;
  dropped: number;
  droppedSeconds: number;
  /** Statements of others meanwhile, and how long the slowest of them took; `quiet`: the slowest while nothing was dropped. */
  statements: number;
  slowestMs: number;
  quietSlowestMs: number;
  /** Rows that should be there and are not: those that others wrote meanwhile, and those of the days that are kept. */
  lost: number;
};

const MESSAGE = `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, status)`;

/** Makes `days` partitions of the past, drops them under traffic of `workers` connections, and looks what is there. */
export async function dropUnderTraffic({
  databaseUrl,
  days,
  rowsOfDay,
  workers,
  tell = () => {},
}: {
  databaseUrl: string;
  days: number;
  rowsOfDay: number;
  workers: number;
  tell?: (line: string) => void;
}): Promise<Retained> {
  const open = (role: 'tuma_portal' | 'tuma_owner' | 'tuma_gateway', max: number) =>
    openDatabase({ connectionString: databaseUrl }, role, {
      max,
      name: `retention ${role}`,
      onLost: () => {},
    });
  const [database, owner, gateway] = [
    open('tuma_portal', 2),
    open('tuma_owner', 1),
    open('tuma_gateway', workers),
  ];
  try {
    const clientId = await addClient(database);
    const keepDays = 30;
    for (let day = 0; day < days; day++) {
      const ago = keepDays + 2 + day;
      await owner.plain
        .query(`do $$ declare d date := (now() at time zone 'UTC')::date - ${ago}; begin
        execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 70)', 'message_' || to_char(d, 'YYYYMMDD'), uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
      end $$`);
      await database.run(systemScope(), (tx) =>
        fill(tx, clientId, `(now() at time zone 'UTC')::date - ${ago}`, rowsOfDay),
      );
    }
    const today = await database.run(systemScope(), (tx) =>
      fill(tx, clientId, `(now() at time zone 'UTC')::date`, rowsOfDay),
    );
    tell(`${days} days of ${rowsOfDay} messages are there`);
    await database.run(systemScope(), (tx) =>
      putSetting(tx, 'retention', { textDays: 30, messageDays: keepDays, incomingDays: 30 }),
    );

    let stopping = false;
    let slowest = 0;
    let statements = 0;
    let written = 0;
    const traffic = Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        for (let turn = 0; !stopping; turn++) {
          const began = performance.now();
          if (turn % 3 === 0) {
            await gateway.plain.query(
              `${MESSAGE} select (substr(uuid_v7_floor(now())::text, 1, 24) || lpad(to_hex($2::int), 12, '0'))::uuid, $1, '254700000000', 'TUMA', 'Hello', 0, 1, 1, 1, 1, 0`,
              [clientId, worker * 10_000_000 + turn],
            );
            written++;
          } else if (turn % 3 === 1)
            await gateway.plain.query(
              `update message set status = 10 where client_id = $1 and id = (select id from message where client_id = $1 and id > uuid_v7_floor(now() - interval '1 minute') order by id limit 1)`,
              [clientId],
            );
          else
            await gateway.plain.query(
              `select id, status from message where client_id = $1 order by id desc limit 50`,
              [clientId],
            );
          slowest = Math.max(slowest, performance.now() - began);
          statements++;
        }
      }),
    );
    const settle = async (until: number) => {
      while (statements < until)
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
    };
    await settle(workers * 100);
    slowest = 0;
    await settle(statements + workers * 300);
    const quietSlowestMs = slowest;
    slowest = 0;
    const before = statements;
    const began = performance.now();
    const left = async () =>
      Number(
        (
          await owner.plain.query<{ count: bigint }>(
            `select count(*) from pg_class where relname ~ '^message_[0-9]{8}$' and to_date(substr(relname, 9), 'YYYYMMDD') < (now() at time zone 'UTC')::date - ${keepDays + 1}`,
          )
        ).rows[0]!.count,
      );
    // A day that an old transaction holds is left to the next run.
    while ((await left()) > 0)
      await keepRetention({
        database,
        owner,
        recipients,
        dropVerifications,
        log: pino({ level: 'silent' }),
      });
    const droppedSeconds = (performance.now() - began) / 1000;
    const slowestMs = slowest;
    const during = statements - before;
    stopping = true;
    await traffic;
    const there = Number(
      (
        await gateway.plain.query<{ count: bigint }>(
          'select count(*) from message where client_id = $1',
          [clientId],
        )
      ).rows[0]!.count,
    );
    return {
      days,
      rowsOfDay,
      dropped: days,
      droppedSeconds: Math.round(droppedSeconds * 100) / 100,
      statements: during,
      slowestMs: Math.round(slowestMs * 10) / 10,
      quietSlowestMs: Math.round(quietSlowestMs * 10) / 10,
      lost: today + written - there,
    };
  } finally {
    await Promise.all([database.close(), owner.close(), gateway.close()]);
  }
}

async function fill(tx: Tx, clientId: string, day: string, rows: number): Promise<number> {
  return (
    await tx.query(
      `${MESSAGE} select (substr(uuid_v7_floor((${day})::timestamp at time zone 'UTC' + n * interval '1 millisecond')::text, 1, 24) || lpad(to_hex(n), 12, '0'))::uuid, $1, (254700000000 + n)::text, 'TUMA', 'Hello ' || n, 0, 1, 1, 1, 1, 10 from generate_series(1, $2::int) n`,
      [clientId, rows],
    )
  ).rowCount;
}
