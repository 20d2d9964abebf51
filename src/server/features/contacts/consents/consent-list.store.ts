/** Lists of consents, and their proof. */
import type { ConsentPurpose, ConsentRecord } from '../../../../contract/api/consents.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';
import type { PhoneRange } from '../opt-outs/opt-out-list.store.ts';

export type ConsentRow = Pick<
  ConsentRecord,
  'clientId' | 'purpose' | 'source' | 'wording' | 'evidence' | 'contactName'
> & {
  id: string;
  destination: string;
  givenAt: Date;
  createdAt: Date;
  withdrawnAt: Date | null;
  optedOutAt: Date | null;
};

const COLUMNS = `c.id, c.client_id as "clientId", c.destination, c.purpose, c.source, c.wording, c.evidence, c.given_at as "givenAt", c.created_at as "createdAt", c.withdrawn_at as "withdrawnAt",
  (select o.created_at from opt_out o where o.client_id = c.client_id and o.destination = c.destination and o.sender = ''
    and (o.scope = 'EVERYTHING' or c.purpose <> 'ALERTS')) as "optedOutAt",
  coalesce((select trim(p.first_name || ' ' || p.last_name) from contact p where p.client_id = c.client_id and p.phone = c.destination), '') as "contactName"`;

/** Consents, the newest record first. */
export async function listConsents(
  tx: Tx,
  scope: Scope,
  wanted: { clientIds: string[]; purposes: ConsentPurpose[]; ranges: PhoneRange[] },
  page: PageRequest,
): Promise<Page<ConsentRow>> {
  const where = whereWithin(scope, 'c.client_id');
  // Nothing is shown of a number that was erased.
  where.add(`c.destination < ':'`);
  if (wanted.clientIds.length > 0) where.add('c.client_id = any (?::uuid[])', wanted.clientIds);
  if (wanted.purposes.length > 0) where.add('c.purpose = any (?)', wanted.purposes);
  if (wanted.ranges.length > 0)
    where.add(
      `(${wanted.ranges.map(() => 'c.destination >= ? and c.destination < ?').join(' or ')})`,
      ...wanted.ranges.flatMap(({ from, to }) => [from, to]),
    );
  return listPage<ConsentRow>(tx, page, {
    counted: 'consent c',
    where,
    order: newestFirst('c.id'),
    read: (rows) => `select ${COLUMNS} from consent c ${rows}`,
  });
}

/** A row of the proof: what happened with a number, and when. */
export type ProofRow = {
  at: Date;
  what: 'CONSENT' | 'WITHDRAWAL' | 'STOP' | 'START' | 'RECEIVED' | 'MESSAGE';
  detail: string;
  more: string;
  /** Its purpose and its source, as they are stored. */
  codes: string[];
  /** The status of a message that was sent; null for anything else. */
  status: string | null;
};

/** All that is kept of a number in one account, the oldest first: consents, withdrawals, opt-outs and messages both ways. */
export async function listProof(
  tx: Tx,
  clientId: string,
  destination: string,
  most: number,
): Promise<ProofRow[]> {
  const { rows } = await tx.query<ProofRow>(
    `select * from (
       select given_at as at, 'CONSENT' as what, wording as detail, evidence as more, array[purpose, source] as codes, null::text as status from consent where client_id = $1 and destination = $2
       union all select withdrawn_at, 'WITHDRAWAL', withdrawal_note, '', array[purpose], null from consent where client_id = $1 and destination = $2 and withdrawn_at is not null
       union all select created_at, 'STOP', note, '', array[source], null from opt_out where client_id = $1 and destination = $2
       union all select began_at, 'STOP', note, '', array[source], null from ended_opt_out where client_id = $1 and destination = $2
       union all select ended_at, 'START', '', '', '{}', null from ended_opt_out where client_id = $1 and destination = $2
       union all select m.created_at, 'RECEIVED', m.text, m.destination, '{}', null from incoming_message m where m.client_id = $1 and m.source = $2
       union all select coalesce(m.submitted_at, m.done_at, now()), 'MESSAGE', coalesce(m.text, c.text, ''), m.sender, '{}', m.status::text
         from message m left join campaign c on c.id = m.campaign_id where m.client_id = $1 and m.destination = $2 and not m.test) rows
     order by at, what limit $3`,
    [clientId, destination, most],
  );
  return rows;
}
