import { KEY_MESSAGES_PER_SECOND, restMessages } from '../../../contract/api/rest-messages.ts';
import { restAccount } from '../../../contract/api/rest-account.ts';
import type { RestOffer } from '../../../contract/api/rest-messages.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Acceptor, MessageRequest } from '../../core/accept/accept.ts';
import type { Database } from '../../infra/database/db.ts';
import { badInput, notFound, throughputExceeded } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { idFloor } from '../../infra/ids.ts';
import { getBalances } from '../../core/ledger/ledger.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { Throughput } from '../../infra/throughput.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { idBounds } from '../../core/messages/messages.rules.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import { findRestMessage, listRestMessages } from './rest.store.ts';
import { presentAccepted, presentRefused, presentRestMessage } from './rest.present.ts';

/** Messages and the balance, for customers' own software. */
export function restMessageRoutes({
  database,
  tokens,
  acceptor,
}: {
  database: Database;
  tokens: PageTokens;
  acceptor: Acceptor;
}): Route[] {
  const throughput = new Throughput();
  return [
    ...answer(restMessages, {
      async send(input, { key, idempotency, language }) {
        const { messages, ...single } = input;
        const offers = messages ?? [wholeOffer(single, language)];
        if (messages && Object.values(single).some((value) => value !== undefined))
          throw badInput([{ field: 'messages', message: sentence(language, 'MESSAGES_ALONE') }]);
        if (!throughput.takeAll(key.apiKeyId, KEY_MESSAGES_PER_SECOND, offers.length))
          throw throughputExceeded(KEY_MESSAGES_PER_SECOND);
        const outcomes = await acceptor.accept(
          { source: 'REST', clientId: key.clientId, user: null, test: key.test },
          offers.map(readOffer),
          idempotency,
        );
        if (!messages) return presentAccepted(outcomes[0]!, offers[0]!, key.test);
        const taken = outcomes.flatMap((outcome) => ('refusal' in outcome ? [] : [outcome.units]));
        return {
          acceptedCount: taken.length,
          refusedCount: outcomes.length - taken.length,
          units: unitsToNumber(taken.reduce((sum, units) => sum + units, 0n)),
          messages: outcomes.map((outcome, at) =>
            'refusal' in outcome
              ? presentRefused(outcome, offers[at]!, language)
              : presentAccepted(outcome, offers[at]!, key.test),
          ),
        };
      },

      get: ({ messageId }, { own, key }) =>
        database.run(own, async (tx) => {
          const row = await findRestMessage(tx, own, messageId, key.test);
          if (!row) throw notFound('message');
          return presentRestMessage(row, await listLiveParts(tx, [messageId]));
        }),

      list: ({ pageSize, pageToken, ...filter }, { own, key }) =>
        database.run(own, async (tx) => {
          const { from, to } = idBounds(
            filter['filter.startTimestamp'],
            filter['filter.endTimestamp'],
          );
          const page = await listRestMessages(
            tx,
            own,
            {
              test: key.test,
              clientReferences: filter['filter.clientReferences'] ?? [],
              from: from === undefined ? undefined : idFloor(from),
              to: to === undefined ? undefined : idFloor(to),
            },
            tokens.openPage('rest/messages', { pageSize, pageToken }),
          );
          const parts = Map.groupBy(
            await listLiveParts(
              tx,
              page.rows.map(({ id }) => id),
            ),
            ({ messageId }) => messageId,
          );
          return {
            messages: page.rows.map((row) => presentRestMessage(row, parts.get(row.id) ?? [])),
            ...page.footer,
          };
        }),
    }),

    ...answer(restAccount, {
      balance: (_input, { own }) =>
        database.run(own, async (tx) => {
          const { available, held, floor } = await getBalances(tx, own.clientId);
          return {
            units: unitsToNumber(available - floor),
            heldUnits: unitsToNumber(held),
            creditLimitUnits: unitsToNumber(-floor),
          };
        }),
    }),
  ];
}

type Single = { [K in keyof RestOffer]?: RestOffer[K] | undefined };

/** @throws Refusal BAD_INPUT naming what a single message lacks */
function wholeOffer({ from, to, text, ...rest }: Single, language: Language): RestOffer {
  if (from !== undefined && to !== undefined && text !== undefined)
    return { ...rest, from, to, text };
  const missing = Object.entries({ from, to, text }).filter(([, value]) => value === undefined);
  throw badInput(
    missing.map(([field]) => ({ field, message: sentence(language, 'FIELD_MISSING') })),
  );
}

function readOffer({
  from,
  to,
  text,
  scheduleTimestamp,
  callbackUrl,
  priority,
  ...rest
}: RestOffer): MessageRequest {
  return {
    ...rest,
    from,
    to,
    content: { text },
    ...(priority !== undefined && {
      priority: priority as NonNullable<MessageRequest['priority']>,
    }),
    ...(scheduleTimestamp !== undefined && { scheduleAt: new Date(scheduleTimestamp * 1000) }),
    ...(callbackUrl !== undefined && { callback: { kind: 'WEBHOOK', url: callbackUrl } }),
  } as MessageRequest; // what is undefined was left out of the JSON
}
