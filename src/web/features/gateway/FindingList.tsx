import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../contract/api/gateway-config.ts';

/** Findings of a configuration; errors stop a reload. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation();
  const of = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity);
  return (
    <>
      {(['ERROR', 'WARNING'] as const).map(
        (severity) =>
          of(severity).length > 0 && (
            <Alert key={severity} severity={severity === 'ERROR' ? 'error' : 'warning'}>
              <AlertTitle>
                {t(severity === 'ERROR' ? 'gateway.errorsTitle' : 'gateway.warningsTitle')}
              </AlertTitle>
              <Box component="ul" sx={{ m: 0, pl: 5 }}>
                {of(severity).map(({ code, entity, id, label, message }) => (
                  <li key={`${code} ${entity} ${id ?? ''} ${message}`}>
                    {label === null
                      ? message
                      : `${t(`gateway.entities.${entity}`)} ${label}: ${message}`}
                  </li>
                ))}
              </Box>
            </Alert>
          ),
      )}
    </>
  );
}
