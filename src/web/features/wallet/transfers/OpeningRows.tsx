import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Openings } from '../../../../contract/api/opening-balances.ts';
import { LeftOutRows } from '../../../parts/LeftOutRows.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Rows, SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';

/** Only where there is room. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** The cell after the one that a phone leaves out. */
const FIRST_ON_PHONE = { pl: { xs: 4, sm: 3 } } as const;

/** The balance without the row's units, which have four decimals at most. */
const beforeOf = ({ units, balanceAfter }: Openings['rows'][number]) =>
  Math.round((balanceAfter - units) * 10_000) / 10_000;

/** Figures of the rows with the same decimals, so that they stand below each other. */
function useAligned(rows: Openings['rows']): (value: number) => string {
  const { i18n } = useTranslation();
  const decimals = Math.max(
    0,
    ...rows
      .flatMap((row) => [row.units, row.balanceAfter, beforeOf(row)])
      .map((value) => (String(value).split('.')[1] ?? '').length),
  );
  const format = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  });
  return (value) => format.format(value);
}

/** The rows of opening balances, before and after they are entered, and those that are left out. */
export function OpeningRows({
  found: { rows, problems, emptyCount, total },
  isEntered,
  isBusy,
  onEnter,
  onAgain,
}: {
  found: Openings;
  isEntered: boolean;
  isBusy: boolean;
  onEnter(): void;
  onAgain(): void;
}) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const fresh = rows.filter(({ entered }) => !entered);
  const aligned = useAligned(fresh);
  const earlier = rows.length - fresh.length;
  return (
    <>
      {isEntered && (
        <Alert severity="success">
          {t('wallet.openings.done', {
            count: fresh.length,
            value: number(fresh.length),
            units: units(total),
          })}
        </Alert>
      )}
      {fresh.length > 0 && (
        <Section
          title={
            isEntered
              ? t('wallet.openings.entered', { value: number(fresh.length) })
              : t('wallet.openings.toEnter', {
                  count: fresh.length,
                  value: number(fresh.length),
                  units: units(total),
                })
          }
          flush
          action={
            !isEntered && (
              <Button variant="contained" loading={isBusy} onClick={onEnter}>
                {t('wallet.openings.enter', { count: fresh.length, value: number(fresh.length) })}
              </Button>
            )
          }
        >
          {!isEntered && (
            <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
              {t('wallet.openings.newUnits')}
            </Typography>
          )}
          <SideScroll>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell sx={{ ...WIDE, width: 72 }}>{t('wallet.openings.line')}</TableCell>
                  <TableCell sx={FIRST_ON_PHONE}>{t('wallet.openings.client')}</TableCell>
                  {!isEntered && (
                    <TableCell align="right" sx={WIDE}>
                      {t('wallet.openings.before')}
                    </TableCell>
                  )}
                  <TableCell align="right">
                    {t(isEntered ? 'wallet.openings.units' : 'wallet.openings.toAdd')}
                  </TableCell>
                  <TableCell align="right">{t('wallet.openings.after')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {fresh.map((row) => (
                  <TableRow key={row.line}>
                    <TableCell sx={WIDE}>{number(row.line)}</TableCell>
                    <TableCell sx={FIRST_ON_PHONE}>
                      {row.clientName}
                      <Typography
                        variant="caption"
                        component="div"
                        color="textSecondary"
                        sx={{ display: { sm: 'none' } }}
                      >
                        {[
                          `${t('wallet.openings.line')} ${number(row.line)}`,
                          !isEntered && `${t('wallet.openings.before')} ${number(beforeOf(row))}`,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </Typography>
                    </TableCell>
                    {!isEntered && (
                      <TableCell align="right" sx={WIDE}>
                        {aligned(beforeOf(row))}
                      </TableCell>
                    )}
                    <TableCell align="right">{`${row.units > 0 ? '+' : ''}${aligned(row.units)}`}</TableCell>
                    <TableCell align="right">{aligned(row.balanceAfter)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </SideScroll>
        </Section>
      )}
      <LeftOutRows
        title={t('wallet.openings.leftOut', { value: number(problems.length) })}
        heads={{
          line: t('wallet.openings.line'),
          column: t('wallet.openings.column'),
          why: t('wallet.openings.why'),
        }}
        problems={problems}
        onAgain={onAgain}
        columnOf={({ field }) =>
          t(field === 'account' ? 'wallet.openings.account' : 'wallet.openings.units')
        }
      />
      {(earlier > 0 || emptyCount > 0) && (
        <Rows>
          {earlier > 0 && (
            <Typography>
              {t('wallet.openings.earlier', { count: earlier, value: number(earlier) })}
            </Typography>
          )}
          {emptyCount > 0 && (
            <Typography color="textSecondary">
              {t('wallet.openings.empty', { count: emptyCount, value: number(emptyCount) })}
            </Typography>
          )}
        </Rows>
      )}
    </>
  );
}
