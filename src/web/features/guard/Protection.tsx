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
import { useUtcDays } from '../../parts/useUtcDays.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { Sparkline } from '../../ui/charts/Sparkline.tsx';
import { Rows, SideScroll } from '../../ui/layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { usePhone } from '../../ui/usePhone.ts';
import { CountriesDialog } from './CountriesDialog.tsx';
import { byKind, inOrderOfRefusals } from './ruleOrder.ts';
import { useBriefWords, useRuleWords } from './useRuleWords.ts';

/** The last days that have a column each; the curve has the others too. */
const NAMED_DAYS = 3;

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
  const rules = inOrderOfRefusals(query.data?.rules.filter(({ isInForce }) => isInForce) ?? []);
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

function Refusals() {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const isPhone = usePhone();
  const { number } = useFormat();
  const words = useBriefWords();
  const { day, sentence } = useUtcDays();
  const { data } = useGet(guard.rules, {});
  const rules = new Map(data?.rules.map((rule) => [rule.ruleId, rule]));
  const seesTree = reachOf(me.clientAccessLevel, 'messaging.read') !== 'own';
  const query = useGet(
    guard.refusals,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true },
  );
  const days = query.data?.days ?? [];
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
            from: 640,
            width: 20,
            onPhone: 'line' as const,
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
      key: 'course',
      label: t('guard.course', { count: days.length }),
      from: seesTree ? 1180 : 960,
      onPhone: true,
      cell: ({ byDay }) =>
        byDay.some((count) => count > 0) ? (
          <Course
            name={byDay
              .flatMap((count, at) =>
                count > 0 ? t('guard.onDay', { day: day(days[at]!), value: number(count) }) : [],
              )
              .join(', ')}
          >
            <Sparkline isLastOpen values={byDay} />
          </Course>
        ) : (
          DASH
        ),
      value: ({ byDay }) => byDay.reduce((sum, count) => sum + count, 0),
    },
    ...days.slice(-NAMED_DAYS).map((each, at, named): Column<GuardRefusal> => {
      const countOf = ({ byDay }: GuardRefusal) => byDay.at(at - named.length) ?? 0;
      return {
        key: `day${at}`,
        label: day(each),
        figure: true,
        from: 700,
        cell: (row) => number(countOf(row)),
        value: countOf,
      };
    }),
    {
      key: 'refused',
      label: t('guard.keptDays'),
      figure: true,
      onPhone: 'amount',
      // A card has no heading above its figure.
      cell: ({ refused }) =>
        isPhone ? t('guard.inKeptDays', { value: number(refused) }) : number(refused),
      value: ({ refused }) => refused,
    },
    {
      key: 'last',
      label: t('guard.last'),
      figure: true,
      onPhone: 'line',
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
  ];
  return (
    <Box component="section">
      <Typography variant="h2">{t('guard.refusals')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {`${t('guard.refusalsText')} ${sentence}`}
      </Typography>
      <DataTable
        label={t('guard.refusals')}
        query={query}
        rowsOf={(page) => page.refusals}
        keyOf={({ clientId, ruleId }) => `${clientId} ${ruleId}`}
        list={list}
        filters={[]}
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

/** A curve in a row, which is read as its days. */
const Course = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box role="img" aria-label={name} title={name} sx={{ '& svg': { height: 28, width: 96 } }}>
    {children}
  </Box>
);
