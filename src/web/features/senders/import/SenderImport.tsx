import { useTranslation } from 'react-i18next';
import {
  SENDER_COLUMNS,
  senderImports,
  type SenderColumn,
} from '../../../../contract/api/sender-imports.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { looseName } from '../../../../contract/shared/template.ts';
import { FileOfEntries } from '../../../parts/FileOfEntries.tsx';
import { SENDER_CHANGES } from '../useSenderActions.tsx';
import { SenderColumns, type SenderChoice } from './SenderColumns.tsx';
import { SenderRows } from './SenderRows.tsx';

type Read = Output<typeof senderImports.read>;

/** The longest text of each cell that the server reads; it names what is too long to be entered. */
const LONGEST = {
  account: 320,
  senderId: 100,
  kind: 100,
  country: 100,
  brandOwner: 500,
  sample: 2000,
} as const;

const EXAMPLES = [
  {
    account: 'accounts@example.com',
    senderId: 'EXAMPLE',
    kind: 'TRANSACTIONAL',
    country: 'KE',
    sample: 'code',
  },
  {
    account: '258840000003',
    senderId: 'EXEMPLO',
    kind: 'PROMOTIONAL',
    country: 'MZ',
    sample: 'offer',
  },
] as const;

/** Sender IDs that clients bring from another portal. */
export function SenderImport() {
  const { t } = useTranslation();
  return (
    <FileOfEntries
      title={t('senderImport.title')}
      purpose={t('senderImport.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
      drop={t('senderImport.drop')}
      dropHelp={t('senderImport.dropHelp')}
      accept=".csv,.txt,.xlsx"
      example={{
        head: SENDER_COLUMNS.map((use) => t(`senderImport.columns.${use}`)),
        rows: EXAMPLES.map(({ account, senderId, kind, country, sample }) => [
          account,
          senderId,
          t(`senders.kinds.${kind}`),
          country,
          senderId,
          t(`senderImport.samples.${sample}`),
        ]),
        text: t('senderImport.exampleText'),
        fileName: 'sender-ids.csv',
      }}
      steps={[
        t('senderImport.steps.columns'),
        t('senderImport.steps.preview'),
        t('senderImport.steps.enter'),
      ]}
      read={senderImports.read}
      preview={senderImports.preview}
      enter={senderImports.enter}
      changes={SENDER_CHANGES}
      inputOf={inputOf}
      chosen={({ kind, places }: SenderChoice, { columns }, name) => {
        const used = SENDER_COLUMNS.flatMap((key) => {
          const at = places[key];
          const use = t(`senderImport.columns.${key}`);
          return at === null ? [] : [{ use, column: columns[at] ?? '' }];
        });
        // Columns of the same name need no words.
        const others = used.filter(({ use, column }) => looseName(use) !== looseName(column));
        const counted = { name, count: used.length, value: used.length };
        const sources = others.map((each) => t('senderImport.columnFor', each)).join(', ');
        return [
          others.length === 0
            ? t('senderImport.chosenAlike', counted)
            : t(others.length === used.length ? 'senderImport.chosen' : 'senderImport.chosenMost', {
                ...counted,
                columns: sources,
              }),
          // The table of the preview has both, also where the file has neither.
          places.kind === null && t('senderImport.kindOfAll', { kind: t(`senders.kinds.${kind}`) }),
          places.country === null && t('senderImport.countryOfClient'),
        ]
          .filter(Boolean)
          .join(' ');
      }}
      columns={(parts) => <SenderColumns {...parts} />}
      rows={(parts) => <SenderRows {...parts} />}
    />
  );
}

function inputOf({ kind, places }: SenderChoice, { rows }: Read) {
  return {
    kind,
    rows: rows.map(({ line, cells }) => {
      const cell = (use: SenderColumn) => {
        const at = places[use];
        return (at === null ? '' : (cells[at] ?? '')).slice(0, LONGEST[use]);
      };
      return {
        line,
        account: cell('account'),
        senderId: cell('senderId'),
        kind: cell('kind'),
        country: cell('country'),
        brandOwner: cell('brandOwner'),
        sample: cell('sample'),
      };
    }),
  };
}
