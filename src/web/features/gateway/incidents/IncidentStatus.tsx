import { useTranslation } from 'react-i18next';
import type { Incident, IncidentStatus as Status } from '../../../../contract/api/healing.ts';
import { ToneChip } from '../../../ui/StatusChip.tsx';
import type { Tone } from '../../../ui/tokens.ts';

const TONES: Readonly<Record<Status, Tone>> = {
  NOTICED: 'error',
  RELIEVED: 'warning',
  RETURNING: 'info',
  ENDED: 'neutral',
};

/** How far an incident is, and whether a person keeps it so. */
export function IncidentStatus({ incident: { status, isKept } }: { incident: Incident }) {
  const { t } = useTranslation();
  return (
    <ToneChip data-tone={TONES[status]}>
      <span>{t(isKept ? 'incidents.kept' : `incidents.statuses.${status}`)}</span>
    </ToneChip>
  );
}
