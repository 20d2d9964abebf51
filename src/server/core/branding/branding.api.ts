import { Readable } from 'node:stream';
import {
  BRAND_PICTURES,
  branding,
  type Brand,
  type BrandPicture,
} from '../../../contract/api/branding.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { changes, record } from '../audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, conflict, notFound } from '../../infra/errors.ts';
import {
  deletePicturesBut,
  findPicture,
  insertPicture,
  type PicturePurpose,
} from '../files/picture.store.ts';
import { type Cut, readPicture } from '../files/pictures.ts';
import { answer, type Call, type Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope, type Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { findBrandOfHosts, presentBrand, showsApiDocumentation, withPaths } from './branding.ts';
import { presentHosts, proposeHost, removeHost } from './hosts.ts';
import { findBrand, findOwner, setBrandPicture, upsertBrand } from './branding.store.ts';

/**
 * @param platformHosts the installation's own hosts, which nobody may brand
 * @param brandWord see the configuration
 */
export function brandingRoutes({
  database,
  platformHosts,
  brandWord,
}: {
  database: Database;
  platformHosts: readonly string[];
  brandWord: string;
}): Route[] {
  return answer(branding, {
    host: (_input, { hosts }) =>
      database.run(systemScope(), async (tx) => {
        const found = await findBrandOfHosts(tx, hosts);
        if (!found)
          return {
            hostBrandFound: false,
            clientBrandDetails: null,
            uiPrefs: null,
            apiDocumentationShown: true,
          };
        const brand = withPaths(found);
        return {
          hostBrandFound: true,
          clientBrandDetails: {
            brandName: brand.brandName,
            supportEmail: brand.supportEmail,
            supportPhone: brand.supportPhone,
            brandLogoPath: brand.brandLogoPath,
            brandLogoDarkPath: brand.brandLogoDarkPath,
            faviconPath: brand.faviconPath,
            signInPicturePath: brand.signInPicturePath,
          },
          uiPrefs: { themeName: brand.themeName, ...styleOf(brand) },
          apiDocumentationShown: showsApiDocumentation(found.brandName, brandWord),
        };
      }),
    logo: ({ pictureId }) => sendPicture(database, pictureId, ['LOGO']),
    picture: ({ pictureId }) => sendPicture(database, pictureId, BRAND_PICTURES),
    get: ({ clientId }, call) =>
      database.run(call.scope, async (tx) => {
        const owner = await ownerOf(tx, call.scope, clientId);
        return (await findBrand(tx, owner.clientId)) ? present(tx, owner.clientId) : null;
      }),
    update: ({ clientId, ...wanted }, call) =>
      database.run(call.scope, async (tx) => {
        const owner = await ownerOf(tx, call.scope, clientId);
        const before = await findBrand(tx, owner.clientId);
        const brand = {
          clientId: owner.clientId,
          brandName: wanted.brandName,
          themeName: wanted.themeName,
          supportEmail: wanted.supportEmail ?? null,
          supportPhone: wanted.supportPhone
            ? phoneOf(wanted.supportPhone, owner.country, call.language)
            : null,
          ...lookOf(wanted, before ?? PLAIN),
        };
        await upsertBrand(tx, brand);
        const changed = changes({ ...before }, brand);
        if (changed)
          await record(tx, call, { action: 'BRAND_UPDATED', clientId: owner.clientId, ...changed });
        return present(tx, owner.clientId);
      }),
    addHost: ({ clientId, host }, call) =>
      database.run(call.scope, async (tx) => {
        const owner = await ownerOf(tx, call.scope, clientId);
        if (!(await findBrand(tx, owner.clientId))) throw conflict('brand', 'MISSING');
        await proposeHost(tx, { platformHosts }, call, {
          clientId: owner.clientId,
          isRoot: owner.parentId === null,
          host,
        });
        return present(tx, owner.clientId);
      }),
    removeHost: ({ clientId, host }, call) =>
      database.run(call.scope, async (tx) => {
        const owner = await ownerOf(tx, call.scope, clientId);
        await removeHost(tx, call, { clientId: owner.clientId, host });
        return present(tx, owner.clientId);
      }),
    uploadLogo: ({ clientId }, call) => savePicture(database, call, clientId, 'LOGO'),
    removeLogo: ({ clientId }, call) => removePicture(database, call, clientId, 'LOGO'),
    uploadPicture: ({ clientId, picture }, call) => savePicture(database, call, clientId, picture),
    removePicture: ({ clientId, picture }, call) =>
      removePicture(database, call, clientId, picture),
  });
}

/** The box that each picture fits into; an icon is a square, which it fills. */
const CUTS: Record<BrandPicture | 'LOGO', Cut> = {
  LOGO: { width: 640, height: 160, fit: 'inside' },
  LOGO_DARK: { width: 640, height: 160, fit: 'inside' },
  FAVICON: { width: 128, height: 128, fit: 'cover' },
  SIGN_IN: { width: 1600, height: 1600, fit: 'inside' },
};

const AUDIT_ACTIONS: Record<BrandPicture | 'LOGO', 'LOGO_CHANGED' | 'BRAND_UPDATED'> = {
  LOGO: 'LOGO_CHANGED',
  LOGO_DARK: 'LOGO_CHANGED',
  FAVICON: 'BRAND_UPDATED',
  SIGN_IN: 'BRAND_UPDATED',
};

async function savePicture(
  database: Database,
  call: Call<typeof branding.uploadPicture> | Call<typeof branding.uploadLogo>,
  clientId: string,
  picture: BrandPicture | 'LOGO',
): Promise<Brand> {
  try {
    await database.run(call.scope, async (tx) => {
      await ownerOf(tx, call.scope, clientId);
      if (!(await findBrand(tx, clientId))) throw conflict('brand', 'MISSING');
    });
  } catch (refusal) {
    call.file.stream.resume();
    throw refusal;
  }
  const bytes = await readPicture(call.file.stream, CUTS[picture], call.language);
  return database.run(call.scope, async (tx) => {
    const id = newId();
    await insertPicture(tx, { id, clientId, purpose: picture, bytes });
    await setBrandPicture(tx, clientId, picture, id);
    await deletePicturesBut(tx, clientId, picture, id);
    await record(tx, call, { action: AUDIT_ACTIONS[picture], clientId });
    return present(tx, clientId);
  });
}

function removePicture(
  database: Database,
  call: Call<typeof branding.removePicture> | Call<typeof branding.removeLogo>,
  clientId: string,
  picture: BrandPicture | 'LOGO',
): Promise<{ ok: true }> {
  return database.run(call.scope, async (tx) => {
    await ownerOf(tx, call.scope, clientId);
    await setBrandPicture(tx, clientId, picture, null);
    await deletePicturesBut(tx, clientId, picture, null);
    await record(tx, call, { action: AUDIT_ACTIONS[picture], clientId });
    return { ok: true } as const;
  });
}

/** A picture is public at its address, which nobody can guess. */
function sendPicture(database: Database, pictureId: string, purposes: readonly PicturePurpose[]) {
  return database.run(systemScope(), async (tx) => {
    const bytes = await findPicture(tx, systemScope(), pictureId, purposes);
    if (!bytes) throw notFound('picture');
    return {
      fileName: 'logo.webp',
      contentType: 'image/webp',
      stream: Readable.from([bytes]),
      cache: 'public' as const,
    };
  });
}

type Look = Pick<Brand, 'accentColour' | 'chrome' | 'corners' | 'pattern'>;
/** The look of a brand whose owner has chosen none. */
const PLAIN: Look = { accentColour: null, chrome: 'WHITE', corners: 8, pattern: 'MESSAGES' };

const styleOf = ({ accentColour, chrome, corners, pattern }: Look): Look => ({
  accentColour,
  chrome,
  corners,
  pattern,
});

/** The look that is wanted; what was left out stays as it was. */
const lookOf = (wanted: Partial<Look>, before: Look): Look => ({
  accentColour: wanted.accentColour === undefined ? before.accentColour : wanted.accentColour,
  chrome: wanted.chrome ?? before.chrome,
  corners: wanted.corners ?? before.corners,
  pattern: wanted.pattern ?? before.pattern,
});

async function ownerOf(tx: Tx, scope: Scope, clientId: string | undefined) {
  const owner = await findOwner(tx, scope, clientId ?? scope.clientId);
  if (!owner) throw notFound('client');
  return owner;
}

function phoneOf(written: string, country: string, language: Language): string {
  const phone = normalizePhone(written, country);
  // A support line may be a fixed line, which receives no SMS.
  if (!phone.ok && phone.reason !== 'NOT_MOBILE')
    throw badInput([{ field: 'supportPhone', message: sentence(language, 'NOT_A_PHONE') }]);
  return phone.ok ? phone.e164 : written;
}

async function present(tx: Tx, clientId: string) {
  return presentBrand(tx, clientId, await presentHosts(tx, clientId));
}
