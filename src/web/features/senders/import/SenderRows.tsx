import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SenderImport } from '../../../../contract/api/sender-imports.ts';
import { LeftOutRows } from '../../../parts/LeftOutRows.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';

/** On a phone these columns are a line below the client. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** The rows of a file of sender IDs, before and after they are entered, and those that are left out. */
export function SenderRows({
  found: { rows, problems },
  isEntered,
  isBusy,
  onEnter,
  onAgain,
}: {
  found: SenderImport;
  isEntered: boolean;
  isBusy: boolean;
  onEnter(): void;
  onAgain(): void;
}) {
  const { t } = useTranslation();
  const { number, country } = useFormat();
  const fresh = rows.filter(({ entered }) => !entered);
  const earlier = rows.length - fresh.length;
  const counted = { count: fresh.length, value: number(fresh.length) };
  return (
    <>
      {isEntered && <Alert severity="success">{t('senderImport.done', counted)}</Alert>}
      {fresh.length > 0 && (
        <Section
          title={t(isEntered ? 'senderImport.entered' : 'senderImport.toEnter', counted)}
          flush
          action={
            !isEntered && (
              <Button variant="contained" loading={isBusy} onClick={onEnter}>
                {t('senderImport.enter', counted)}
              </Button>
            )
          }
        >
          {!isEntered && (
            <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
              {t('senderImport.wait', counted)}
            </Typography>
          )}
          <SideScroll>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell sx={{ width: { sm: 72 } }}>{t('senderImport.line')}</TableCell>
                  <TableCell>{t('senderImport.columns.senderId')}</TableCell>
                  <TableCell>{t('senderImport.columns.account')}</TableCell>
                  <TableCell sx={WIDE}>{t('senderImport.columns.kind')}</TableCell>
                  <TableCell sx={WIDE}>{t('senderImport.columns.country')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {fresh.map((row) => (
                  <TableRow key={row.line}>
                    <TableCell>{number(row.line)}</TableCell>
                    <TableCell>{row.senderId}</TableCell>
                    <TableCell sx={{ minWidth: '14ch', overflowWrap: 'anywhere' }}>
                      {row.clientName}
                      <Typography variant="body2" color="textSecondary">
                        {row.contact}
                      </Typography>
                      <Typography
                        variant="caption"
                        component="div"
                        color="textSecondary"
                        sx={{ display: { sm: 'none' } }}
                      >
                        {`${t(`senders.kinds.${row.kind}`)} · ${country(row.country)}`}
                      </Typography>
                    </TableCell>
                    <TableCell sx={WIDE}>{t(`senders.kinds.${row.kind}`)}</TableCell>
                    <TableCell sx={WIDE}>{country(row.country)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </SideScroll>
        </Section>
      )}
      <LeftOutRows
        title={t('senderImport.leftOut', { value: number(problems.length) })}
        heads={{
          line: t('senderImport.line'),
          column: t('senderImport.column'),
          why: t('senderImport.why'),
        }}
        problems={problems}
        onAgain={onAgain}
        columnOf={({ field }) => t(`senderImport.columns.${field}`)}
      />
      {earlier > 0 && (
        <Typography>
          {t('senderImport.earlier', { count: earlier, value: number(earlier) })}
        </Typography>
      )}
    </>
  );
}
