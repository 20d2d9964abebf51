import RequestIcon from '@mui/icons-material/PrivacyTipOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { audit, type AuditEntry } from '../../../../contract/api/audit.ts';
import { useGet } from '../../../parts/queries.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { DASH, Time } from '../../../ui/figures/figures.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';

/** The characters of a fingerprint that tell two numbers apart. */
const SHOWN = 12;

/** The numbers whose data was downloaded or erased, as the audit log has them: by fingerprint, without the number. */
export function PersonalDataRequests() {
  const { t } = useTranslation();
  const list = useListAddress();
  const query = useGet(
    audit.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.actions': ['NUMBER_EXPORTED', 'NUMBER_ERASED'],
    },
    { keep: true, anew: true },
  );
  return (
    <Box component="section" aria-labelledby="personal-requests">
      <Typography id="personal-requests" variant="h2">
        {t('personal.requests')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {t('personal.requestsText')}
      </Typography>
      <DataTable
        label={t('personal.requests')}
        query={query}
        rowsOf={(page) => page.auditEntries}
        keyOf={({ auditEntryId }) => auditEntryId}
        list={list}
        filters={[]}
        bareUpTo={10}
        nameLabel={t('personal.request')}
        name={({ action }) => ({
          text: t(action === 'NUMBER_ERASED' ? 'personal.erased' : 'personal.downloaded'),
        })}
        columns={[
          {
            key: 'number',
            label: t('personal.fingerprint'),
            onPhone: 'line',
            cell: (entry) => fingerprintOf(entry) || DASH,
          },
          {
            key: 'by',
            label: t('personal.by'),
            width: 20,
            onPhone: 'line',
            cell: ({ actorName }) => actorName ?? DASH,
          },
          {
            key: 'when',
            label: t('personal.when'),
            figure: true,
            onPhone: 'amount',
            cell: ({ timestamp }) => <Time at={timestamp} />,
          },
        ]}
        empty={
          <EmptyState
            icon={<RequestIcon />}
            title={t('personal.noRequests')}
            text={t('personal.noRequestsText')}
          />
        }
      />
    </Box>
  );
}

function fingerprintOf({ after }: AuditEntry): string {
  const hash = after?.['hash'];
  return typeof hash === 'string' ? hash.slice(0, SHOWN) : '';
}
