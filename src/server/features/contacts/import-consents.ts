import { withdraw } from '../../core/consents/consents.ts';
import { insertStatedConsents } from '../../core/consents/consents.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Person } from './import.rules.ts';
import type { ImportRow } from './imports.store.ts';

/**
 * Records the consents that a step's rows state, each with its file and row as evidence, and withdraws
 * those of people who did not agree. A consent that is on record already is not recorded twice.
 * @returns how many were recorded
 */
export async function storeConsents(
  tx: Tx,
  { clientId, fileName }: Pick<ImportRow, 'clientId' | 'fileName'>,
  people: readonly { rowNo: number; person: Person }[],
): Promise<number> {
  const agreed = people.flatMap(({ rowNo, person: { phone, consent } }) =>
    consent
      ? [
          {
            ...consent,
            destination: phone,
            evidence: [consent.evidence, `${fileName}, ${rowNo}`]
              .filter((text) => text !== '')
              .join(' · '),
          },
        ]
      : [],
  );
  const declined = people.flatMap(({ person: { phone, consent } }) =>
    consent === null ? [phone] : [],
  );
  if (declined.length > 0)
    await withdraw(tx, clientId, declined, { purpose: 'PROMOTIONS', note: fileName.slice(0, 300) });
  if (agreed.length === 0) return 0;
  return insertStatedConsents(tx, clientId, agreed);
}
