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
import type { openingBalances } from '../../../../contract/api/opening-balances.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Rows, SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { SelectInput } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

export type OpeningChoice = { accountColumn: number; unitsColumn: number; reference: string };

const SHOWN = 5;
const SHORTEST = 3;
const LONGEST = 60;

/** Which column names the client and which its units, and the name of the import. */
export function OpeningColumns({
  name,
  file,
  isBusy,
  onChange,
  onBack,
  onChosen,
}: {
  name: string;
  file: Output<typeof openingBalances.read>;
  isBusy: boolean;
  /** Something was changed, so that a preview is of another choice. */
  onChange(): void;
  onBack(): void;
  onChosen(choice: OpeningChoice): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [account, setAccount] = useState(columnText(file.accountColumn));
  const [units, setUnits] = useState(columnText(file.unitsColumn));
  const [reference, setReference] = useState<string>(t('wallet.openings.referenceStandard'));
  const [isSubmitted, setSubmitted] = useState(false);
  const columns = file.columns.map((column, at) => ({ column, at }));
  const wrongColumns = account === '' || units === '' || account === units;
  const wrongReference = reference.trim().length < SHORTEST || reference.trim().length > LONGEST;
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    onChange();
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
        {t('wallet.openings.noRows')}
      </Alert>
    );
  const options = [
    <option key="none" value="">
      {DASH}
    </option>,
    ...columns.map(({ column, at }) => (
      <option key={at} value={String(at)}>
        {column}
      </option>
    )),
  ];
  return (
    <Section title={t('wallet.openings.columnsOf', { name })}>
      <Rows
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (!wrongColumns && !wrongReference)
            onChosen({
              accountColumn: Number(account),
              unitsColumn: Number(units),
              reference: reference.trim(),
            });
        }}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          }}
        >
          <SelectInput
            name="account"
            label={t('wallet.openings.account')}
            help={t('wallet.openings.accountHelp')}
            value={account}
            onChange={choose(setAccount)}
            error={isSubmitted && wrongColumns ? t('wallet.openings.columnsWrong') : undefined}
          >
            {options}
          </SelectInput>
          <SelectInput
            name="units"
            label={t('wallet.openings.units')}
            value={units}
            onChange={choose(setUnits)}
          >
            {options}
          </SelectInput>
          <TextField
            field={{
              name: 'reference',
              value: reference,
              onChange: (event) => choose(setReference)(event.target.value),
            }}
            label={t('wallet.openings.reference')}
            help={t('wallet.openings.referenceHelp')}
            error={
              isSubmitted && wrongReference
                ? t('wallet.openings.referenceWrong', {
                    shortest: number(SHORTEST),
                    longest: number(LONGEST),
                  })
                : undefined
            }
          />
        </Box>
        <SideScroll>
          <Table size="small" aria-label={t('wallet.openings.sample')}>
            <TableHead>
              <TableRow>
                {columns.map(({ column, at }) => (
                  <TableCell key={at}>{column}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {file.rows.slice(0, SHOWN).map(({ line, cells }) => (
                <TableRow key={line}>
                  {columns.map(({ at }) => (
                    <TableCell key={at} sx={{ whiteSpace: 'nowrap' }}>
                      {cells[at] ?? ''}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button variant="outlined" color="inherit" onClick={onBack}>
            {t('common.back')}
          </Button>
          <Button type="submit" variant="outlined" loading={isBusy}>
            {t('wallet.openings.preview', {
              count: file.rows.length,
              value: number(file.rows.length),
            })}
          </Button>
        </Box>
      </Rows>
    </Section>
  );
}

const columnText = (at: number | null) => (at === null ? '' : String(at));
