import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PreviewNote } from '../../../parts/PreviewNote.tsx';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { stepAddress, writeDraft, type Chosen } from './draft.ts';

const DASHES = '—';
const CLIPPED = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const PHONE = { backgroundColor: 'surface.accent', fontWeight: 550 } as const;

/** The column that holds the numbers, with the first rows of the file. */
export function PhoneColumn({ preview, draft, header }: Chosen & { header: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [column, setColumn] = useState(draft.phoneColumn);
  // The column of the numbers is always shown, at any position.
  const shown = preview.columns.filter((name, at) => at < 5 || name === column);

  function goOn() {
    writeDraft(preview.uploadId, { ...draft, phoneColumn: column });
    void navigate(stepAddress(2, { upload: preview.uploadId }));
  }

  return (
    <>
      <Section>
        <Box
          sx={{
            display: 'grid',
            columnGap: 5,
            rowGap: 4,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {header}
          <FormField
            id="phone-column"
            label={t('fromFile.phoneColumn')}
            help={
              column !== '' && column === preview.suggestedPhoneColumn
                ? t('fromFile.suggested')
                : t('fromFile.phoneColumnHelp')
            }
          >
            {(parts) => (
              <Select
                native
                value={column}
                onChange={(event) => setColumn(event.target.value)}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
              >
                {column === '' && <option value="">{DASHES}</option>}
                {preview.columns.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </Box>
      </Section>
      <Section title={t('fromFile.previewTitle')} flush>
        <SideScroll tabIndex={0} role="region" aria-label={t('fromFile.previewTitle')}>
          <Table
            aria-label={t('fromFile.previewTitle')}
            sx={{ tableLayout: 'fixed', minWidth: shown.length * 140 }}
          >
            <TableHead>
              <TableRow>
                {shown.map((name) => (
                  <TableCell
                    key={name}
                    title={name}
                    sx={{ ...CLIPPED, ...(name === column && PHONE) }}
                  >
                    {name}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {preview.rows.map((row, index) => (
                <TableRow key={index}>
                  {shown.map((name) => (
                    <TableCell key={name} sx={{ ...CLIPPED, ...(name === column && PHONE) }}>
                      {row[preview.columns.indexOf(name)]}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
        <PreviewNote file={preview} />
      </Section>
      <ActionBar>
        <Button variant="contained" disabled={column === ''} onClick={goOn}>
          {t('fromFile.toMessage')}
        </Button>
      </ActionBar>
    </>
  );
}
