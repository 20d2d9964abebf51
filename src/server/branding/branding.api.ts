import { Readable } from 'node:stream';
import { branding, type Brand } from '../../contract/branding.ts';
import { normalizePhone } from '../../contract/phone.ts';
import { changes, record } from '../audit/audit.ts';
import type { Database, Tx } from '../db.ts';
import { badInput, conflict, notAllowed, notFound } from '../errors.ts';
import { deletePicturesBut, findPicture, insertPicture } from '../files/picture.store.ts';
import { readPicture } from '../files/pictures.ts';
import { answer, type Route } from '../http.ts';
import { newId } from '../ids.ts';
import { systemScope, type Scope } from '../scope.ts';
import { sentence, type Language } from '../words.ts';
import { logoPath, showsApiDocumentation } from './branding.ts';
import { deleteHost, findBrand, findBrandOfHost, findOwner, insertHost, setLogo, upsertBrand, type BrandRow } from './branding.store.ts';

/** @param platformHost the installation's own host, which nobody may brand but the root; @param brandWord see the configuration */
export function brandingRoutes({ database, platformHost, brandWord }: { database: Database; platformHost: string; brandWord: string }): Route[] {
  return answer(branding, {
    host: (_input, { host }) => database.run(systemScope(), async (tx) => {
      const found = await findBrandOfHost(tx, host);
      if (!found) return { hostBrandFound: false, clientBrandDetails: null, uiPrefs: null, apiDocumentationShown: true };
      const { themeName, ...details } = show(found);
      return { hostBrandFound: true, clientBrandDetails: details, uiPrefs: { themeName }, apiDocumentationShown: showsApiDocumentation(found.brandName, brandWord) };
    }),
    logo: ({ pictureId }) => database.run(systemScope(), async (tx) => {
      const bytes = await findPicture(tx, systemScope(), pictureId, 'LOGO');
      if (!bytes) throw notFound('picture');
      return { fileName: 'logo.webp', contentType: 'image/webp', stream: Readable.from([bytes]), cache: 'public' as const };
    }),
    get: ({ clientId }, call) => database.run(call.scope, async (tx) => {
      const owner = await ownerOf(tx, call.scope, clientId);
      const found = await findBrand(tx, owner.clientId);
      return found ? show(found) : null;
    }),
    update: ({ clientId, ...wanted }, call) => database.run(call.scope, async (tx) => {
      const owner = await ownerOf(tx, call.scope, clientId);
      const before = await findBrand(tx, owner.clientId);
      const brand = {
        clientId: owner.clientId, brandName: wanted.brandName, themeName: wanted.themeName,
        supportEmail: wanted.supportEmail ?? null, supportPhone: wanted.supportPhone ? phoneOf(wanted.supportPhone, owner.country, call.language) : null,
      };
      await upsertBrand(tx, brand);
      const changed = changes({ ...before }, brand);
      if (changed) await record(tx, call, { action: 'BRAND_UPDATED', clientId: owner.clientId, ...changed });
      return show((await findBrand(tx, owner.clientId))!);
    }),
    addHost: ({ clientId, host }, call) => database.run(call.scope, async (tx) => {
      const owner = await ownerOf(tx, call.scope, clientId);
      if (host === platformHost && owner.parentId !== null) throw notAllowed();
      const brand = await findBrand(tx, owner.clientId);
      if (!brand) throw conflict('brand', 'MISSING');
      if (brand.hosts.includes(host)) return show(brand);
      if (!(await insertHost(tx, owner.clientId, host))) throw conflict('host', 'TAKEN');
      await record(tx, call, { action: 'HOST_ADDED', clientId: owner.clientId, after: { host } });
      return show((await findBrand(tx, owner.clientId))!);
    }),
    removeHost: ({ clientId, host }, call) => database.run(call.scope, async (tx) => {
      const owner = await ownerOf(tx, call.scope, clientId);
      if (!(await deleteHost(tx, owner.clientId, host))) throw notFound('host');
      await record(tx, call, { action: 'HOST_REMOVED', clientId: owner.clientId, before: { host } });
      return show((await findBrand(tx, owner.clientId))!);
    }),
    async uploadLogo({ clientId }, call) {
      try {
        await database.run(call.scope, async (tx) => {
          await ownerOf(tx, call.scope, clientId);
          if (!(await findBrand(tx, clientId))) throw conflict('brand', 'MISSING');
        });
      } catch (refusal) {
        call.file.stream.resume();
        throw refusal;
      }
      const bytes = await readPicture(call.file.stream, { width: 640, height: 160, fit: 'inside' }, call.language);
      return database.run(call.scope, async (tx) => {
        const id = newId();
        await insertPicture(tx, { id, clientId, purpose: 'LOGO', bytes });
        await setLogo(tx, clientId, id);
        await deletePicturesBut(tx, clientId, 'LOGO', id);
        await record(tx, call, { action: 'LOGO_CHANGED', clientId });
        return show((await findBrand(tx, clientId))!);
      });
    },
    removeLogo: ({ clientId }, call) => database.run(call.scope, async (tx) => {
      await ownerOf(tx, call.scope, clientId);
      await setLogo(tx, clientId, null);
      await deletePicturesBut(tx, clientId, 'LOGO', null);
      await record(tx, call, { action: 'LOGO_CHANGED', clientId });
      return { ok: true } as const;
    }),
  });
}

async function ownerOf(tx: Tx, scope: Scope, clientId: string | undefined) {
  const owner = await findOwner(tx, scope, clientId ?? scope.clientId);
  if (!owner) throw notFound('client');
  return owner;
}

function phoneOf(written: string, country: string, language: Language): string {
  const phone = normalizePhone(written, country);
  // A support line may be a fixed one, which gets no SMS.
  if (!phone.ok && phone.reason !== 'NOT_MOBILE') throw badInput([{ field: 'supportPhone', message: sentence(language, 'NOT_A_PHONE') }]);
  return phone.ok ? phone.e164 : written;
}

function show({ logoPictureId, ...brand }: BrandRow): Brand {
  return { ...brand, brandLogoPath: logoPath(logoPictureId) };
}
