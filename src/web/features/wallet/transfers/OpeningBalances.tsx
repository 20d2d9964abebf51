import { useTranslation } from 'react-i18next';
import { clients } from '../../../../contract/api/clients.ts';
import { openingBalances } from '../../../../contract/api/opening-balances.ts';
import { purchases } from '../../../../contract/api/purchases.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { FileOfEntries } from '../../../parts/FileOfEntries.tsx';
import { OpeningColumns, type OpeningChoice } from './OpeningColumns.tsx';
import { OpeningRows } from './OpeningRows.tsx';

const CHANGES = [clients.list, clients.get, purchases.list];

const EXAMPLES = [
  ['accounts@example.com', '12500'],
  ['254700000001', '840.5'],
  ['Example Limited', '3000'],
];

/** Balances that clients bring from another portal. */
export function OpeningBalances() {
  const { t } = useTranslation();
  return (
    <FileOfEntries
      title={t('wallet.openings.title')}
      purpose={t('wallet.openings.purpose')}
      back={{ to: '/dashboard/clients', label: t('clients.title') }}
      drop={t('wallet.openings.drop')}
      dropHelp={t('wallet.openings.dropHelp')}
      accept=".csv,.txt,.xlsx,.sql"
      example={{
        head: [t('wallet.openings.account'), t('wallet.openings.units')],
        rows: EXAMPLES,
        figures: [1],
        text: t('wallet.openings.exampleText'),
        fileName: 'opening-balances.csv',
      }}
      steps={[
        t('wallet.openings.steps.columns'),
        t('wallet.openings.steps.preview'),
        t('wallet.openings.steps.enter'),
      ]}
      read={openingBalances.read}
      preview={openingBalances.preview}
      enter={openingBalances.enter}
      changes={CHANGES}
      inputOf={inputOf}
      chosen={({ accountColumn, unitsColumn, reference }: OpeningChoice, { columns }, name) =>
        t('wallet.openings.chosen', {
          name,
          account: columns[accountColumn] ?? '',
          units: columns[unitsColumn] ?? '',
          reference,
        })
      }
      columns={(parts) => <OpeningColumns {...parts} />}
      rows={(parts) => <OpeningRows {...parts} />}
    />
  );
}

function inputOf(
  { accountColumn, unitsColumn, reference }: OpeningChoice,
  { rows }: Output<typeof openingBalances.read>,
) {
  return {
    reference,
    rows: rows.map(({ line, cells }) => ({
      line,
      account: (cells[accountColumn] ?? '').slice(0, 320),
      units: (cells[unitsColumn] ?? '').slice(0, 40),
    })),
  };
}
