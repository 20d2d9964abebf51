import ProtectIcon from '@mui/icons-material/ShieldOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { guard, type GuardRefusal } from '../../../contract/api/guard.ts';
import { digitsAfter } from '../../../contract/shared/number-beginning.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { useUtcDays } from '../../parts/useUtcDays.ts';
import { Sparkline } from '../../ui/charts/Sparkline.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { DASH, Time, useFormat } from '../../ui/figures/figures.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { usePhone } from '../../ui/page/usePhone.ts';
import { useBriefWords } from './useRuleWords.ts';

/** The last days that have a column each; the curve has the others too. */
const NAMED_DAYS = 3;

/** The refusals of each account and rule, with their last days. */
export function Refusals() {
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
      onPhone: true,
      cell: ({ prefix }) => {
        if (prefix.length < 2) return DASH;
        const count = digitsAfter(prefix);
        return count === undefined
          ? t('guard.range', { prefix })
          : t('guard.rangeOf', { prefix, count });
      },
    },
    {
      key: 'course',
      label: t('guard.course', { count: days.length }),
      over: t('guard.refusals'),
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
        over: t('guard.refusals'),
        figure: true,
        from: 700,
        cell: (row) => number(countOf(row)),
        value: countOf,
      };
    }),
    {
      key: 'refused',
      label: t('guard.keptDays'),
      over: t('guard.refusals'),
      figure: true,
      onPhone: 'amount',
      // A card has no headings above its figures.
      cell: ({ refused, byDay }) =>
        isPhone
          ? t('guard.inKeptDays', { today: number(byDay.at(-1) ?? 0), value: number(refused) })
          : number(refused),
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
  <Box
    role="img"
    aria-label={name}
    title={name}
    sx={{ '& svg': { height: 28, width: 96, verticalAlign: 'middle' } }}
  >
    {children}
  </Box>
);
