/** Calls of accounts of clients. */
import { Readable } from 'node:stream';
import { clients } from '../../../contract/api/clients.ts';
import { dayOf } from '../../../contract/shared/dates.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { record } from '../../core/audit/audit.ts';
import { consume } from '../../core/auth/limits/rate-limits.ts';
import { brandOf } from '../../core/branding/branding.ts';
import { notFound } from '../../infra/errors.ts';
import { deletePicturesBut, findPicture, insertPicture } from '../../core/files/picture.store.ts';
import { readPicture } from '../../core/files/pictures.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { renderNotification } from '../../core/mail/render.ts';
import type { SendMail } from '../../core/mail/mail.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import {
  activateClient,
  createClient,
  inviteClient,
  resendInvitation,
  resetPassword,
} from './sign-ups/invite-client.ts';
import { blockClient, unblockClient } from './block-client.ts';
import { changeCredit, changeLevel, changeLimits } from './change-limits.ts';
import {
  getClient,
  getPrivileged,
  impersonate,
  moveClient,
  type ClientsContext,
} from './clients.ts';
import { profileUrl } from './clients.present.ts';
import { presentClient, presentClientTo, presentListed } from './clients.present.ts';
import { updateClient } from './update-client.ts';
import { nest } from './clients.rules.ts';
import { updatePicture } from './clients.store.ts';
import { readActivity } from './client-activity.ts';
import { listWeekUse } from './client-use.store.ts';
import { listClients, listLowClients, listTree, searchClients } from './client-lists.store.ts';

const done = { ok: true } as const;

export type ClientsAt = ClientsContext & {
  tokens: PageTokens;
  sandbox: boolean;
  /** Undefined where no mail server is configured. */
  smtp: SendMail | undefined;
};

export function clientRoutes(at: ClientsAt): Route[] {
  const { database, tokens } = at;
  return answer(clients, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const today = dayOf(Date.now() / 1000);
        const page = await listClients(
          tx,
          scope,
          {
            statuses: filter['filter.status'] ?? [],
            accessLevels: filter['filter.accessLevels'] ?? [],
            parentIds: filter['filter.parentIds'] ?? [],
            text: filter['filter.query'] ?? '',
            others: filter['filter.others'] ?? false,
            ids: filter['filter.low'] ? await listLowClients(tx, scope, today) : null,
          },
          tokens.openPage('clients', { pageSize, pageToken }),
        );
        const use = await listWeekUse(
          tx,
          page.rows.map(({ clientId }) => clientId),
          today,
        );
        return {
          clients: page.rows.map((row) => presentListed(row, use.get(row.clientId))),
          ...page.footer,
        };
      }),
    search: ({ query }, { scope }) =>
      database.run(scope, async (tx) => ({
        clients: (await searchClients(tx, scope, query, 20)).map(presentClient),
      })),
    get: ({ clientId, privilege }, call) =>
      privilege === 'true'
        ? getPrivileged(at, call, clientId)
        : database.run(call.scope, async (tx) =>
            presentClientTo(call.session, await getClient(tx, call.scope, clientId)),
          ),
    activity: ({ clientId }, { scope }) =>
      database.run(scope, async (tx) =>
        readActivity(tx, scope, await getClient(tx, scope, clientId)),
      ),
    update: (input, call) => updateClient(at, call, input),
    async limits(input, call) {
      await changeLimits(at, call, input);
      return done;
    },
    async changeLevel(input, call) {
      await changeLevel(at, call, input);
      return done;
    },
    async move(input, call) {
      await moveClient(at, call, input);
      return done;
    },
    async changeCredit(input, call) {
      return { ok: true as const, approvalId: (await changeCredit(at, call, input)) ?? null };
    },
    invite: (input, call) => inviteClient(at, call, input),
    create: (input, call) => createClient(at, call, input),
    resendInvitation: async ({ clientId }, call) => ({
      sentBy: await resendInvitation(at, call, clientId),
    }),
    async activate({ clientId }, call) {
      await activateClient(at, call, clientId);
      return done;
    },
    resetPassword: async ({ clientId }, call) => ({
      sentBy: await resetPassword(at, call, clientId),
    }),
    async block({ clientId }, call) {
      await blockClient(at, call, clientId);
      return done;
    },
    async unblock({ clientId }, call) {
      await unblockClient(at, call, clientId);
      return done;
    },
    tree: ({ ownerId }, { scope }) =>
      database.run(scope, async (tx) => ({
        clients: nest(
          (
            await listTree(
              tx,
              scope,
              ownerId === undefined ? undefined : (await getClient(tx, scope, ownerId)).path,
            )
          ).map(({ balance, ...node }) => ({ ...node, smsBalance: unitsToNumber(balance) })),
        ),
      })),
    impersonate: ({ clientId }, call) => impersonate(at, call, clientId, at.sandbox),
    async testSmtp({ to }, call) {
      await consume(database, [
        { key: `test smtp ${call.session.clientId}`, most: 5, seconds: 60 },
      ]);
      if (!at.smtp) return { accepted: false, answer: 'SMTP_URL is not set' };
      const brandName =
        (await database.run(call.scope, (tx) => brandOf(tx, call.session.clientId)))?.brandName ??
        at.messenger.platformName;
      const { sms: _sms, ...mail } = renderNotification({ kind: 'TEST' }, call.language, brandName);
      try {
        return {
          accepted: true,
          answer: (await at.smtp.send({ ...mail, to, fromName: brandName })).answer,
        };
      } catch (error) {
        return {
          accepted: false,
          answer: error instanceof Error ? error.message.slice(0, 500) : String(error),
        };
      }
    },
    async uploadPicture(_input, call) {
      const bytes = await readPicture(
        call.file.stream,
        { width: 256, height: 256, fit: 'cover' },
        call.language,
      );
      const { clientId } = call.session;
      const id = newId();
      await database.run(call.own, async (tx) => {
        await insertPicture(tx, { id, clientId, purpose: 'PROFILE', bytes });
        await updatePicture(tx, clientId, id);
        await deletePicturesBut(tx, clientId, 'PROFILE', id);
        await record(tx, call, { action: 'PICTURE_CHANGED', clientId });
      });
      return { uploadId: id, profileUrl: profileUrl(id)! };
    },
    picture: ({ uploadId }, { scope }) =>
      database.run(scope, async (tx) => {
        const bytes = await findPicture(tx, scope, uploadId, ['PROFILE']);
        if (!bytes) throw notFound('picture');
        return {
          fileName: 'picture.webp',
          contentType: 'image/webp',
          stream: Readable.from([bytes]),
          cache: 'private' as const,
        };
      }),
  });
}
