import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import { API_ERRORS } from '../../../contract/openapi/api-errors.ts';
import { useDocs } from './docs.ts';
import { Inline, InlineCode } from './Part.tsx';

// The document is English; the page has the meaning in its reader's language.
const isKnown = (code: string): code is keyof typeof API_ERRORS => code in API_ERRORS;

/** Error codes with their status and remedy. */
export function ErrorRows({ codes, label }: { codes: readonly string[]; label: string }) {
  const { t } = useTranslation();
  const known = useDocs().document['x-errors'];
  const rows = known.filter(({ code }) => codes.includes(code));
  return (
    <TableContainer
      tabIndex={0}
      role="group"
      aria-label={label}
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{t('apidocs.status')}</TableCell>
            <TableCell>{t('apidocs.code')}</TableCell>
            <TableCell>{t('apidocs.meaning')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ code, status, meaning }) => (
            <TableRow key={code} sx={{ '& td': { verticalAlign: 'top', py: 3 } }}>
              <TableCell>{status}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <InlineCode>{code}</InlineCode>
              </TableCell>
              <TableCell sx={{ minWidth: 220 }}>
                <Inline text={isKnown(code) ? t(`apidocs.errors.${code}`) : meaning} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
