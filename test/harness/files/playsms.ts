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

/** A playSMS with users, contacts and templates of every kind that an import tells apart. */
export const PLAYSMS_EXAMPLE = playsmsDump({
  users: [
    { uid: 1, username: 'admin', status: 2, email: 'admin@example.com' },
    {
      uid: 2,
      username: 'sub',
      status: 4,
      parent: 3,
      email: 'sub@example.com',
      name: 'Ana da Silva',
      language: 'pt_BR',
    },
    {
      uid: 3,
      username: 'duka',
      email: 'Duka@Example.com',
      name: "Duka la Amani's",
      mobile: '0712 000 001',
      sender: 'DUKA',
      credit: '12.500',
    },
    { uid: 4, username: 'nomail', email: ' ' },
    { uid: 5, username: 'again', email: 'duka@example.com' },
    { uid: 6, username: 'here', email: 'HERE@example.com', name: 'Other name' },
    { uid: 7, username: 'bad', email: 'not an address' },
    { uid: 8, username: 'orphan', status: 4, parent: 4, email: 'orphan@example.com' },
    { uid: 9, username: 'adminsub', status: 4, parent: 1, email: 'as@example.com', mobile: '12' },
  ],
  contacts: [
    { id: 10, uid: 3, mobile: '0711000001', name: 'Juma', email: 'juma@example.com', tags: 'vip' },
    { id: 11, uid: 3, mobile: '+254711000001', name: 'Juma again' },
    { id: 12, uid: 3, mobile: '12', name: 'Nobody' },
    { id: 13, uid: 3, mobile: '0711000002', name: 'Asha', email: 'asha' },
    { id: 14, uid: 6, mobile: '0711000003', name: 'Baraka' },
    { id: 15, uid: 99, mobile: '0711000004', name: 'Of nobody' },
    { id: 16, uid: 4, mobile: '0711000005', name: 'Of nomail' },
  ],
  groups: [
    [20, 3, 'Staff'],
    [21, 3, 'Shoppers', 1],
    [22, 6, 'Friends'],
  ],
  members: [
    [20, 10],
    [21, 11],
    [21, 13],
    [22, 14],
    [22, 10],
  ],
  templates: [
    [3, 'Meeting', 'Hello #NAME#, we call #num#\nsoon'],
    [3, 'meeting', 'Another \u2028line'],
    [3, 'Empty', ' '],
    [4, 'Lost', 'Lost'],
  ],
});
