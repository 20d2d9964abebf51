import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../ui/figures.tsx';
import { Facts, Section } from '../../../ui/Page.tsx';
import { STICKY_TOP } from '../../../ui/stickyTop.ts';
import { useFilterWords } from '../useFilterWords.ts';
import { wishOf, type Draft } from './draft.ts';

/** More columns are left to the form beside it, which names the first of them. */
const LISTED = 8;

/** The report as it is being written, beside its form; without room for that the form says the same. */
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
  const filterWords = useFilterWords();
  const now = useNow();
  const { filters } = wishOf(draft, now, withDays);
  const columns = draft.columns.filter(({ kept }) => kept);
  const words = filterWords(filters);
  // The days are a row of their own.
  const isNarrowed = words.some(([name]) => name !== t('reports.form.days'));
  // The name is the kind until somebody chooses another.
  const kind = t(`reports.kinds.${draft.kind}`);
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
        <Facts
          rows={[
            [t('reports.name'), draft.name],
            ...when,
            ...(kind === draft.name ? [] : [[t('reports.kind'), kind] as const]),
            ...words,
            ...(isNarrowed ? [] : [[t('reports.filtersIn'), t('reports.noFilter')] as const]),
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
      </Section>
    </Box>
  );
}
