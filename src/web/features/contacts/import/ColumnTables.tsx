import Box from '@mui/material/Box';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import {
  CONSENT_FIELDS,
  CONTACT_FIELDS,
  type ColumnUse,
  type ContactUpload,
} from '../../../../contract/api/contact-imports.ts';
import { PreviewNote } from '../../../parts/PreviewNote.tsx';
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';

const SHOWN = 5;
const CUT = {
  maxWidth: 220,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** The first rows are shown below as well: a phone has no space for them twice. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** The meaning of each column, with an example from the file. */
export function MappingTable({
  file,
  mapping,
  people,
  onChange: change,
}: {
  file: ContactUpload;
  mapping: readonly ColumnUse[];
  people: boolean;
  onChange(column: string, use: Partial<ColumnUse>): void;
}) {
  const { t } = useTranslation();
  const fields = people
    ? [...CONTACT_FIELDS, ...CONSENT_FIELDS, 'attribute' as const]
    : ['phone' as const, 'note' as const];
  return (
    <Section flush title={t('contacts.whatIs')}>
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {t('contacts.whatIsText')}
      </Typography>
      <SideScroll>
        <Table>
          <TableHead>
            <TableRow>
              <TableCell>{t('contacts.column')}</TableCell>
              <TableCell sx={WIDE}>{t('contacts.example')}</TableCell>
              <TableCell>{t('contacts.holds')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {mapping.map(({ column, field, attribute }) => (
              <TableRow key={column}>
                <TableCell sx={{ ...CUT, fontWeight: 550 }}>{column}</TableCell>
                <TableCell sx={{ ...CUT, ...WIDE, color: 'text.secondary' }}>
                  {file.rows[0]?.[file.columns.indexOf(column)]}
                </TableCell>
                <TableCell>
                  <Box sx={{ display: 'flex', gap: 2, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
                    <Select
                      native
                      size="small"
                      value={field ?? ''}
                      sx={{ minWidth: 160 }}
                      inputProps={{ 'aria-label': t('contacts.columnHolds', { column }) }}
                      onChange={(event) =>
                        change(column, readUse(String(event.target.value), column, attribute))
                      }
                    >
                      <option value="">{t('contacts.fields.none')}</option>
                      {fields.map((each) => (
                        <option key={each} value={each}>
                          {t(`contacts.fields.${each}`)}
                        </option>
                      ))}
                    </Select>
                    {field === 'attribute' && (
                      <LimitedInput
                        size="small"
                        most={40}
                        value={attribute ?? ''}
                        sx={{ minWidth: 140 }}
                        inputProps={{ 'aria-label': t('contacts.attributeFor', { column }) }}
                        onChange={(event) => change(column, { attribute: event.target.value })}
                      />
                    )}
                  </Box>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}

/** The first rows of the file as they were read. */
export function FirstRows({ file }: { file: ContactUpload }) {
  const { bytes } = useFormat();
  return (
    <Section flush title={file.fileName}>
      <SideScroll tabIndex={0} role="region" aria-label={file.fileName}>
        <Table>
          <TableHead>
            <TableRow>
              {file.columns.slice(0, SHOWN).map((column) => (
                <TableCell key={column}>{column}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {file.rows.map((row, at) => (
              <TableRow key={at}>
                {file.columns.slice(0, SHOWN).map((column, place) => (
                  <TableCell key={column} sx={CUT}>
                    {row[place]}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
      <PreviewNote file={file} more={[bytes(file.bytes), file.encoding.toUpperCase()]} />
    </Section>
  );
}

function readUse(field: string, column: string, attribute: string | undefined): Partial<ColumnUse> {
  if (field === 'attribute') return { field, attribute: attribute ?? column };
  return { field: (field === '' ? null : field) as ColumnUse['field'] };
}
