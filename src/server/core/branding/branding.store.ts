import type { Brand } from '../../../contract/api/branding.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { lockTreeShared } from '../client-tree/tree.ts';
import { pathEnd, whereWithin } from '../../infra/database/scoped-query.ts';

export type BrandRow = Omit<Brand, 'brandLogoPath' | 'hosts' | 'hostStates'> & {
  logoPictureId: string | null;
  hosts: string[];
};

type BrandContact = {
  clientId: string;
  email: string | null;
  phone: string | null;
  language: string;
};

const COLUMNS = `b.client_id as "clientId", b.brand_name as "brandName", b.theme_name as "themeName", b.logo_picture_id as "logoPictureId",
  b.support_email as "supportEmail", b.support_phone as "supportPhone",
  array(select host from brand_host h where h.client_id = b.client_id order by created_at, host) as hosts`;

/** The nearest brand of a client: its own, or that of the nearest account above. */
export async function findBrandAbove(
  tx: Tx,
  clientId: string | null,
): Promise<BrandRow | undefined> {
  const { rows } = await tx.query<BrandRow>(
    `select ${COLUMNS} from client c join brand b on starts_with(c.path, b.client_path) where c.id = $1 order by length(b.client_path) desc limit 1`,
    [clientId],
  );
  return rows[0];
}

/** A client whose brand may be changed within `scope`. */
export async function findOwner(
  tx: Tx,
  scope: Scope,
  clientId: string,
): Promise<{ clientId: string; parentId: string | null; country: string } | undefined> {
  const where = whereWithin(scope, 'id');
  where.add('id = ?', clientId);
  const { rows } = await tx.query<{ clientId: string; parentId: string | null; country: string }>(
    `select id as "clientId", parent_id as "parentId", country from client where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

export async function findBrand(tx: Tx, clientId: string): Promise<BrandRow | undefined> {
  const { rows } = await tx.query<BrandRow>(
    `select ${COLUMNS} from brand b where b.client_id = $1`,
    [clientId],
  );
  return rows[0];
}

/**
 * The brand of a host, while its owner is usable. It reads the owner's row, so it needs the system
 * scope.
 */
export async function findBrandOfHost(tx: Tx, host: string): Promise<BrandRow | undefined> {
  const { rows } = await tx.query<BrandRow>(
    `select ${COLUMNS} from brand_host on_host join brand b on b.client_id = on_host.client_id join client c on c.id = b.client_id
     where on_host.host = $1 and c.client_status in ('ACTIVE', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY')`,
    [host],
  );
  return rows[0];
}

export async function upsertBrand(
  tx: Tx,
  brand: Pick<BrandRow, 'clientId' | 'brandName' | 'themeName' | 'supportEmail' | 'supportPhone'>,
): Promise<void> {
  await lockTreeShared(tx);
  await tx.query(
    `insert into brand (client_id, client_path, brand_name, theme_name, support_email, support_phone)
     select id, path, $2, $3, $4, $5 from client where id = $1
     on conflict (client_id) do update set brand_name = $2, theme_name = $3, support_email = $4, support_phone = $5`,
    [brand.clientId, brand.brandName, brand.themeName, brand.supportEmail, brand.supportPhone],
  );
}

/** Updates the paths of the brands of moved clients. */
export async function moveBrands(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    'update brand set client_path = $2 || substr(client_path, length($1) + 1) where client_path collate "C" >= $1 and client_path collate "C" < $3',
    [from, to, pathEnd(from)],
  );
}

export async function setLogo(tx: Tx, clientId: string, pictureId: string | null): Promise<void> {
  await tx.query('update brand set logo_picture_id = $2 where client_id = $1', [
    clientId,
    pictureId,
  ]);
}

/** The address for mail about a client's brand. Needs the system scope. */
export async function findBrandContact(
  tx: Tx,
  clientId: string,
): Promise<BrandContact | undefined> {
  const { rows } = await tx.query<BrandContact>(
    'select id as "clientId", email, phone, language from client where id = $1',
    [clientId],
  );
  return rows[0];
}
