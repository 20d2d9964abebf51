import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { STICKY_TOP } from '../../../ui/page/stickyTop.ts';
import { useFilterWords } from '../useFilterWords.ts';
import { usePeriodText } from '../usePeriodText.ts';
import { wishOf, type Draft } from './draft.ts';
import { useRowCount } from './useRowCount.ts';

/** More columns are left to the form beside it, which names the first of them. */
const LISTED = 8;

/** The report as it is being written, beside its form; a narrow screen has `BriefSummary` or the form alone. */
export function ReportSummary({
  draft,
  withDays,
  when,
}: {
  draft: Draft;
  withDays: boolean;
  /** The time of a report that is made again and again. */
  when: readonly (readonly [string, ReactNode])[];
}) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: { xs: 'none', lg: 'block' },
        position: 'sticky',
        top: `calc(${STICKY_TOP} + 16px)`,
        minWidth: 0,
      }}
    >
      <Section title={t('reports.form.summary')}>
        {withDays ? <Extent draft={draft} /> : <Choices draft={draft} when={when} />}
      </Section>
    </Box>
  );
}

/** The extent of the file, which the form does not say. */
function Extent({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const rows = useRowWords(draft);
  const period = usePeriodText();
  const filterWords = useFilterWords();
  const { filters, columns } = wishOf(draft, useNow(), true);
  const { startTimestamp: _start, endTimestamp: _end, ...narrowing } = filters;
  return (
    <Facts
      rows={[
        ...(rows === undefined ? [] : [[t('reports.form.rows'), rows] as const]),
        ...(draft.kind === 'CAMPAIGN_MESSAGES'
          ? []
          : [[t('reports.form.days'), period(filters)] as const]),
        [t('reports.columnsIn'), number(columns.length)],
        ...filterWords(narrowing),
        [t('reports.format'), t(`reports.formats.${draft.format}`)],
      ]}
    />
  );
}

/** The extent in one line, for a screen without room beside the form. */
export function BriefSummary({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const rows = useRowWords(draft);
  const period = usePeriodText();
  const { filters, columns } = wishOf(draft, useNow(), true);
  return [
    rows && t('reports.form.rowsLine', { rows }),
    draft.kind !== 'CAMPAIGN_MESSAGES' && period(filters),
    t('reports.form.columnsLine', { count: columns.length, value: number(columns.length) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A figure that is only about right, with three digits that count. */
const roughly = (count: number) => Number(count.toPrecision(3));

function useRowWords(draft: Draft): string | undefined {
  const { t } = useTranslation();
  const { number } = useFormat();
  const rows = useRowCount(draft);
  return (
    rows &&
    t(rows.isLowerBound ? 'reports.form.moreThan' : 'reports.form.about', {
      value: number(rows.isLowerBound ? rows.count : roughly(rows.count)),
    })
  );
}

function Choices({
  draft,
  when,
}: {
  draft: Draft;
  when: readonly (readonly [string, ReactNode])[];
}) {
  const { t } = useTranslation();
  const words = useFilterWords()(wishOf(draft, useNow(), false).filters);
  const columns = draft.columns.filter(({ kept }) => kept);
  // The name is the kind until somebody chooses another.
  const kind = t(`reports.kinds.${draft.kind}`);
  return (
    <Facts
      rows={[
        [t('reports.name'), draft.name],
        ...when,
        ...(kind === draft.name ? [] : [[t('reports.kind'), kind] as const]),
        ...words,
        ...(words.length > 0 ? [] : [[t('reports.filtersIn'), t('reports.noFilter')] as const]),
        ...(columns.length > LISTED
          ? []
          : [
              [
                t('reports.columnsIn'),
                columns.map(({ column }) => t(`reports.column.${column}`)).join(', '),
              ] as const,
            ]),
        [t('reports.format'), t(`reports.formats.${draft.format}`)],
      ]}
    />
  );
}
