import type { compose } from '../../../../contract/api/compose.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { readInKeyOrder } from '../../../infra/database/key-order.ts';
import type { ContactFacts, RecipientFields } from './audience.rules.ts';

/**
 * The chosen recipients of a composed campaign.
 * @property recipientFields one for each of `recipients`; null or left out where none has any
 */
export type Audience = {
  recipients: string[];
  recipientFields?: (RecipientFields | null)[] | null;
  groupIds: string[];
  contactIds: string[];
};

export async function insertAudience(
  tx: Tx,
  campaign: { id: string; clientId: string },
  { recipients, recipientFields, groupIds, contactIds }: Audience,
): Promise<void> {
  await tx.query(
    'insert into campaign_audience (campaign_id, client_id, recipients, recipient_fields, group_ids, contact_ids) values ($1, $2, $3, $4, $5, $6)',
    [
      campaign.id,
      campaign.clientId,
      recipients,
      recipientFields ? JSON.stringify(recipientFields) : null,
      groupIds,
      contactIds,
    ],
  );
}

export async function getAudience(
  tx: Tx,
  campaignId: string,
): Promise<Audience & { afterContact: string | null }> {
  const { rows } = await tx.query<Audience & { afterContact: string | null }>(
    `select recipients, recipient_fields as "recipientFields", group_ids as "groupIds", contact_ids as "contactIds", after_contact as "afterContact" from campaign_audience where campaign_id = $1`,
    [campaignId],
  );
  if (!rows[0]) throw new Error(`campaign ${campaignId} has no audience`);
  return rows[0];
}

/** Notes the last contact that became a row, in the transaction in which the rows are stored. */
export async function advanceAudience(
  tx: Tx,
  campaignId: string,
  contactId: string,
): Promise<void> {
  await tx.query('update campaign_audience set after_contact = $2 where campaign_id = $1', [
    campaignId,
    contactId,
  ]);
}

const FACTS = `c.id, c.phone, c.first_name as "firstName", c.last_name as "lastName", c.other_names as "otherNames", c.email, c.attributes`;

/**
 * The next contacts of an audience in the order of their ids, each once, and how often it was chosen: groups are read by
 * their keys side by side, so that a step costs what its rows cost, whatever the groups hold.
 */
export async function listAudience(
  tx: Tx,
  clientId: string,
  {
    groupIds,
    contactIds,
    after,
  }: { groupIds: string[]; contactIds: string[]; after: string | null },
  limit: number,
): Promise<(ContactFacts & { times: number })[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<ContactFacts & { times: number }>(
    `with chosen as (
       select id, count(*)::int as times from (
         select m.contact_id as id from unnest($2::uuid[]) as g (id) cross join lateral (
           select contact_id from contact_group_member where group_id = g.id and contact_id > $4 order by contact_id limit $5) m
         union all select id from unnest($3::uuid[]) as p (id) where id > $4) each
       group by id order by id limit $5)
     select ${FACTS}, chosen.times from chosen join contact c on c.id = chosen.id where c.client_id = $1 order by c.id`,
    [clientId, groupIds, contactIds, after ?? '00000000-0000-0000-0000-000000000000', limit],
    'next-contacts',
  );
  return rows;
}

/** The client's contacts with these numbers (E.164 without the plus), by number. */
export async function findContactsByPhone(
  tx: Tx,
  clientId: string,
  phones: string[],
): Promise<Map<string, ContactFacts>> {
  const { rows } = await tx.query<ContactFacts>(
    `select ${FACTS} from contact c where c.client_id = $1 and c.phone = any ($2::text[])`,
    [clientId, phones],
    'contacts-by-phone',
  );
  return new Map(rows.map((row) => [row.phone, row]));
}

/**
 * How many members the groups have together, the ids among `groupIds` and `contactIds` that are none of the
 * client's, and the name of a group that the background takes everybody out of.
 */
export async function countChosen(
  tx: Tx,
  clientId: string,
  groupIds: string[],
  contactIds: string[],
): Promise<{
  members: number;
  unknownGroups: string[];
  unknownContacts: string[];
  emptying: string | null;
}> {
  const { rows } = await tx.query<{
    members: number;
    unknownGroups: string[];
    unknownContacts: string[];
    emptying: string | null;
  }>(
    `select (select coalesce(sum(contact_count), 0)::int from contact_group where client_id = $1 and id = any ($2::uuid[])) as members,
       (select min(group_name) from contact_group where client_id = $1 and id = any ($2::uuid[]) and emptying is not null) as emptying,
       array(select g.id from unnest($2::uuid[]) as g (id) where not exists (select from contact_group where id = g.id and client_id = $1)) as "unknownGroups",
       array(select p.id from unnest($3::uuid[]) as p (id) where not exists (select from contact where id = p.id and client_id = $1)) as "unknownContacts"`,
    [clientId, groupIds, contactIds],
  );
  return rows[0]!;
}

/** The groups and contacts of the client among these ids, by their names. */
export async function listChosen(
  tx: Tx,
  clientId: string,
  groupIds: string[],
  contactIds: string[],
): Promise<Pick<Output<typeof compose.draft>, 'groups' | 'contacts'>> {
  const groups = await tx.query<{ groupId: string; groupName: string; contactCount: number }>(
    `select id as "groupId", group_name as "groupName", contact_count as "contactCount" from contact_group
     where client_id = $1 and id = any ($2::uuid[]) order by group_name, id`,
    [clientId, groupIds],
  );
  const contacts = await tx.query<{ contactId: string; name: string; phone: string }>(
    `select id as "contactId", trim(first_name || ' ' || last_name) as name, '+' || phone as phone from contact
     where client_id = $1 and id = any ($2::uuid[]) order by name, id`,
    [clientId, contactIds],
  );
  return { groups: groups.rows, contacts: contacts.rows };
}

/** True where some contact of the client has an attribute of this name. */
export async function isAttribute(tx: Tx, clientId: string, name: string): Promise<boolean> {
  const { rows } = await tx.query<{ known: boolean }>(
    'select exists (select from contact where client_id = $1 and attributes ? $2) as known',
    [clientId, name],
  );
  return rows[0]!.known;
}

/** Names of attributes that the client's newest contacts have, most used first. */
export async function listAttributes(tx: Tx, clientId: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select name from (select attributes from contact where client_id = $1 order by id desc limit 1000) newest, jsonb_object_keys(newest.attributes) as name
     group by name order by count(*) desc, name limit 100`,
    [clientId],
  );
  return rows.map((row) => row.name);
}

/** The text of a template of the client's own. */
export async function findTemplateText(
  tx: Tx,
  clientId: string,
  templateId: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ text: string }>(
    'select text from message_template where client_id = $1 and id = $2',
    [clientId, templateId],
  );
  return rows[0]?.text;
}
