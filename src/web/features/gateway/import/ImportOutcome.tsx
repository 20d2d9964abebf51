import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet } from '../../../parts/queries.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { ChangeList } from '../versions/ChangeList.tsx';
import { GroupOwners } from './GroupOwners.tsx';
import { ImportReport } from './ImportReport.tsx';
import type { ImportState } from './useImport.ts';

/** The report of a look or an import, or why there is none. */
export function ImportOutcome({
  state: { failure, report, owners, chooseOwner },
}: {
  state: ImportState;
}) {
  const { t } = useTranslation();
  return (
    <>
      {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
      {report && (
        <>
          {report.applied && (
            <Alert
              severity="success"
              action={
                <Button
                  color="inherit"
                  size="small"
                  component={Link}
                  to="/dashboard/jasmin/mt-routes"
                >
                  {t('menu.mtRoutes')}
                </Button>
              }
            >
              {t('gateway.import.applied')}
            </Alert>
          )}
          {report.applied && <Draft />}
          {!report.applied && (
            <GroupOwners groups={report.groups} owners={owners} onChoose={chooseOwner} />
          )}
          <ImportReport report={report} />
        </>
      )}
    </>
  );
}

/** Changes that the reload of the imported draft would make. */
function Draft() {
  const { t } = useTranslation();
  const diff = useGet(gatewayConfig.diff, {});
  if (!diff.data || diff.data.changes.length === 0) return null;
  return (
    <Section title={t('gateway.reviewTitle')}>
      <ChangeList changes={diff.data.changes} />
    </Section>
  );
}
