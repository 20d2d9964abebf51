import { Readable } from 'node:stream';
import { messages } from '../../../contract/api/messages.ts';
import type { Database } from '../../infra/database/db.ts';
import { notAllowed, notFound } from '../../infra/errors.ts';
import type { Session } from '../../infra/http/caller.ts';
import { answer } from '../../infra/http/http.ts';
import type { Download, Route } from '../../infra/http/http.ts';
import { pageOf } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';
import { exportLines, receivedHeader, receivedLine, sentHeader, sentLine } from './export.rules.ts';
import { countIncoming, findIncoming, listIncoming } from './incoming.store.ts';
import { countMessages, findCountry, findMessage, listMessages } from './messages.store.ts';
import { seesSuppliers } from '../../core/messages/suppliers.rules.ts';
import { asksForOutcome } from './message-filter.store.ts';
import type { MessageFilter } from './message-filter.store.ts';
import { listCharges } from '../../core/messages/charges.store.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import { countMessagesToSubmit } from './to-submit.store.ts';
import type { ToSubmitFilter } from './to-submit.store.ts';
import {
  presentMessageToSubmit,
  presentIncoming,
  presentMessages,
  presentMessage,
} from './messages.present.ts';
import { placeOf, listMessagesToSubmit } from './to-submit.ts';
import { timelineOf } from './timeline.ts';
import { sentFilter, receivedFilter } from './filters.rules.ts';

/**
 * Rows of an export that are read at a time: each slice is a transaction of its own, so none holds up the
 * vacuum of the queue.
 */
const SLICE = 2_000;

/** The logs of sent and received messages, each message's life, and the messages that campaigns have still to submit. */
export function messageRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(messages, {
    sent: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const wanted = sentFilter(filter, await findCountry(tx, session.clientId));
        refuseSuppliers(wanted, session);
        const page = tokens.openPage('sms/mt', { pageSize, pageToken });
        const found = await listMessages(tx, scope, wanted, {
          after: page.after,
          limit: page.size + 1,
        });
        const { counted, exact } = await countMessages(tx, scope, wanted);
        const { rows, footer } = pageOf(page, found, ({ id }) => id, counted, exact);
        return { mtMessages: await presentMessages(tx, rows, session), ...footer };
      }),

    exportSent: (filter, { scope, session, language }) => {
      refuseSuppliers(sentFilter(filter, ''), session);
      return exported(
        texts[language].messages.fileNames.sent,
        language,
        sentHeader,
        sentLine,
        (after, limit) =>
          search(database, scope, async (tx) =>
            presentMessages(
              tx,
              await listMessages(
                tx,
                scope,
                sentFilter(filter, await findCountry(tx, session.clientId)),
                { after, limit },
              ),
              session,
            ),
          ),
      );
    },

    get: ({ messageId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const row = await findMessage(tx, scope, messageId);
        if (!row) throw notFound('message');
        const parts = await listLiveParts(tx, [messageId]);
        const charges = await listCharges(tx, [row]);
        return {
          ...presentMessage(row, parts, charges.get(messageId)!, session),
          timeline: await timelineOf(tx, row, parts, session),
        };
      }),

    received: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const wanted = receivedFilter(filter, await findCountry(tx, session.clientId));
        const page = tokens.openPage('sms/mo', { pageSize, pageToken });
        const found = await listIncoming(tx, scope, wanted, {
          after: page.after,
          limit: page.size + 1,
        });
        const counted = await countIncoming(tx, scope, wanted);
        const { rows, footer } = pageOf(page, found, ({ id }) => id, counted);
        return { moMessages: rows.map((row) => presentIncoming(row, session)), ...footer };
      }),

    exportReceived: (filter, { scope, session, language }) =>
      exported(
        texts[language].messages.fileNames.received,
        language,
        receivedHeader,
        receivedLine,
        (after, limit) =>
          search(database, scope, async (tx) =>
            (
              await listIncoming(
                tx,
                scope,
                receivedFilter(filter, await findCountry(tx, session.clientId)),
                { after, limit },
              )
            ).map((row) => presentIncoming(row, session)),
          ),
      ),

    getReceived: ({ messageId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const row = await findIncoming(tx, scope, messageId);
        if (!row) throw notFound('message');
        return presentIncoming(row, session);
      }),

    toDeliver: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const wanted: ToSubmitFilter = {
          campaignIds: filter['filter.campaignIds'] ?? [],
          clientIds: filter['filter.clientIds'] ?? [],
          from: dateOf(filter['filter.startTimestamp']),
          to: dateOf(filter['filter.endTimestamp']),
        };
        const page = tokens.openPage('sms/todeliver', { pageSize, pageToken });
        const found = await listMessagesToSubmit(
          tx,
          scope,
          wanted,
          placeOf(page.after),
          page.size + 1,
        );
        const counted = await countMessagesToSubmit(tx, scope, wanted);
        const { rows, footer } = pageOf(page, found, ({ place }) => place, counted, true);
        return {
          messages: rows.map(({ campaign, message }) =>
            presentMessageToSubmit(campaign, message, session),
          ),
          ...footer,
        };
      }),
  });
}

/** Connectors and routes are the platform's trade secrets: nobody else may search by them. */
function refuseSuppliers(filter: MessageFilter, session: Session): void {
  if (asksForOutcome(filter) && !seesSuppliers(session)) throw notAllowed();
}

function dateOf(timestamp: number | undefined): Date | undefined {
  return timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

/** A file of what `read` gives, slice after slice until there is no more. */
async function exported<Row extends { messageId: string }>(
  name: string,
  language: Language,
  header: (language: Language) => string,
  line: (row: Row) => string,
  read: (after: string | undefined, limit: number) => Promise<Row[]>,
): Promise<Download> {
  // The first slice before the answer begins: what is refused is refused with words.
  const first = await read(undefined, SLICE);
  const slices = exportLines(
    first,
    (after) => read(after, SLICE),
    SLICE,
    (rows) => rows.map((row) => line(row)).join(''),
    language,
  );
  return {
    fileName: `${name} ${new Date().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(
      (async function* () {
        yield header(language);
        yield* slices;
      })(),
      { objectMode: false },
    ),
  };
}
