import ProtectIcon from '@mui/icons-material/ShieldOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { guard, type GuardKind, type GuardRefusal } from '../../../contract/api/guard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { messageOf } from '../../api/call.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { Rows, SideScroll } from '../../ui/layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { usePhone } from '../../ui/usePhone.ts';
import { CountriesDialog } from './CountriesDialog.tsx';
import { byKind, inOrderOfRefusals } from './ruleOrder.ts';
import { useBriefWords, useRuleWords } from './useRuleWords.ts';

/** The rules that protect the account from SMS pumping, and what they refused. */
export function Protection() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <SettingsFrame
      tab="protection"
      purpose={t('guard.purpose')}
      actions={
        <>
          <Button
            component={RouterLink}
            to="/dashboard/reports/verifications"
            variant="outlined"
            color="inherit"
          >
            {t('guard.verifications')}
          </Button>
          {reachOf(me.clientAccessLevel, 'platform.read') !== undefined && (
            <Button
              component={RouterLink}
              to="/dashboard/settings/protection/rules"
              variant="outlined"
              color="inherit"
            >
              {t('guard.all')}
            </Button>
          )}
        </>
      }
    >
      <Rows isFluid>
        <OwnRules />
        {reachOf(me.clientAccessLevel, 'messaging.read') !== undefined && <Refusals />}
      </Rows>
    </SettingsFrame>
  );
}

// A phone has the kind above the rule, and beside it who set it.
const WIDE_ONLY = { '@container (max-width: 519.95px)': { display: 'none' } } as const;
const PHONE_ONLY = { '@container (min-width: 520px)': { display: 'none' } } as const;

function OwnRules() {
  const { t } = useTranslation();
  const me = useMe();
  const words = useRuleWords();
  const query = useGet(guard.rules, {});
  const [choosing, setChoosing] = useState(false);
  const rules = inOrderOfRefusals(query.data?.rules ?? []);
  const countries = rules.find(({ kind }) => kind === 'COUNTRIES')?.countries ?? [];
  return (
    <Section
      title={t('guard.rules')}
      flush
      action={
        query.data &&
        !me.impersonated && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setChoosing(true)}>
            {t('guard.choose')}
          </Button>
        )
      }
    >
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={160} sx={{ m: 5 }} />
        )
      ) : (
        <SideScroll isContainer tabIndex={0} role="region" aria-label={t('guard.rules')}>
          <Table aria-label={t('guard.rules')}>
            <TableHead sx={WIDE_ONLY}>
              <TableRow>
                <TableCell>{t('guard.kind')}</TableCell>
                <TableCell>{t('guard.rule')}</TableCell>
                <TableCell sx={WIDE_ONLY}>{t('guard.setBy')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {countries.length === 0 && (
                <TableRow>
                  <KindCells kind="COUNTRIES" setBy={t('guard.platform')}>
                    {t('guard.anyCountry')}
                  </KindCells>
                  <TableCell sx={WIDE_ONLY}>{t('guard.platform')}</TableCell>
                </TableRow>
              )}
              {byKind(rules).map(([first, ...others]) => (
                <TableRow key={first.ruleId}>
                  <KindCells
                    kind={first.kind}
                    setBy={t(first.clientId === null ? 'guard.platform' : 'guard.account')}
                  >
                    {[first, ...others].map((rule) => (
                      <Box key={rule.ruleId}>{words(rule)}</Box>
                    ))}
                  </KindCells>
                  <TableCell sx={WIDE_ONLY}>
                    {t(first.clientId === null ? 'guard.platform' : 'guard.account')}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
      {choosing && <CountriesDialog countries={countries} onClose={() => setChoosing(false)} />}
    </Section>
  );
}

function KindCells({
  kind,
  setBy,
  children,
}: {
  kind: GuardKind;
  setBy: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const name = t(`guard.kinds.${kind}`);
  return (
    <>
      <TableCell sx={{ fontWeight: 550, ...WIDE_ONLY }}>{name}</TableCell>
      <TableCell>
        <Box sx={{ fontWeight: 550, ...PHONE_ONLY }}>
          {name}
          <Typography component="span" variant="body2" color="textSecondary">
            {` · ${setBy}`}
          </Typography>
        </Box>
        {children}
      </TableCell>
    </>
  );
}

/**
 * Returns the sum of a day, or undefined where the page may hold only a part of it: its first day where pages come
 * before, its last where pages follow.
 */
function sumOf(
  day: string,
  refusals: readonly GuardRefusal[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): number | undefined {
  if (!isFirst && refusals[0]?.day === day) return undefined;
  if (!isLast && refusals.at(-1)?.day === day) return undefined;
  return refusals.reduce((sum, each) => (each.day === day ? sum + each.refused : sum), 0);
}

function Refusals() {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const isPhone = usePhone();
  const { number } = useFormat();
  const words = useBriefWords();
  const { data } = useGet(guard.rules, {});
  const rules = new Map(data?.rules.map((rule) => [rule.ruleId, rule]));
  const seesTree = reachOf(me.clientAccessLevel, 'messaging.read') !== 'own';
  const query = useGet(
    guard.refusals,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true },
  );
  const columns: Column<GuardRefusal>[] = [
    {
      key: 'rule',
      label: t('guard.rule'),
      from: 760,
      onPhone: 'line',
      // Most sentences stand above alone; a rule of another account, or one that is gone, has its kind alone.
      cell: ({ ruleId }) => {
        const rule = rules.get(ruleId);
        return rule === undefined ? null : words(rule);
      },
    },
    ...(seesTree
      ? [
          {
            key: 'client',
            label: t('guard.client'),
            from: 700,
            width: 20,
            cell: ({ clientName }: GuardRefusal) => clientName,
          },
        ]
      : []),
    {
      key: 'prefix',
      label: t('guard.prefix'),
      from: 560,
      onPhone: 'line',
      cell: ({ prefix }) => (prefix === '' ? DASH : t('guard.begins', { prefix })),
    },
    {
      key: 'refused',
      label: t('guard.refused'),
      figure: true,
      onPhone: 'amount',
      // A card has no heading above its figure.
      cell: ({ refused }) =>
        isPhone ? t('guard.refusedCount', { value: number(refused) }) : number(refused),
      value: ({ refused }) => refused,
    },
    {
      key: 'last',
      label: t('guard.last'),
      figure: true,
      onPhone: 'line',
      // How long ago has no zone: a time of the account's would disagree with the days, which are of UTC.
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
  ];
  return (
    <Box component="section">
      <Typography variant="h2">{t('guard.refusals')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {t('guard.refusalsText')}
      </Typography>
      <DataTable
        label={t('guard.refusals')}
        query={query}
        rowsOf={(page) => page.refusals}
        keyOf={({ clientId, ruleId, day }) => `${clientId} ${ruleId} ${day}`}
        list={list}
        filters={[]}
        group={{
          label: t('guard.day'),
          of: ({ day }) => t('guard.onDay', { day }),
          heading: ({ day }) => {
            const sum =
              query.data &&
              sumOf(day, query.data.refusals, {
                isFirst: list.page === 0 && !query.isPlaceholderData,
                isLast: query.data.nextPageToken === '',
              });
            return sum === undefined
              ? t('guard.onDay', { day })
              : t('guard.onDaySum', { day, value: number(sum) });
          },
        }}
        nameLabel={t('guard.kind')}
        nameWidth={24}
        isEven
        name={({ kind }) => ({ text: t(`guard.kinds.${kind}`) })}
        columns={columns}
        empty={
          <EmptyState icon={<ProtectIcon />} title={t('guard.empty')} text={t('guard.emptyText')} />
        }
      />
    </Box>
  );
}
