import { Readable } from 'node:stream';
import { branding } from '../../../contract/api/branding.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { changes, record } from '../audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, conflict, notFound } from '../../infra/errors.ts';
import { deletePicturesBut, findPicture, insertPicture } from '../files/picture.store.ts';
import { readPicture } from '../files/pictures.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope, type Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { findBrandOfHosts, logoPath, presentBrand, showsApiDocumentation } from './branding.ts';
import { presentHosts, proposeHost, removeHost } from './hosts.ts';
import { findBrand, findOwner, setLogo, upsertBrand } from './branding.store.ts';

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
        const { host: _host, ...brandRow } = found;
        const { themeName, logoPictureId, ...brand } = brandRow;
        const details = { ...brand, brandLogoPath: logoPath(logoPictureId) };
        return {
          hostBrandFound: true,
          clientBrandDetails: details,
          uiPrefs: { themeName },
          apiDocumentationShown: showsApiDocumentation(found.brandName, brandWord),
        };
      }),
    logo: ({ pictureId }) =>
      database.run(systemScope(), async (tx) => {
        const bytes = await findPicture(tx, systemScope(), pictureId, 'LOGO');
        if (!bytes) throw notFound('picture');
        return {
          fileName: 'logo.webp',
          contentType: 'image/webp',
          stream: Readable.from([bytes]),
          cache: 'public' as const,
        };
      }),
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
      const bytes = await readPicture(
        call.file.stream,
        { width: 640, height: 160, fit: 'inside' },
        call.language,
      );
      return database.run(call.scope, async (tx) => {
        const id = newId();
        await insertPicture(tx, { id, clientId, purpose: 'LOGO', bytes });
        await setLogo(tx, clientId, id);
        await deletePicturesBut(tx, clientId, 'LOGO', id);
        await record(tx, call, { action: 'LOGO_CHANGED', clientId });
        return present(tx, clientId);
      });
    },
    removeLogo: ({ clientId }, call) =>
      database.run(call.scope, async (tx) => {
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
  // A support line may be a fixed line, which receives no SMS.
  if (!phone.ok && phone.reason !== 'NOT_MOBILE')
    throw badInput([{ field: 'supportPhone', message: sentence(language, 'NOT_A_PHONE') }]);
  return phone.ok ? phone.e164 : written;
}

async function present(tx: Tx, clientId: string) {
  return presentBrand(tx, clientId, await presentHosts(tx, clientId));
}
