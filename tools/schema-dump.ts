// Reads a database's catalogs: the whole schema as SQL on one page.
import type { Client } from 'pg';

// Partitions come and go by the day; the bookkeeping of migrations is nobody's to query.
const TABLES = `
  select c.oid, c.relname as name, pg_get_partkeydef(c.oid) as partition_by, c.relrowsecurity as walled, pg_get_userbyid(c.relowner) as owner,
         array_to_string(c.reloptions, ', ') as options, obj_description(c.oid, 'pg_class') as comment
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
  order by c.oid`;

interface Table {
  oid: number;
  name: string;
  partition_by: string | null;
  walled: boolean;
  owner: string;
  options: string | null;
  comment: string | null;
}

interface Column {
  table_oid: number;
  name: string;
  type: string;
  not_null: boolean;
  default_value: string | null;
  generated: string;
  identity: string;
}

const COLUMNS = `
  select a.attrelid as table_oid, a.attname as name, format_type(a.atttypid, a.atttypmod) || coalesce(' collate "' || co.collname || '"', '') as type,
         a.attnotnull as not_null, pg_get_expr(d.adbin, d.adrelid) as default_value,
         a.attgenerated::text as generated, a.attidentity::text as identity
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join pg_collation co on co.oid = a.attcollation and a.attcollation <> t.typcollation
  where a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`;

async function readColumns(client: Client): Promise<Map<number, Column[]>> {
  const { rows } = await client.query<Column>(COLUMNS);
  return Map.groupBy(rows, (row) => row.table_oid);
}

interface Line {
  table_oid: number;
  line: string;
}

async function linesByTable(client: Client, sql: string): Promise<(table: Table) => string[]> {
  const { rows } = await client.query<Line>(sql);
  const lines = Map.groupBy(rows, (row) => row.table_oid);
  return (table) => (lines.get(table.oid) ?? []).map(({ line }) => oneLine(line));
}

function oneLine(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ');
}

/**
 * The schema `public` as SQL: functions, sequences of no table, then each table with its comment, constraints, indexes, triggers,
 * policies and grants, then the views, in the order in which the migrations made them. The worker's role is left out:
 * it has what the portal's has (`grant_worker`).
 */
export async function dumpSchema(client: Client): Promise<string> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const columns = await readColumns(client);
  // PostgreSQL 18 names "not null" as a constraint; the columns say it already.
  const constraints = await linesByTable(
    client,
    `
    select conrelid as table_oid, case when contype = 'c' then 'constraint ' || quote_ident(conname) || ' ' else '' end || pg_get_constraintdef(oid) as line
    from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x') and conparentid = 0
    order by conrelid, position(contype::text in 'pufxc'), conname`,
  );
  const indexes = await linesByTable(
    client,
    `
    select i.indrelid as table_oid, pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by c.relname`,
  );
  const triggers = await linesByTable(
    client,
    `
    select tgrelid as table_oid, pg_get_triggerdef(oid) || ';' as line from pg_trigger where not tgisinternal and tgparentid = 0 order by tgname`,
  );
  const policies = await linesByTable(
    client,
    `
    select polrelid as table_oid, format('create policy %I on %I%s to %s%s%s;', polname, c.relname,
      case polcmd when 'r' then ' for select' when 'a' then ' for insert' when 'w' then ' for update' when 'd' then ' for delete' else '' end,
      (select string_agg(pg_get_userbyid(r), ', ' order by pg_get_userbyid(r)) from unnest(polroles) r where r <> 'tuma_worker'::regrole),
      ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')') as line
    from pg_policy join pg_class c on c.oid = polrelid order by polname`,
  );
  const grants = await linesByTable(
    client,
    `
    select table_oid, format('grant %s on %I to %I;', string_agg(right_name, ', ' order by right_name), name, role) as line
    from (
      select c.oid as table_oid, c.relname as name, lower(x.privilege_type) as right_name, pg_get_userbyid(x.grantee) as role
      from pg_class c, aclexplode(c.relacl) x where x.grantee <> c.relowner
      union all
      select c.oid, c.relname, lower(x.privilege_type) || ' (' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ')', pg_get_userbyid(x.grantee)
      from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x group by c.oid, c.relname, x.privilege_type, x.grantee) r
    where role like 'tuma\\_%' and role <> 'tuma_worker' group by table_oid, name, role order by role desc`,
  );

  const parts = [
    '-- Written by `npm run generate -- schema` from db/migrations: read it, never edit it.',
    ...(await functions(client)),
  ];
  parts.push(...(await sequences(client, grants)));
  for (const table of tables) {
    const body = [...(columns.get(table.oid) ?? []).map(columnLine), ...constraints(table)]
      .map((line) => `  ${line}`)
      .join(',\n');
    const after = [
      table.partition_by && `partition by ${table.partition_by.toLowerCase()}`,
      table.options && `with (${table.options})`,
    ]
      .filter(Boolean)
      .map((text) => ` ${text}`)
      .join('');
    parts.push(
      [
        ...commentLines(table.comment ?? ''),
        `create table ${table.name} (\n${body}\n)${after};`,
        ...indexes(table),
        ...triggers(table),
        ...(table.walled ? [`alter table ${table.name} enable row level security;`] : []),
        ...policies(table),
        `alter table ${table.name} owner to ${table.owner};`,
        ...grants(table),
      ].join('\n'),
    );
  }
  parts.push(...(await views(client, grants)));
  return `${parts.join('\n\n')}\n`;
}

/** A text as lines of a comment, each of 100 columns at most. */
function commentLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 100)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`-- ${word}`);
  }
  return lines;
}

/** Those that belong to no column. */
async function sequences(client: Client, grants: (table: Table) => string[]) {
  const { rows } = await client.query<Table & { start: string }>(`
    select c.oid, c.relname as name, pg_get_userbyid(c.relowner) as owner, obj_description(c.oid, 'pg_class') as comment, s.seqstart as start
    from pg_class c join pg_sequence s on s.seqrelid = c.oid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')) order by c.oid`);
  return rows.map((sequence) =>
    [
      ...commentLines(sequence.comment ?? ''),
      `create sequence ${sequence.name} start ${sequence.start};`,
      `alter sequence ${sequence.name} owner to ${sequence.owner};`,
      ...grants(sequence).map((line) => line.replace(' on ', ' on sequence ')),
    ].join('\n'),
  );
}

async function views(client: Client, grants: (table: Table) => string[]) {
  const { rows } = await client.query<Table & { definition: string }>(`
    select c.oid, c.relname as name, pg_get_userbyid(c.relowner) as owner, array_to_string(c.reloptions, ', ') as options, pg_get_viewdef(c.oid) as definition
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by c.oid`);
  return rows.map((view) =>
    [
      `create view ${view.name}${view.options ? ` with (${view.options})` : ''} as\n${view.definition.trimEnd()}`,
      `alter view ${view.name} owner to ${view.owner};`,
      ...grants(view),
    ].join('\n'),
  );
}

async function functions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string; owner: string; signature: string }>(`
    select pg_get_functiondef(oid) as definition, oid::regprocedure::text as signature, pg_get_userbyid(proowner) as owner
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') order by oid`);
  return rows.map(({ definition, signature, owner }) => {
    const text = definition
      .replace('CREATE OR REPLACE FUNCTION public.', 'create function ')
      .trimEnd();
    return `${text};${owner === 'tuma_owner' ? `\nalter function ${signature} owner to tuma_owner;` : ''}`;
  });
}

function columnLine(column: Column): string {
  const parts = [column.name, column.type];
  if (column.identity)
    parts.push(`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`);
  else if (column.generated) parts.push(`generated always as (${column.default_value}) stored`);
  else if (column.default_value !== null) parts.push(`default ${column.default_value}`);
  if (column.not_null && !column.identity) parts.push('not null');
  return parts.join(' ');
}
