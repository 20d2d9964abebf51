import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import type { VerificationStatus } from '../../../contract/api/rest-verifications.ts';
import type { verifications } from '../../../contract/api/verifications.ts';
import { messageOf } from '../../api/call.ts';
import { CountryFlag } from '../../ui/figures/CountryFlag.tsx';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { FigureRow } from '../../ui/figures/FigureRow.tsx';
import { Rows, SideScroll } from '../../ui/page/layout.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';

/** Codes started and what became of them: in all, and by country. */
export function CodeCounts({
  query,
  days,
  onStatus,
}: {
  query: UseQueryResult<Output<typeof verifications.summary>>;
  /** The days that are counted, in words. */
  days: string;
  /** Shows the codes of one status in the list. */
  onStatus(status: VerificationStatus): void;
}) {
  const { t } = useTranslation();
  const { number, percent, country: nameOf } = useFormat();
  const { data } = query;
  if (data === undefined && query.isError)
    return (
      <Section>
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      </Section>
    );
  const shareOf = (share: number | null) => (share === null ? DASH : percent(share));
  const hasCountries = data !== undefined && data.countries.length > 0;
  const countOf = (status: VerificationStatus, name: string, count: number | undefined) =>
    count !== undefined &&
    (count === 0 ? (
      number(count)
    ) : (
      <Link
        key={status}
        component="button"
        type="button"
        variant="inherit"
        color="inherit"
        // On the line of the figures that lead nowhere.
        sx={{ verticalAlign: 'baseline' }}
        aria-label={`${name}: ${number(count)}`}
        onClick={() => onStatus(status)}
      >
        {number(count)}
      </Link>
    ));
  const { total } = data ?? {};
  const [entered, failed, expired] = [
    t('verifications.entered'),
    t('verifications.wrongCode'),
    t('status.EXPIRED'),
  ];
  const figures = [
    [t('verifications.share'), total && shareOf(total.share)],
    [t('verifications.started'), total && number(total.started)],
    [entered, countOf('VERIFIED', entered, total?.entered)],
    [failed, countOf('FAILED', failed, total?.failed)],
    [expired, countOf('EXPIRED', expired, total?.expired)],
  ] as const;
  return (
    <Rows isFluid>
      <Section title={`${t('verifications.outcomes')} · ${days}`}>
        <FigureRow
          isEven
          onPhone={2}
          figures={figures.map(([name, value]) => [
            name,
            value || <Skeleton key={name} width={60} />,
          ])}
        />
      </Section>
      {hasCountries && (
        <Section title={t('verifications.byCountry')} flush>
          <SideScroll tabIndex={0} role="region" aria-label={t('verifications.byCountry')}>
            <Table aria-label={t('verifications.byCountry')}>
              <TableHead>
                <TableRow>
                  <TableCell>{t('verifications.country')}</TableCell>
                  <TableCell align="right">{t('verifications.started')}</TableCell>
                  <TableCell align="right">{t('verifications.entered')}</TableCell>
                  <TableCell align="right">{t('verifications.share')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {data.countries.map(({ country, started, entered, share }) => (
                  <TableRow key={country}>
                    <TableCell>
                      <Box
                        component="span"
                        sx={{ display: 'inline-flex', alignItems: 'center', whiteSpace: 'nowrap' }}
                      >
                        <CountryFlag code={country} />
                        {nameOf(country)}
                      </Box>
                    </TableCell>
                    <TableCell align="right">{number(started)}</TableCell>
                    <TableCell align="right">{number(entered)}</TableCell>
                    <TableCell align="right">{shareOf(share)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </SideScroll>
        </Section>
      )}
    </Rows>
  );
}
