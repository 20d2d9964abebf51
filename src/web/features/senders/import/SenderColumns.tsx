import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  SENDER_COLUMNS,
  type SenderColumn,
  type senderImports,
} from '../../../../contract/api/sender-imports.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import type { SenderKind } from '../../../../contract/shared/sender-names.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Halves, Rows, SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { SelectInput } from '../../../ui/fields/SelectField.tsx';
import { KindField } from '../KindField.tsx';

type Read = Output<typeof senderImports.read>;
type Places = Record<SenderColumn, number | null>;
export type SenderChoice = { kind: SenderKind; places: Places };

const SHOWN = 5;
const REQUIRED: readonly SenderColumn[] = ['account', 'senderId'];
const HELPS = { account: 'senderImport.accountHelp', country: 'senderImport.countryHelp' } as const;

/** The use of each column, and the kind of rows that name none. */
export function SenderColumns({
  name,
  file,
  isBusy,
  onChange,
  onBack,
  onChosen,
}: {
  name: string;
  file: Read;
  isBusy: boolean;
  /** Something was changed, so that a preview is of another choice. */
  onChange(): void;
  onBack(): void;
  onChosen(choice: SenderChoice): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [places, setPlaces] = useState<Places>(file.guessed);
  const [kind, setKind] = useState<SenderKind>('TRANSACTIONAL');
  const [isSubmitted, setSubmitted] = useState(false);
  const faultOf = (use: SenderColumn) => {
    const at = places[use];
    if (REQUIRED.includes(use) && at === null) return t('senderImport.columnsWrong');
    const before = SENDER_COLUMNS.slice(0, SENDER_COLUMNS.indexOf(use));
    return at !== null && before.some((other) => places[other] === at)
      ? t('senderImport.columnTwice')
      : undefined;
  };
  if (file.rows.length === 0)
    return (
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={onBack}>
            {t('common.back')}
          </Button>
        }
      >
        {t('senderImport.noRows')}
      </Alert>
    );
  return (
    <Section title={t('senderImport.columnsOf', { name })}>
      <Rows
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (SENDER_COLUMNS.every((use) => faultOf(use) === undefined)) onChosen({ kind, places });
        }}
      >
        <Halves>
          {SENDER_COLUMNS.map((use) => (
            <SelectInput
              key={use}
              name={`column-${use}`}
              label={t(`senderImport.columns.${use}`)}
              help={use === 'account' || use === 'country' ? t(HELPS[use]) : undefined}
              value={places[use] === null ? '' : String(places[use])}
              onChange={(value) => {
                setPlaces({ ...places, [use]: value === '' ? null : Number(value) });
                onChange();
              }}
              error={isSubmitted ? faultOf(use) : undefined}
            >
              <option value="">{DASH}</option>
              {file.columns.map((column, at) => (
                <option key={at} value={String(at)}>
                  {column}
                </option>
              ))}
            </SelectInput>
          ))}
        </Halves>
        {places.kind === null && (
          <KindField
            value={kind}
            onChange={(chosen) => {
              setKind(chosen);
              onChange();
            }}
          />
        )}
        <Sample file={file} />
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button variant="outlined" color="inherit" onClick={onBack}>
            {t('common.back')}
          </Button>
          <Button type="submit" variant="outlined" loading={isBusy}>
            {t('senderImport.preview', {
              count: file.rows.length,
              value: number(file.rows.length),
            })}
          </Button>
        </Box>
      </Rows>
    </Section>
  );
}

function Sample({ file }: { file: Read }) {
  const { t } = useTranslation();
  return (
    <SideScroll>
      <Table size="small" aria-label={t('senderImport.sample')}>
        <TableHead>
          <TableRow>
            {file.columns.map((column, at) => (
              <TableCell key={at}>{column}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {file.rows.slice(0, SHOWN).map(({ line, cells }) => (
            <TableRow key={line}>
              {file.columns.map((_, at) => (
                <TableCell key={at} sx={{ minWidth: 72, overflowWrap: 'anywhere' }}>
                  {cells[at] ?? ''}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </SideScroll>
  );
}
