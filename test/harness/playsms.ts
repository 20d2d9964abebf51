// A dump of playSMS as mysqldump writes it, with the tables and columns of db/playsms.sql.

type Value = string | number;

const quote = (value: Value) =>
  typeof value === 'number'
    ? String(value)
    : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

function table(name: string, columns: readonly string[], rows: readonly Value[][]): string {
  const create = `CREATE TABLE \`playsms_${name}\` (\n${columns.map((column) => `  \`${column}\` varchar(250) NOT NULL DEFAULT '',\n`).join('')}  PRIMARY KEY (\`${columns[0]}\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n`;
  if (rows.length === 0) return create;
  const tuples = rows.map((row) => `(${row.map(quote).join(',')})`);
  return `${create}INSERT INTO \`playsms_${name}\` VALUES ${tuples.join(',\n')};\n`;
}

export type PlaysmsUser = {
  uid: number;
  username: string;
  email: string;
  status?: 2 | 3 | 4;
  parent?: number;
  name?: string;
  mobile?: string;
  sender?: string;
  credit?: string;
  language?: string;
};
export type PlaysmsContact = {
  id: number;
  uid: number;
  mobile: string;
  name?: string;
  email?: string;
  tags?: string;
};

const PASSWORD = '5f4dcc3b5aa765d61d8327deb882cf99';

export function playsmsDump({
  users,
  contacts = [],
  groups = [],
  members = [],
  templates = [],
}: {
  users: readonly PlaysmsUser[];
  contacts?: readonly PlaysmsContact[];
  /** Id, owner, name, and whether others may use it. */
  groups?: readonly [id: number, uid: number, name: string, shared?: 1][];
  members?: readonly [group: number, contact: number][];
  templates?: readonly [uid: number, title: string, text: string][];
}): string {
  return [
    '-- MySQL dump 10.13  Distrib 5.5.37, for debian-linux-gnu (i686)\n',
    table(
      'featureMsgtemplate',
      ['c_timestamp', 'tid', 'uid', 't_title', 't_text'],
      templates.map(([uid, title, text], at) => [0, at + 1, uid, title, text]),
    ),
    table(
      'featurePhonebook',
      ['c_timestamp', 'id', 'uid', 'mobile', 'name', 'email', 'tags'],
      contacts.map(({ id, uid, mobile, name = '', email = '', tags = '' }) => [
        0,
        id,
        uid,
        mobile,
        name,
        email,
        tags,
      ]),
    ),
    table(
      'featurePhonebook_group',
      ['c_timestamp', 'id', 'uid', 'name', 'code', 'flag_sender'],
      groups.map(([id, uid, name, shared = 0]) => [0, id, uid, name, `G${id}`, shared]),
    ),
    table(
      'featurePhonebook_group_contacts',
      ['id', 'gpid', 'pid'],
      members.map(([group, contact], at) => [at + 1, group, contact]),
    ),
    table('featureStoplist', ['c_timestamp', 'id', 'uid', 'mobile'], [[0, 1, 1, '+254700000009']]),
    table(
      'tblUser',
      [
        'c_timestamp',
        'parent_uid',
        'uid',
        'status',
        'acl_id',
        'username',
        'password',
        'token',
        'enable_webservices',
        'name',
        'mobile',
        'email',
        'sender',
        'footer',
        'credit',
        'language_module',
      ],
      users.map((user) => [
        0,
        user.parent ?? 0,
        user.uid,
        user.status ?? 3,
        0,
        user.username,
        PASSWORD,
        'b0a1',
        1,
        user.name ?? '',
        user.mobile ?? '',
        user.email,
        user.sender ?? '',
        '',
        user.credit ?? '0.000',
        user.language ?? 'en_US',
      ]),
    ),
  ].join('\n');
}
