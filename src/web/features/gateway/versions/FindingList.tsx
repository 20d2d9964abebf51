import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../../contract/api/gateway-config.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { groupFindings, type FindingGroup } from './findingGroups.ts';

/** Warnings that show at once; the changes below them stay in sight. */
const SHOWN = 3;

/** Findings of a configuration; errors stop a reload. Findings with the same message share a line. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const of = (severity: Finding['severity']) =>
    groupFindings(findings.filter((finding) => finding.severity === severity));
  return (
    <>
      <Findings severity="ERROR" groups={of('ERROR')} shown={Infinity} />
      <Findings severity="WARNING" groups={of('WARNING')} shown={SHOWN} />
    </>
  );
}

function Findings({
  severity,
  groups,
  shown,
}: {
  severity: Finding['severity'];
  groups: readonly FindingGroup[];
  shown: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  if (groups.length === 0) return null;
  // One hidden line would take the room of the button that shows it.
  const visible = isOpen || groups.length <= shown + 1 ? groups : groups.slice(0, shown);
  return (
    <Alert severity={severity === 'ERROR' ? 'error' : 'warning'}>
      <AlertTitle>
        {t(severity === 'ERROR' ? 'gateway.errorsTitle' : 'gateway.warningsTitle')}
      </AlertTitle>
      <GroupLines groups={visible} />
      {visible.length < groups.length && (
        <Button size="small" color="inherit" sx={{ mt: 1, ml: -2 }} onClick={() => setOpen(true)}>
          {t('gateway.allWarnings', { value: number(groups.length) })}
        </Button>
      )}
    </Alert>
  );
}

/** Warnings that the edits did not cause, apart from those that they did. */
export function EarlierFindings({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation();
  if (findings.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="earlier-title">
      <Typography id="earlier-title" variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {t('gateway.earlierTitle')}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div">
        <GroupLines groups={groupFindings(findings)} />
      </Typography>
    </Box>
  );
}

function GroupLines({ groups }: { groups: readonly FindingGroup[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="ul"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, overflowWrap: 'anywhere' }}
    >
      {groups.map(({ key, entity, names, message }) => (
        <li key={key}>
          {names.length > 0 && (
            <Box component="strong" sx={{ fontWeight: 600 }}>
              {`${t(names.length > 1 ? `gateway.several.${entity}` : `gateway.entities.${entity}`)} ${names.join(', ')}: `}
            </Box>
          )}
          {message}
        </li>
      ))}
    </Box>
  );
}
