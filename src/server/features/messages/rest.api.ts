import { KEY_MESSAGES_PER_SECOND, restMessages } from '../../../contract/api/rest-messages.ts';
import { restIncoming } from '../../../contract/api/rest-incoming.ts';
import type { RestMessage, RestOffer } from '../../../contract/api/rest-messages.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Acceptor, MessageRequest } from '../../core/accept/accept.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, conflict, notFound, throughputExceeded } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { idFloor } from '../../infra/ids.ts';
import type { SoftwareCounter } from '../../core/software-use/software-use.ts';
import { cancelQueued } from '../../core/dispatch/queue/stop.store.ts';
import { cancelScripted } from '../../core/dispatch/scripted.store.ts';
import { pageOf } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import { Throughput } from '../../infra/throughput.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { idBounds } from '../../core/messages/messages.rules.ts';
import { listCharges } from '../../core/messages/charges.store.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import { findRestMessage, listRestMessages } from './rest.store.ts';
import { receivedFilter } from './filters.rules.ts';
import { countIncoming, findIncoming, listIncoming } from './incoming.store.ts';
import { findCountry } from './messages.store.ts';
import {
  presentAccepted,
  presentRefused,
  presentRestIncoming,
  presentRestMessage,
} from './rest.present.ts';

/** Messages sent and received, for customers' own software. */
export function restMessageRoutes({
  database,
  tokens,
  acceptor,
  counter,
}: {
  database: Database;
  tokens: PageTokens;
  acceptor: Acceptor;
  counter: SoftwareCounter;
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
        // The refusal of a single message is that of its call, and counted with it.
        counter.messages(
          { apiKeyId: key.apiKeyId },
          'REST',
          messages ? outcomes : outcomes.filter((outcome) => 'messageId' in outcome),
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
        database.run(own, (tx) => getRestMessage(tx, own, messageId, key.test)),

      async cancel({ messageId }, { own, key }) {
        await database.run(own, (tx) => getRestMessage(tx, own, messageId, key.test));
        // The queue is the gateway's, out of reach of a client's own rows.
        const cancelled = await database.run(systemScope(), (tx) =>
          key.test
            ? cancelScripted(tx, own.clientId, messageId)
            : cancelQueued(tx, own.clientId, messageId),
        );
        const message = await database.run(own, (tx) =>
          getRestMessage(tx, own, messageId, key.test),
        );
        if (!cancelled) throw conflict('message', stateOf(message.status));
        return message;
      },

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
          const charges = key.test ? undefined : await listCharges(tx, page.rows);
          return {
            messages: page.rows.map((row) =>
              presentRestMessage(row, parts.get(row.id) ?? [], charges?.get(row.id)),
            ),
            ...page.footer,
          };
        }),
    }),

    ...answer(restIncoming, {
      list: ({ pageSize, pageToken, ...filter }, { own }) =>
        search(database, own, async (tx) => {
          const wanted = receivedFilter(
            { ...filter, 'filter.destinations': filter['filter.phones'] },
            await findCountry(tx, own.clientId),
          );
          const page = tokens.openPage('rest/incoming', { pageSize, pageToken });
          const found = await listIncoming(tx, own, wanted, {
            after: page.after,
            limit: page.size + 1,
          });
          const counted = await countIncoming(tx, own, wanted);
          const { rows, footer } = pageOf(page, found, ({ id }) => id, counted);
          return { incoming: rows.map(presentRestIncoming), ...footer };
        }),

      get: ({ messageId }, { own }) =>
        database.run(own, async (tx) => {
          const row = await findIncoming(tx, own, messageId);
          if (!row) throw notFound('message');
          return presentRestIncoming(row);
        }),
    }),
  ];
}

/** @throws Refusal NOT_FOUND */
async function getRestMessage(
  tx: Tx,
  own: Scope,
  messageId: string,
  test: boolean,
): Promise<RestMessage> {
  const row = await findRestMessage(tx, own, messageId, test);
  if (!row) throw notFound('message');
  const charges = test ? undefined : await listCharges(tx, [row]);
  return presentRestMessage(row, await listLiveParts(tx, [messageId]), charges?.get(messageId));
}

/** The state that forbids a cancellation, for the refusal's sentence. */
function stateOf(status: RestMessage['status']): 'CANCELLED' | 'COMPLETED' | 'RUNNING' {
  if (status === 'CANCELLED') return 'CANCELLED';
  return status === 'QUEUED' || status === 'SUBMITTED' ? 'RUNNING' : 'COMPLETED';
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
