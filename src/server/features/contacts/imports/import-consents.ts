import { withdraw } from '../../../core/consents/consents.ts';
import { insertStatedConsents } from '../../../core/consents/consents.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { clearConsents } from '../contacts.store.ts';
import type { Person } from './imports.rules.ts';
import type { ImportRow } from './imports.store.ts';

/**
 * Records the consents that a step's rows state, each with its file and row as evidence, and withdraws
 * those of people who did not agree, also where their row is refused or not the first of its number.
 * A consent that is on record already is not recorded twice.
 * @returns how many were recorded
 */
export async function storeConsents(
  tx: Tx,
  { clientId, fileName }: Pick<ImportRow, 'clientId' | 'fileName'>,
  rows: readonly {
    row: { number: number };
    person?: Pick<Person, 'phone' | 'consent'>;
    declined?: string;
  }[],
): Promise<number> {
  const agreed = rows.flatMap(({ row, person }) =>
    person?.consent
      ? [
          {
            ...person.consent,
            destination: person.phone,
            evidence: [person.consent.evidence, `${fileName}, ${row.number}`]
              .filter((text) => text !== '')
              .join(' · '),
          },
        ]
      : [],
  );
  const declined = [
    ...new Set(
      rows.flatMap(
        ({ person, declined: refused }) =>
          refused ?? (person?.consent === null ? [person.phone] : []),
      ),
    ),
  ];
  if (declined.length > 0) {
    await withdraw(tx, clientId, declined, { purpose: 'PROMOTIONS', note: fileName.slice(0, 300) });
    await clearConsents(tx, clientId, declined);
  }
  if (agreed.length === 0) return 0;
  return insertStatedConsents(tx, clientId, agreed);
}
