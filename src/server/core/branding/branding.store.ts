import type { Brand, BrandPicture } from '../../../contract/api/branding.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { lockTreeShared } from '../client-tree/tree.ts';
import { pathEnd, whereWithin } from '../../infra/database/scoped-query.ts';

/** A brand as it is stored, its pictures by their ids. */
export type BrandRow = Omit<
  Brand,
  | 'brandLogoPath'
  | 'brandLogoDarkPath'
  | 'faviconPath'
  | 'signInPicturePath'
  | 'hosts'
  | 'hostStates'
> & {
  logoPictureId: string | null;
  logoDarkPictureId: string | null;
  faviconPictureId: string | null;
  signInPictureId: string | null;
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
  b.accent_colour as "accentColour", b.chrome, b.corners, b.pattern,
  b.logo_dark_picture_id as "logoDarkPictureId", b.favicon_picture_id as "faviconPictureId",
  b.sign_in_picture_id as "signInPictureId",
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
  brand: Pick<
    BrandRow,
    | 'clientId'
    | 'brandName'
    | 'themeName'
    | 'supportEmail'
    | 'supportPhone'
    | 'accentColour'
    | 'chrome'
    | 'corners'
    | 'pattern'
  >,
): Promise<void> {
  await lockTreeShared(tx);
  await tx.query(
    `insert into brand (client_id, client_path, brand_name, theme_name, support_email, support_phone,
       accent_colour, chrome, corners, pattern)
     select id, path, $2, $3, $4, $5, $6, $7, $8, $9 from client where id = $1
     on conflict (client_id) do update set brand_name = $2, theme_name = $3, support_email = $4,
       support_phone = $5, accent_colour = $6, chrome = $7, corners = $8, pattern = $9`,
    [
      brand.clientId,
      brand.brandName,
      brand.themeName,
      brand.supportEmail,
      brand.supportPhone,
      brand.accentColour,
      brand.chrome,
      brand.corners,
      brand.pattern,
    ],
  );
}

/** Updates the paths of the brands of moved clients. */
export async function moveBrands(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    'update brand set client_path = $2 || substr(client_path, length($1) + 1) where client_path collate "C" >= $1 and client_path collate "C" < $3',
    [from, to, pathEnd(from)],
  );
}

const PICTURE_COLUMNS: Record<BrandPicture | 'LOGO', string> = {
  LOGO: 'logo_picture_id',
  LOGO_DARK: 'logo_dark_picture_id',
  FAVICON: 'favicon_picture_id',
  SIGN_IN: 'sign_in_picture_id',
};

export async function setBrandPicture(
  tx: Tx,
  clientId: string,
  picture: BrandPicture | 'LOGO',
  pictureId: string | null,
): Promise<void> {
  await tx.query(`update brand set ${PICTURE_COLUMNS[picture]} = $2 where client_id = $1`, [
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
