import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CSV_START, csvLine } from '../../contract/shared/csv.ts';
import { save } from '../api/call.ts';
import { SideScroll } from '../ui/page/layout.tsx';
import { Facts, Section } from '../ui/page/Page.tsx';

/** The longest text of a cell that stays in one line. */
const LINE = 24;
/** The columns that a phone has room for, and pixels that one needs. */
const NARROW = 3;
const COLUMN = 150;

// Numbers of the home countries that no network has given to anybody.
const PHONES = ['254700000001', '255700000002', '258840000003'];
const NAMES = ['Amina', 'Juma', 'Celeste'];
const TOWNS = ['Mombasa', 'Arusha', 'Beira'];

/** The example of a file of phones, with people where a row may say more than a phone. */
export function ExamplePhones({
  hasPeople,
  ...shown
}: {
  text: string;
  fileName: string;
  hasPeople: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ExampleFile
      {...shown}
      head={
        hasPeople
          ? [t('contacts.phone'), t('contacts.firstName'), t('contacts.sample.town')]
          : [t('contacts.phone')]
      }
      rows={PHONES.map((phone, at) => (hasPeople ? [phone, NAMES[at]!, TOWNS[at]!] : [phone]))}
    />
  );
}

export type Example = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** The places of columns with figures. */
  figures?: readonly number[];
  /** The use of the columns. */
  text: string;
  fileName: string;
};

/** A file as it is read, to look at and to save. */
export function ExampleFile({ head, rows, figures = [], text, fileName }: Example) {
  const { t } = useTranslation();
  const isWide = head.length > NARROW;
  const isCut = `@container (max-width: ${head.length * COLUMN}px)`;
  const alignOf = (at: number) => (figures.includes(at) ? 'right' : 'left');
  return (
    <Section
      title={t('contacts.sample.title')}
      flush
      action={
        <Button
          size="small"
          color="inherit"
          startIcon={<DownloadIcon />}
          onClick={() =>
            save(
              new Blob([CSV_START + csvLine(head) + rows.map(csvLine).join('')], {
                type: 'text/csv',
              }),
              fileName,
            )
          }
        >
          {t('contacts.sample.download')}
        </Button>
      }
    >
      {/* The first row, a column under the other, where the table would be cut. */}
      <Box sx={{ containerType: 'inline-size' }}>
        {isWide && (
          <Box sx={{ display: 'none', px: { xs: 4, sm: 5 }, [isCut]: { display: 'block' } }}>
            <Facts rows={head.map((name, at) => [name, rows[0]?.[at] ?? ''])} />
          </Box>
        )}
        <Box sx={isWide ? { [isCut]: { display: 'none' } } : undefined}>
          <SideScroll>
            <Table size="small" aria-label={t('contacts.sample.title')}>
              <TableHead>
                <TableRow>
                  {head.map((name, at) => (
                    <TableCell key={name} align={alignOf(at)}>
                      {name}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {rows.map((row) => (
                  <TableRow key={row[0]}>
                    {row.map((value, at) => (
                      <TableCell
                        key={head[at]}
                        align={alignOf(at)}
                        // A sentence wraps, a number or a name does not.
                        sx={{ whiteSpace: value.length > LINE ? 'normal' : 'nowrap' }}
                      >
                        {value}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </SideScroll>
        </Box>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, py: 3 }}>
        {text}
      </Typography>
    </Section>
  );
}
