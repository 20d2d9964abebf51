import { consents } from '../../../../contract/api/consents.ts';
import type { Database } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { texts } from '../../../i18n/texts.ts';
import { listProof } from './consent-list.store.ts';
import { proofPdf } from './consent-proof.ts';
import { pageOfConsents, recordConsents, withdrawWritten } from './consents.ts';
import { readPhones } from '../contacts.ts';
import { getClientName, getCountry } from '../contacts.store.ts';

/** Entries of a proof: thousands of pages are no proof that anybody reads. */
const MOST_ENTRIES = 10_000;

/** Consents to a client's messages. */
export function consentRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(consents, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, (tx) =>
        pageOfConsents(tx, scope, tokens, 'consents', {
          query: filter['filter.query'],
          clientIds: filter['filter.clientIds'] ?? [],
          purposes: filter['filter.purposes'] ?? [],
          pageSize,
          pageToken,
        }),
      ),

    record: (given, { own, session, language }) =>
      database.run(own, (tx) =>
        recordConsents(tx, own.clientId, session.clientId, { ...given, language }),
      ),

    withdraw: (written, call) =>
      database.run(call.own, (tx) =>
        withdrawWritten(tx, call.own.clientId, call, { ...written, language: call.language }),
      ),

    async proof({ phone }, { own, language }) {
      const { clientId } = own;
      const { destination, clientName, rows } = await database.run(own, async (tx) => {
        const [number] = readPhones(
          [phone],
          await getCountry(tx, clientId),
          language,
          () => 'phone',
        );
        return {
          destination: number!,
          clientName: await getClientName(tx, clientId),
          rows: await listProof(tx, clientId, number!, MOST_ENTRIES + 1),
        };
      });
      return {
        fileName: `${texts[language].contacts.fileNames.proof} ${destination}.pdf`,
        contentType: 'application/pdf',
        stream: proofPdf(
          {
            clientName,
            phone: `+${destination}`,
            at: new Date(),
            rows: rows.slice(0, MOST_ENTRIES),
            isCut: rows.length > MOST_ENTRIES,
          },
          language,
        ),
      };
    },
  });
}
