import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import ReportIcon from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { SenderFilter } from '../../parts/SenderFilter.tsx';
import { DateFilter } from '../../ui/lists/DateFilter.tsx';
import { DownloadButton } from '../../ui/figures/DownloadButton.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { ChoiceFilter, FixedFilter } from '../../ui/lists/FilterPill.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { ByCountry } from './ByCountry.tsx';
import { Failures } from './Failures.tsx';
import { Funnel } from './Funnel.tsx';
import { Hours } from './Hours.tsx';
import { OverTime } from './OverTime.tsx';
import { Rankings } from './Rankings.tsx';
import { ReportTable, useOrder } from './ReportTable.tsx';
import { Totals } from './Totals.tsx';
import { FILTERS, NARROWING, useReport } from './useReport.ts';
import { Rows } from '../../ui/page/layout.tsx';
import { daysWith, USUAL_DAYS } from './period.ts';

/** With fewer days a map of weekdays and hours says nothing. */
const FEWEST_DAYS = 3;
const HOME = COUNTRIES.filter(({ suggested }) => suggested).map(({ code }) => code);
const OPERATORS = [
  ...new Set([...NETWORKS.values()].map(({ network }) => network).filter(Boolean)),
].toSorted();

/** How messages arrived: in figures, over time, by network and sender, by hour, and why some did not. */
export function DeliveryReport() {
  const { t } = useTranslation();
  const report = useReport();
  const { me, list, filter, seesTree } = report;
  const order = useOrder(report);
  const title = t(me.clientAccessLevel === 'ADMINISTRATOR' ? 'stats.title' : 'stats.titleOwn');
  const dlr = useGet(stats.dlr, filter, { keep: true });
  // True when there are no messages at all, not only none that match.
  const nothing = dlr.data?.totals.messages === 0;
  const ever = useGet(stats.dlr, {}, { when: nothing && !list.isFiltered(FILTERS) });
  return (
    <Page
      title={title}
      purpose={t(seesTree ? 'stats.purposeTree' : 'stats.purpose')}
      actions={
        <DownloadButton
          endpoint={stats.exportReport}
          input={{ ...filter, ...order }}
          fallbackName="report.csv"
          icon={<DownloadIcon />}
          disabled={dlr.data === undefined || nothing}
        >
          {t('stats.export')}
        </DownloadButton>
      }
    >
      <Filters report={report} />
      {nothing && ever.data?.totals.messages === 0 ? (
        <Section>
          <EmptyState
            icon={<ReportIcon />}
            title={t('stats.empty')}
            text={t('stats.emptyText')}
            action={
              reachOf(me.clientAccessLevel, 'messaging.send') !== undefined && (
                <Button variant="contained" component={Link} to="/dashboard/campaigns/send-sms">
                  {t('stats.begin')}
                </Button>
              )
            }
          />
        </Section>
      ) : (
        <Rows isFluid>
          <Totals report={report} query={dlr} />
          <Box
            sx={{
              display: 'grid',
              gap: 5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
            }}
          >
            <OverTime report={report} query={dlr} />
            <Funnel query={dlr} />
          </Box>
          <Failures report={report} />
          <Rankings report={report} map={<ByCountry report={report} />} />
          {daysWith(dlr.data?.series ?? []) >= FEWEST_DAYS && <Hours report={report} />}
          <ReportTable report={report} />
        </Rows>
      )}
    </Page>
  );
}

function Filters({ report: { list, seesTree } }: { report: ReturnType<typeof useReport> }) {
  const { t } = useTranslation();
  const { country } = useFormat();
  const countries = [...new Set([...HOME, ...list.values('country')])].filter(Boolean);
  return (
    <Box sx={{ display: 'flex', mb: 5 }}>
      <FilterBar
        // The usual days are no choice, even where an address names them.
        isFiltered={list.isFiltered(NARROWING) || list.value('days') !== USUAL_DAYS}
        clear={() => list.filter(Object.fromEntries(FILTERS.map((name) => [name, []])))}
      >
        <DateFilter name={t('stats.period')} list={list} isListed={false} />
        {seesTree && (
          <ClientFilter
            name={t('stats.client')}
            clientId={list.value('client')}
            onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
          />
        )}
        <SenderFilter
          name={t('stats.sender')}
          chosen={list.values('sender')}
          onChange={(sender) => list.filter({ sender })}
        />
        <ChoiceFilter
          name={t('stats.country')}
          chosen={list.values('country')}
          choices={countries.map((value) => ({ value, label: country(value) }))}
          onChange={(values) => list.filter({ country: values })}
        />
        {list.value('network') === '' && list.values('network').length > 0 ? (
          <FixedFilter
            name={t('stats.network')}
            value={t('stats.unknownNetwork')}
            onClear={() => list.filter({ network: [] })}
          />
        ) : (
          <ChoiceFilter
            name={t('stats.network')}
            chosen={list.values('network')}
            choices={OPERATORS.map((value) => ({ value, label: value }))}
            onChange={(network) => list.filter({ network })}
          />
        )}
      </FilterBar>
    </Box>
  );
}
