import type { PlatformSettings, SendingWindow } from '../../../contract/api/platform-settings.ts';
import type { Tx } from '../../infra/database/db.ts';

/** A window as it is kept: times are minutes from midnight. */
export type WindowRow = Omit<SendingWindow, 'opens' | 'closes'> & { opens: number; closes: number };

const COLUMNS = `country, kind, opens, closes, days, timezone, source, to_char(checked_on, 'YYYY-MM-DD') as "checkedOn"`;

export async function listWindows(tx: Tx): Promise<WindowRow[]> {
  return (await tx.query<WindowRow>(`select ${COLUMNS} from sending_window order by country, kind`))
    .rows;
}

export async function findWindow(
  tx: Tx,
  country: string,
  kind: string,
): Promise<WindowRow | undefined> {
  return (
    await tx.query<WindowRow>(
      `select ${COLUMNS} from sending_window where country = $1 and kind = $2 for update`,
      [country, kind],
    )
  ).rows[0];
}

export async function putWindow(tx: Tx, window: WindowRow): Promise<void> {
  await tx.query(
    `insert into sending_window (country, kind, opens, closes, days, timezone, source, checked_on) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (country, kind) do update set opens = excluded.opens, closes = excluded.closes, days = excluded.days, timezone = excluded.timezone, source = excluded.source, checked_on = excluded.checked_on`,
    [
      window.country,
      window.kind,
      window.opens,
      window.closes,
      window.days,
      window.timezone,
      window.source,
      window.checkedOn,
    ],
  );
}

export async function deleteWindow(tx: Tx, country: string, kind: string): Promise<void> {
  await tx.query('delete from sending_window where country = $1 and kind = $2', [country, kind]);
}

/** A client as the platform's inbox names it. */
export async function findInboxClient(
  tx: Tx,
  clientId: string,
): Promise<PlatformSettings['inbox']> {
  const { rows } = await tx.query<NonNullable<PlatformSettings['inbox']>>(
    'select id as "clientId", client_name as "clientName", access_level as "accessLevel", email from client where id = $1',
    [clientId],
  );
  return rows[0] ?? null;
}
