/** Reads what an import takes over from a dump of playSMS (db/playsms.sql of github.com/playsms/playsms). */
import { setImmediate as turn } from 'node:timers/promises';
import {
  createdColumns,
  listDumpedTables,
  readDumpedRows,
} from '../../core/files/mysql-dump.rules.ts';
import { UploadRefused } from '../../core/files/upload-refused.ts';
import {
  MOST_PLAYSMS_CONTACTS,
  MOST_PLAYSMS_USERS,
} from '../../../contract/api/playsms-imports.ts';

export type Row<Column extends string> = { line: number } & Record<Column, string>;

export type DumpedUser = Row<(typeof USER_COLUMNS)[number]>;
export type DumpedContact = Row<(typeof CONTACT_COLUMNS)[number]>;
export type DumpedGroup = Row<(typeof GROUP_COLUMNS)[number]>;
export type DumpedTemplate = Row<(typeof TEMPLATE_COLUMNS)[number]>;

/** Passwords, salts and tokens are not among them: they do not leave the reader. */
const USER_COLUMNS = [
  'uid',
  'parent_uid',
  'status',
  'username',
  'name',
  'email',
  'mobile',
  'sender',
  'footer',
  'credit',
  'language_module',
  'enable_webservices',
] as const;
const CONTACT_COLUMNS = ['id', 'uid', 'mobile', 'name', 'email', 'tags'] as const;
const GROUP_COLUMNS = ['id', 'uid', 'name', 'flag_sender'] as const;
const MEMBER_COLUMNS = ['gpid', 'pid'] as const;
const TEMPLATE_COLUMNS = ['uid', 't_title', 't_text'] as const;

const TABLES = {
  users: /_tblUser$/i,
  contacts: /_featurePhonebook$/i,
  groups: /_featurePhonebook_group$/i,
  members: /_featurePhonebook_group_contacts$/i,
  templates: /_featureMsgtemplate$/i,
};

const MOST_GROUPS = 20_000;
const MOST_TEMPLATES = 20_000;
const MOST_MEMBERS = 1_000_000;
/** Rows that are read before others have a turn. */
const ROWS_AT_ONCE = 2_000;

export type PlaysmsDump = {
  users: DumpedUser[];
  contacts: DumpedContact[];
  groups: DumpedGroup[];
  /** The groups of each entry of a phone book, by its id. */
  groupsOf: Map<string, string[]>;
  templates: DumpedTemplate[];
  /** Tables with rows that are not read. */
  otherTables: string[];
};

/**
 * @returns undefined where the text has no table of users
 * @throws UploadRefused TOO_MANY_ROWS
 */
export async function readPlaysmsDump(text: string): Promise<PlaysmsDump | undefined> {
  const users = await readTable(text, TABLES.users, USER_COLUMNS, MOST_PLAYSMS_USERS);
  if (!users || users.length === 0) return undefined;
  const read = async <Column extends string>(
    table: RegExp,
    columns: readonly Column[],
    most: number,
  ) => (await readTable(text, table, columns, most)) ?? [];
  const groupsOf = new Map<string, string[]>();
  for (const { gpid, pid } of await read(TABLES.members, MEMBER_COLUMNS, MOST_MEMBERS)) {
    const groups = groupsOf.get(pid);
    if (groups) groups.push(gpid);
    else groupsOf.set(pid, [gpid]);
  }
  return {
    users,
    contacts: await read(TABLES.contacts, CONTACT_COLUMNS, MOST_PLAYSMS_CONTACTS),
    groups: await read(TABLES.groups, GROUP_COLUMNS, MOST_GROUPS),
    groupsOf,
    templates: await read(TABLES.templates, TEMPLATE_COLUMNS, MOST_TEMPLATES),
    otherTables: listDumpedTables(text).filter(
      (name) => !Object.values(TABLES).some((table) => table.test(name)),
    ),
  };
}

/** The rows of a table by the names of these columns; one that the table lacks is an empty text. */
async function readTable<Column extends string>(
  text: string,
  table: RegExp,
  columns: readonly Column[],
  most: number,
): Promise<Row<Column>[] | undefined> {
  const isWanted = (name: string) => table.test(name);
  const created = createdColumns(text, isWanted);
  const rows: Row<Column>[] = [];
  let names: string[] | undefined;
  let places: number[] = [];
  for (const { named = created, line, cells } of readDumpedRows(text, isWanted)) {
    if (named === undefined) return undefined;
    if (rows.length >= most) throw new UploadRefused('TOO_MANY_ROWS', { limit: most });
    if (named !== names) {
      names = named;
      places = columns.map((column) => named.indexOf(column));
    }
    const row = Object.fromEntries(
      columns.map((column, at) => [column, cells[places[at]!] ?? '']),
    ) as Record<Column, string>;
    rows.push({ line, ...row });
    if (rows.length % ROWS_AT_ONCE === 0) await turn();
  }
  return rows;
}
